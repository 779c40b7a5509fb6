/// A token that the server made for a customer whom no shop has named.
package struct CustomerTokenRecord: Hashable, Sendable {
    /// How often at most the server writes down that a token is in use.
    package static let noticedAfter = Span.days(1)
    /// How long a token stays that is not used, where nothing is kept of its customer.
    ///
    /// Its app gets another one then; so long a rest is rare, and nothing is lost with it.
    package static let keptFor = Span.days(400)

    /// The SHA-256 of the token, which is shown once.
    package let digest: AccessDigest
    /// The app.
    package let app: AppName
    /// Whom it stands for.
    package let customer: CustomerID
    /// When it was made.
    package let mintedAt: Instant

    /// A token of these parts.
    package init(digest: AccessDigest, app: AppName, customer: CustomerID, mintedAt: Instant) {
        self.digest = digest
        self.app = app
        self.customer = customer
        self.mintedAt = mintedAt
    }
}
