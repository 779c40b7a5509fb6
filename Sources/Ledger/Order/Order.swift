/// The identifier of an order, for shops and support.
package typealias OrderID = Identifier<Order>

/// A customer's intention to buy a product, fixed before they pay.
///
/// The app passes its token to StoreKit as `appAccountToken`, so the payment finds the order even when the app
/// terminates in between. The terms of an order never change; its later facts are in its `OrderRecord`.
package struct Order: Hashable, Sendable {
    /// The remark of a guard that lets an order pass and flags it for attention.
    package struct Remark: Hashable, Sendable {
        /// The rule, by name; `otherwise` for the last one.
        package let rule: String
        /// The reason, if the rule states one.
        package let reason: String?

        /// Creates a remark of a rule.
        package init(rule: String, reason: String?) {
            self.rule = rule
            self.reason = reason
        }
    }

    /// How much earlier than its order a purchase may be dated and still pay for it, when the token identified the
    /// customer before: the tolerated difference between Apple's clock and the server's.
    package static let clockTolerance = Span.minutes(5)
    /// The allowed quantities of a product: at most as many as StoreKit sells at once.
    package static let quantities = 1...10
    /// The maximum that one order adds to the amount its customer spends, in thousandths of a currency unit.
    ///
    /// The sum over the maximum number of open orders stays far below the range of 64 bits.
    package static let maximumCountedMilliunits: Int64 = 1_000_000_000_000_000

    /// The identifier.
    package let id: OrderID
    /// The customer.
    package let customer: CustomerID
    /// The environment in which the customer will pay.
    package let environment: StoreEnvironment
    /// The product.
    package let productID: ProductID
    /// The quantity.
    package let quantity: Int
    /// The shop's own price of one unit, if it has one.
    package let price: Money?
    /// The shop's own reference for the order, such as its order number.
    package let reference: String?
    /// The storefront that the order stated.
    package let storefront: String?
    /// The token that the payment will have.
    package let token: AccountToken
    /// The price of the whole order: its own, or otherwise the catalog's at the time of creation.
    ///
    /// Guards add it to the amount that the customer spends. `nil` when neither price is known.
    package let amount: Money?
    /// The instant at which it was created.
    package let createdAt: Instant
    /// The name of the key that created it.
    package let createdBy: String
    /// The instant from which on the server does not expect a payment.
    package let expiresAt: Instant
    /// How long after its expiry an unpaid order stays, so that a late payment finds it.
    package let retention: Span
    /// The remark of a guard.
    package let remark: Remark?
    /// The earliest date of a purchase that may pay for it, when its token identified the customer before the order was
    /// created; `nil` when every purchase with the token belongs to the order.
    package private(set) var paysFrom: Instant?

    /// Creates an order with these values.
    package init(
        id: OrderID,
        customer: CustomerID,
        environment: StoreEnvironment,
        productID: ProductID,
        quantity: Int,
        price: Money?,
        reference: String?,
        storefront: String?,
        token: AccountToken,
        amount: Money? = nil,
        createdAt: Instant,
        createdBy: String,
        expiresAt: Instant,
        retention: Span = OrderLimits.defaultRetention,
        remark: Remark? = nil,
        paysFrom: Instant? = nil
    ) {
        self.id = id
        self.customer = customer
        self.environment = environment
        self.productID = productID
        self.quantity = quantity
        self.price = price
        self.reference = reference
        self.storefront = storefront
        self.token = token
        self.amount = amount.map {
            Money(amountMilliunits: min($0.amountMilliunits, Self.maximumCountedMilliunits), currency: $0.currency)
        }
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.expiresAt = expiresAt
        self.retention = retention
        self.remark = remark
        self.paysFrom = paysFrom
    }

    /// The same order with a token that identified the customer before: earlier purchases with the token do not belong
    /// to the order.
    package var withKnownToken: Self {
        var order = self
        order.paysFrom = self.createdAt - Self.clockTolerance
        return order
    }

    /// Returns whether a purchase with the order's token concerns it, whether or not it pays for it.
    package func concerns(purchaseAt instant: Instant) -> Bool { self.paysFrom.map { instant >= $0 } ?? true }
}

/// The state of an order.
package enum OrderState: String, Hashable, Sendable, CaseIterable {
    /// The order waits for its payment.
    case created
    /// The order is paid and waits for its fulfillment.
    case paid
    /// The order is fulfilled.
    case fulfilled
    /// The order was not paid in time; a later payment still makes it paid.
    case expired
    /// The order was canceled; a later payment still makes it paid.
    case canceled
    /// The order was refunded in full.
    case refunded
    /// The order was refunded in part.
    case partlyRefunded = "partly_refunded"
}

/// A condition of an order that needs attention; the server never guesses instead.
package enum OrderFlag: String, Hashable, Sendable, CaseIterable {
    /// The order's token paid for another product.
    case otherProduct = "other_product"
    /// The order's token paid for another quantity.
    case otherQuantity = "other_quantity"
    /// The purchase with the order's token belongs to another customer.
    case otherCustomer = "other_customer"
    /// The order was paid in another environment.
    case otherEnvironment = "other_environment"
    /// The order was paid more than once, and none of these purchases is refunded.
    case paidTwice = "paid_twice"
    /// The order was paid after it had expired.
    case paidAfterExpiry = "paid_after_expiry"
    /// The order was paid after it had been canceled.
    case paidAfterCancel = "paid_after_cancel"
    /// The order was fulfilled, and no payment is known.
    case fulfilledUnpaid = "fulfilled_unpaid"
    /// A refund of the order's payment is reported, and Apple did not sign it.
    case refundReported = "refund_reported"
    /// A guard added a remark when the order was created.
    case guardRemark = "guard"
}

/// A note about an order.
package struct OrderNote: Hashable, Sendable {
    /// The maximum length of a note in bytes.
    package static let maximumBytes = 2000
    /// The maximum number of notes of one order.
    package static let maximumCount = 100

    /// The instant of the note.
    package let at: Instant
    /// The name of the operator or key that wrote it.
    package let by: String
    /// The text.
    package let text: String

    /// Creates a note with these values.
    package init(at: Instant, by: String, text: String) {
        self.at = at
        self.by = by
        self.text = text
    }
}
