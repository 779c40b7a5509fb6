/// A price that Apple offers in one storefront.
///
/// Price points are imported. Their steps follow no formula, so none is ever computed.
package struct PricePoint: Hashable, Sendable {
    /// The storefront, by ISO 3166-1 alpha-3 code.
    package let storefront: String
    /// What the customer pays.
    package let price: Money
    /// What the developer receives of it, in the same currency, where it is known.
    package let proceeds: Money?
    /// What the developer receives of it from the second year of a subscription on, where it is known.
    package let secondYearProceeds: Money?
    /// Apple's id of the price point, where it is known.
    package let appleID: String?

    /// Creates a price point of these values.
    package init(
        storefront: String,
        price: Money,
        proceeds: Money? = nil,
        secondYearProceeds: Money? = nil,
        appleID: String? = nil
    ) {
        self.storefront = storefront
        self.price = price
        self.proceeds = proceeds
        self.secondYearProceeds = secondYearProceeds
        self.appleID = appleID
    }
}
