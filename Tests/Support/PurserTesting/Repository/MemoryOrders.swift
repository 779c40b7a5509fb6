import Ledger

/// The orders of `InMemoryRepository`.
struct MemoryOrders: Sendable {
    /// An order and its last published state.
    struct Entry {
        let app: AppName
        let position: Int64
        /// The customer who ordered, before merges are resolved.
        var owner: CustomerID
        let order: Order
        var cancellation: OrderRecord.Cancellation?
        var fulfilledAt: Instant?
        var notes: [OrderNote] = []
        var askedAt: Instant?
        var published: OrderEventDerivation.PublishedOrder?
        var queue: OrderQueue?
        var dueAt: Instant?
    }

    /// A purchase that may pay for an order.
    struct Payment {
        let app: AppName
        let position: Int64
        var payment: OrderPayment
        /// The orders, by place, that had closed when it was heard.
        var closedOrders: Set<Int64> = []
    }

    /// Every order, in the order in which they were made.
    var orders: [Entry] = []
    /// The tokens that were made for orders, removed ones too.
    var tokens: Set<MemoryState.AppToken> = []
    /// Every purchase that was published since, in the order of publication.
    var payments: [Payment] = []
    /// Up to which event purchases are known.
    var progress: [AppName: Int64] = [:]
    /// The blocked customers.
    var blocks: [MemoryCustomers.Key: CustomerBlock] = [:]

    /// Replaces the id of a customer.
    mutating func rename(_ customer: CustomerID, to nameless: CustomerID, of app: AppName) {
        for place in self.orders.indices where self.orders[place].app == app && self.orders[place].owner == customer {
            self.orders[place].owner = nameless
        }
        for place in self.payments.indices
        where self.payments[place].app == app && self.payments[place].payment.owner == customer {
            self.payments[place].payment = self.payments[place].payment.owned(by: nameless)
        }
        let old = MemoryCustomers.Key(app: app, customer: customer)
        self.blocks[MemoryCustomers.Key(app: app, customer: nameless)] = self.blocks.removeValue(forKey: old)
    }

    /// Removes personal data from the orders of a customer.
    mutating func erasePersonalFields(of key: MemoryCustomers.Key) {
        for place in self.orders.indices
        where self.orders[place].app == key.app && self.orders[place].owner == key.customer {
            let kept = self.orders[place]
            self.orders[place] = Entry(
                app: kept.app,
                position: kept.position,
                owner: kept.owner,
                order: kept.order.by(kept.order.customer, reference: nil),
                cancellation: kept.cancellation.map { .init(at: $0.at, by: $0.by, reason: nil) },
                fulfilledAt: kept.fulfilledAt,
                askedAt: kept.askedAt,
                published: kept.published,
                queue: kept.queue,
                dueAt: kept.dueAt
            )
        }
        self.blocks[key] = nil
    }
}

extension OrderPayment {
    /// The same payment as another customer's.
    func owned(by owner: CustomerID?) -> Self {
        Self(
            environment: self.environment,
            transactionID: self.transactionID,
            originalTransactionID: self.originalTransactionID,
            productID: self.productID,
            quantity: self.quantity,
            owner: owner,
            token: self.token,
            purchasedAt: self.purchasedAt,
            refundedAt: self.refundedAt,
            refundedShare: self.refundedShare,
            isRefundReported: self.isRefundReported,
            eventPosition: self.eventPosition
        )
    }
}

extension Order {
    /// The same order by another name of the customer, with other words of the shop.
    func by(_ customer: CustomerID, reference: String?) -> Self {
        Self(
            id: self.id,
            customer: customer,
            environment: self.environment,
            productID: self.productID,
            quantity: self.quantity,
            price: self.price,
            reference: reference,
            storefront: self.storefront,
            token: self.token,
            amount: self.amount,
            createdAt: self.createdAt,
            createdBy: self.createdBy,
            expiresAt: self.expiresAt,
            retention: self.retention,
            remark: self.remark,
            paysFrom: self.paysFrom
        )
    }
}
