/// A price of a product in a storefront, as one fetch from App Store Connect or one import found it.
package struct FetchedPrice: Hashable, Sendable {
    /// The way in which the server learned of a price.
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The server fetched it from App Store Connect.
        case fetched
        /// An operator imported a file from Apple.
        case imported
    }

    /// The product.
    package let product: ProductID
    /// The storefront, by ISO 3166-1 alpha-3 code.
    package let storefront: String
    /// The price.
    package let price: Money
    /// The instant from which Apple states that the price applies; `nil` where Apple names no beginning.
    package let startsAt: Instant?
    /// The reason why the price applies: base price, manual price or equalized price.
    package let origin: PriceSchedule.Origin
    /// The way in which the server learned of the price.
    package let source: Source
    /// The instant of the fetch or the import.
    package let fetchedAt: Instant
    /// The operator who started the fetch or the import.
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

    /// Returns whether another price has the same product, storefront, price, beginning and origin, whenever it was
    /// fetched.
    package func saysTheSame(as other: Self) -> Bool {
        self.product == other.product && self.storefront == other.storefront && self.price == other.price
            && self.startsAt == other.startsAt && self.origin == other.origin
    }
}
