package import Notation

/// The events of an order that result from a change.
package struct OrderEventDerivation: Hashable, Sendable {
    /// The published values of an order.
    package struct PublishedOrder: Hashable, Sendable {
        /// The state.
        package let state: OrderState
        /// The flags.
        package let flags: [OrderFlag]

        /// Creates the published values.
        package init(state: OrderState, flags: [OrderFlag]) {
            self.state = state
            self.flags = flags
        }

        /// Creates the values to publish of an order at an instant.
        package init(_ record: OrderRecord, at now: Instant) {
            self.init(state: record.state(at: now), flags: record.flags)
        }
    }

    /// The events, in order: at most one about the state and one about the flags.
    package let names: [EventName]

    /// Compares the published values of an order with the current ones; `before` is `nil` for a new order.
    package init(from before: PublishedOrder?, to after: PublishedOrder) {
        var names: [EventName] = []
        if before == nil { names.append(.orderCreated) }
        let former = before?.state ?? .created
        if former != after.state {
            switch after.state {
            case .created: names.append(.orderReopened)
            case .paid:
                names.append(
                    Self.isRefund(former) ? .orderRestored : former == .fulfilled ? .orderReopened : .orderPaid
                )
            case .fulfilled: names.append(Self.isRefund(former) ? .orderRestored : .orderFulfilled)
            case .expired: names.append(.orderExpired)
            case .canceled: names.append(.orderCanceled)
            case .refunded, .partlyRefunded: names.append(.orderRefunded)
            }
        }
        let known = Set(before?.flags ?? [])
        if !Set(after.flags).isSubset(of: known) { names.append(.orderFlagged) }
        self.names = names
    }

    private static func isRefund(_ state: OrderState) -> Bool { state == .refunded || state == .partlyRefunded }
}

extension OrderRecord {
    /// Returns the body of an event about the order: the whole order at an instant.
    package func body(at now: Instant) -> [UInt8] {
        var json = JSONText()
        json.add("environment", self.order.environment.rawValue)
        json.add("order") { $0.describe(self, at: now) }
        return json.bytes
    }
}

extension JSONText {
    /// Adds everything about an order except its notes; for an installed app also without a guard's remark, which is
    /// for the shop and its support.
    package mutating func describe(_ record: OrderRecord, at now: Instant, isForApp: Bool = false) {
        let order = record.order
        self.add("id", order.id.rawValue)
        self.add("customer", order.customer.rawValue)
        self.add("state", record.state(at: now).rawValue)
        self.add("flags", record.flags.filter { !isForApp || $0 != .guardRemark }.map(\.rawValue))
        self.add("product", order.productID.rawValue)
        self.add("quantity", Int64(order.quantity))
        self.add("price", order.price)
        self.add("reference", order.reference)
        self.add("storefront", order.storefront)
        self.add("appAccountToken", order.token.description)
        self.add("createdAt", order.createdAt)
        self.add("expiresAt", order.expiresAt)
        self.add("canceledAt", record.cancellation?.at)
        self.add("fulfilledAt", record.fulfilledAt)
        if let remark = order.remark, !isForApp {
            self.add("guard") { json in
                json.add("rule", remark.rule)
                json.add("reason", remark.reason)
            }
        }
        self.add("payments", record.payments) { json, payment in
            json.describe(payment)
            json.add("matches", record.isPaid(by: payment))
        }
    }

    /// Adds everything about a purchase that may pay for an order.
    package mutating func describe(_ payment: OrderPayment) {
        self.add("transaction", payment.transactionID.rawValue)
        self.add("originalTransaction", payment.originalTransactionID.rawValue)
        self.add("environment", payment.environment.rawValue)
        self.add("product", payment.productID.rawValue)
        self.add("quantity", Int64(payment.quantity))
        self.add("purchasedAt", payment.purchasedAt)
        self.add("refundedAt", payment.refundedAt)
        self.add("refundedPercentageMilliunits", payment.refundedShare)
    }
}
