package import Ledger

/// An order as somebody wants it made, before anything about it was looked at.
package struct OrderDraft: Hashable, Sendable {
    /// Its name, where the shop has one for it; otherwise one is made.
    package var id: String?
    /// Who orders.
    package var customer: CustomerID
    /// The product.
    package var productID: ProductID
    /// How many.
    package var quantity: Int64
    /// The shop's own price of one.
    package var price: Money?
    /// The shop's own words for the order.
    package var reference: String?
    /// The storefront that the customer is in, as the shop states it.
    package var storefront: String?
    /// His age band, in the shop's own words and as the shop states it.
    package var ageBand: String?
    /// The token that the payment will bear, where the shop brings it; otherwise one is made.
    package var token: AccountToken?
    /// How long the order waits for its payment.
    package var lifetime: Span
    /// Where he will pay.
    package var environment: StoreEnvironment

    /// An order of one product that waits for a day.
    package init(
        customer: CustomerID,
        productID: ProductID,
        quantity: Int64 = 1,
        id: String? = nil,
        price: Money? = nil,
        reference: String? = nil,
        storefront: String? = nil,
        ageBand: String? = nil,
        token: AccountToken? = nil,
        lifetime: Span = .days(1),
        environment: StoreEnvironment = .production
    ) {
        self.id = id
        self.customer = customer
        self.productID = productID
        self.quantity = quantity
        self.price = price
        self.reference = reference
        self.storefront = storefront
        self.ageBand = ageBand
        self.token = token
        self.lifetime = lifetime
        self.environment = environment
    }

    /// How long an order may wait for its payment.
    package static let lifetimes = Span.minutes(1)...Span.days(30)
    /// The most bytes of a name.
    package static let maximumIDBytes = 64
    /// The most bytes of the shop's own words.
    package static let maximumReferenceBytes = 200
    /// The most bytes of an age band.
    package static let maximumAgeBandBytes = 32
}
