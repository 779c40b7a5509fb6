/// What there is to tell now that something became of an order.
package struct OrderTelling: Hashable, Sendable {
    /// What was told of an order last.
    package struct Told: Hashable, Sendable {
        /// Its state.
        package let state: OrderState
        /// Its flags.
        package let flags: [OrderFlag]

        /// What was told.
        package init(state: OrderState, flags: [OrderFlag]) {
            self.state = state
            self.flags = flags
        }

        /// What there is to tell of an order at an instant.
        package init(_ record: OrderRecord, at now: Instant) {
            self.init(state: record.state(at: now), flags: record.flags)
        }
    }

    /// The events, in order: at most one of the state and one of the flags.
    package let names: [EventName]

    /// Compares what was told of an order with what is to be told now; `nil` for one that is new.
    package init(from before: Told?, to after: Told) {
        var names: [EventName] = []
        if before == nil { names.append(.orderCreated) }
        let former = before?.state ?? .created
        if former != after.state {
            switch after.state {
            case .created: names.append(.orderReopened)
            case .paid:
                names.append(
                    Self.isRefund(former) ? .orderRestored : former == .delivered ? .orderReopened : .orderPaid
                )
            case .delivered: names.append(Self.isRefund(former) ? .orderRestored : .orderDelivered)
            case .expired: names.append(.orderExpired)
            case .cancelled: names.append(.orderCancelled)
            case .refunded, .partlyRefunded: names.append(.orderRefunded)
            }
        }
        let known = Set(before?.flags ?? [])
        if !Set(after.flags).isSubset(of: known) { names.append(.orderFlagged) }
        self.names = names
    }

    private static func isRefund(_ state: OrderState) -> Bool { state == .refunded || state == .partlyRefunded }
}
