/// A price that Apple has for a product in a storefront, as it was fetched once.
package struct FetchedPrice: Hashable, Sendable {
    /// How Purser learned of it.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// App Store Connect was asked.
        case fetched
        /// A person imported a file of Apple's.
        case imported
    }

    /// The product.
    package let product: ProductID
    /// The storefront, by ISO 3166-1 alpha-3 code.
    package let storefront: String
    /// The price.
    package let price: Money
    /// The instant from which it counts, as Apple says; `nil` where Apple names no beginning.
    package let startsAt: Instant?
    /// Why it counts.
    package let origin: PriceSchedule.Origin
    /// How Purser learned of it.
    package let source: Source
    /// When.
    package let fetchedAt: Instant
    /// Who asked for it, or imported it.
    package let fetchedBy: String

    /// Creates a price of these values.
    package init(
        product: ProductID,
        storefront: String,
        price: Money,
        startsAt: Instant?,
        origin: PriceSchedule.Origin,
        source: Source,
        fetchedAt: Instant,
        fetchedBy: String
    ) {
        self.product = product
        self.storefront = storefront
        self.price = price
        self.startsAt = startsAt
        self.origin = origin
        self.source = source
        self.fetchedAt = fetchedAt
        self.fetchedBy = fetchedBy
    }

    /// Returns whether another price says the same of the same storefront, whenever it was fetched.
    package func saysTheSame(as other: Self) -> Bool {
        self.product == other.product && self.storefront == other.storefront && self.price == other.price
            && self.startsAt == other.startsAt && self.origin == other.origin
    }
}
