/// The name of an order, by which shops and support speak of it.
package typealias OrderID = Identifier<Order>

/// A customer's intention to buy a product, fixed before he pays.
///
/// Its token is given to StoreKit as `appAccountToken`, so the payment finds the order by itself, even when the app
/// dies in between. What an order fixes never changes; what became of it is in its `OrderRecord`.
package struct Order: Hashable, Sendable {
    /// Why a guard let an order pass and yet wants it looked at.
    package struct Remark: Hashable, Sendable {
        /// The rule, by name; `otherwise` for the last one.
        package let rule: String
        /// Its reason, where it gives one.
        package let reason: String?

        /// A remark of a rule.
        package init(rule: String, reason: String?) {
            self.rule = rule
            self.reason = reason
        }
    }

    /// How much earlier than its order a purchase may be dated and still pay for it where the token stood for the
    /// customer before: as far as Apple's clock and this one may differ.
    package static let clockTolerance = Span.minutes(5)
    /// How many of a product can be ordered at once: the most that StoreKit sells at once.
    package static let quantities = 1...10
    /// The most that one order adds to what its customer spends, in thousandths of a currency unit: the sums of as many
    /// orders as can be open stay far below what 64 bits hold.
    package static let maximumCountedMilliunits: Int64 = 1_000_000_000_000_000

    /// Its name.
    package let id: OrderID
    /// Who ordered.
    package let customer: CustomerID
    /// Where he will pay.
    package let environment: StoreEnvironment
    /// The product.
    package let productID: ProductID
    /// How many.
    package let quantity: Int
    /// The shop's own price of one, if it has one.
    package let price: Money?
    /// The shop's own words for the order, such as its number there.
    package let reference: String?
    /// The storefront that the order stated.
    package let storefront: String?
    /// The token that the payment will bear.
    package let token: AccountToken
    /// What the whole order costs, by its own price or else by the catalog's when it was made.
    ///
    /// Guards add it to what the customer spends. `nil` where neither price is known.
    package let amount: Money?
    /// When it was made.
    package let createdAt: Instant
    /// Who made it: a key by name.
    package let createdBy: String
    /// From when on it no longer counts on being paid.
    package let expiresAt: Instant
    /// How long after its expiry it stays, and is found by its payment, where nobody pays for it.
    package let retention: Span
    /// What a guard remarked.
    package let remark: Remark?
    /// The earliest purchase that may pay for it, where its token stood for the customer before it was made; `nil`
    /// where every purchase with the token is its own.
    package private(set) var paysFrom: Instant?

    /// An order of these values.
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

    /// The same order with a token that stood for the customer before: what was bought with it earlier is not its own.
    package var withKnownToken: Self {
        var order = self
        order.paysFrom = self.createdAt - Self.clockTolerance
        return order
    }

    /// Whether a purchase with its token is about it, whether or not it pays for it.
    package func concerns(purchaseAt instant: Instant) -> Bool { self.paysFrom.map { instant >= $0 } ?? true }
}

/// How far an order has come.
package enum OrderState: String, Hashable, Sendable, CaseIterable {
    /// It waits for its payment.
    case created
    /// It was paid for and waits for its fulfillment.
    case paid
    /// What was paid for was fulfilled.
    case fulfilled
    /// Nobody paid in time; a payment that comes all the same makes it paid.
    case expired
    /// It was called off; a payment that comes all the same makes it paid.
    case canceled
    /// All of the money went back.
    case refunded
    /// A part of the money went back.
    case partlyRefunded = "partly_refunded"
}

/// Something about an order that a person should look at; nothing is ever guessed instead.
package enum OrderFlag: String, Hashable, Sendable, CaseIterable {
    /// Its token paid for another product.
    case otherProduct = "other_product"
    /// Its token paid for another quantity.
    case otherQuantity = "other_quantity"
    /// What its token paid for is another customer's.
    case otherCustomer = "other_customer"
    /// It was paid in another environment.
    case otherEnvironment = "other_environment"
    /// It was paid more than once, and all of these purchases stay.
    case paidTwice = "paid_twice"
    /// It was paid after it had expired.
    case paidAfterExpiry = "paid_after_expiry"
    /// It was paid although it had been canceled.
    case paidAfterCancel = "paid_after_cancel"
    /// It was fulfilled, and no payment is known.
    case fulfilledUnpaid = "fulfilled_unpaid"
    /// A refund of what paid for it is reported, and Apple did not sign that.
    case refundReported = "refund_reported"
    /// A guard remarked on it when it was made.
    case guardRemark = "guard"
}

/// What somebody wrote down about an order.
package struct OrderNote: Hashable, Sendable {
    /// The most bytes of a note.
    package static let maximumBytes = 2000
    /// The most notes of one order.
    package static let maximumCount = 100

    /// When.
    package let at: Instant
    /// Who: an operator or a key, by name.
    package let by: String
    /// His words.
    package let text: String

    /// A note of these values.
    package init(at: Instant, by: String, text: String) {
        self.at = at
        self.by = by
        self.text = text
    }
}
