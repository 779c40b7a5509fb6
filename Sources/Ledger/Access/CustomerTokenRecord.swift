/// A token that the server made for a customer whom no shop has named.
package struct CustomerTokenRecord: Hashable, Sendable {
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
