package import Ledger

/// The values of an order that is to be created, before any check.
package struct OrderDraft: Hashable, Sendable {
    /// The order's id, if the shop provides one; otherwise the server creates one.
    package var id: String?
    /// The customer who orders.
    package var customer: CustomerID
    /// The product.
    package var productID: ProductID
    /// The quantity.
    package var quantity: Int64
    /// The shop's own price of one unit.
    package var price: Money?
    /// The shop's own reference for the order.
    package var reference: String?
    /// The customer's storefront, as the shop states it.
    package var storefront: String?
    /// The customer's age band, as the shop states it in its own terms.
    package var ageBand: String?
    /// The account token of the payment, if the shop provides one; otherwise the server creates one.
    package var token: AccountToken?
    /// The time for which the order waits for its payment.
    package var lifetime: Span
    /// The environment of the payment.
    package var environment: StoreEnvironment

    /// Creates an order of one unit that waits for a day.
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

    /// The allowed time for which an order waits for its payment.
    package static let lifetimes = Span.minutes(1)...Span.days(30)
    /// The maximum length of an id in bytes.
    package static let maximumIDBytes = 64
    /// The maximum length of the shop's reference in bytes.
    package static let maximumReferenceBytes = 200
    /// The maximum length of an age band in bytes.
    package static let maximumAgeBandBytes = 32
}
