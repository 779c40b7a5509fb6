/// What an app sells and what it gives for it.
package struct Catalogue: Hashable, Sendable {
    /// The rights, by name.
    package let rights: [RightName: Right]
    /// The products, by Apple's product id.
    package let products: [ProductID: Product]
    /// When a right is kept although no paid period runs.
    package let access: AccessPolicy
    /// The time zone in which non-renewing periods count their calendar months; an IANA name.
    package let timeZone: String

    /// A catalogue of these rights and products.
    package init(
        rights: [RightName: Right] = [:],
        products: [ProductID: Product] = [:],
        access: AccessPolicy = AccessPolicy(),
        timeZone: String = "UTC"
    ) {
        self.rights = rights
        self.products = products
        self.access = access
        self.timeZone = timeZone
    }
}
