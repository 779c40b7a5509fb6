/// An order with all facts that became known about it.
///
/// State and flags are derived from these facts, so they do not depend on the order in which the facts arrived.
package struct OrderRecord: Hashable, Sendable {
    /// The cancellation of an order.
    package struct Cancellation: Hashable, Sendable {
        /// The instant of the cancellation.
        package let at: Instant
        /// The name of the operator or key that canceled it.
        package let by: String
        /// The reason, as free text.
        package let reason: String?

        /// Creates a cancellation with these values.
        package init(at: Instant, by: String, reason: String?) {
            self.at = at
            self.by = by
            self.reason = reason
        }
    }

    /// How long a closed order stays before it is deleted.
    ///
    /// The clocks of nodes differ by far less, so all nodes treat the order as closed before one of them deletes it.
    package static let removedAfter = Span.days(1)
    /// The times since the order's creation at which the server asks Apple about a missing payment.
    package static let askedAfter: [Span] = [.minutes(10), .hours(1), .hours(6), .hours(24)]

    /// The order.
    package let order: Order
    /// The cancellation; `nil` when it was not canceled.
    package private(set) var cancellation: Cancellation?
    /// The instant at which its fulfillment was confirmed.
    package private(set) var fulfilledAt: Instant?
    /// The purchases that have its token, in the order in which they were made.
    package private(set) var payments: [OrderPayment]
    /// The notes, oldest first.
    package private(set) var notes: [OrderNote]
    /// The instant at which the server last asked Apple for its payment.
    package private(set) var askedAt: Instant?

    /// Creates a record with these facts.
    package init(
        order: Order,
        cancellation: Cancellation? = nil,
        fulfilledAt: Instant? = nil,
        payments: [OrderPayment] = [],
        notes: [OrderNote] = [],
        askedAt: Instant? = nil
    ) {
        self.order = order
        self.cancellation = cancellation
        self.fulfilledAt = fulfilledAt
        self.payments = payments.sorted(by: OrderPayment.precedes)
        self.notes = notes
        self.askedAt = askedAt
    }

    // MARK: Closing

    /// The instant from which on a newly known purchase does not belong to the order any more; `nil` while the order
    /// has to stay.
    ///
    /// An order closes when it has no payment, fulfillment or note until then. The instant is fixed, so whether a
    /// purchase finds its order depends on when the purchase became known, never on when closed orders are deleted.
    package var closesAt: Instant? {
        guard self.payments.isEmpty, self.fulfilledAt == nil, self.notes.isEmpty else { return nil }
        return self.order.expiresAt + self.order.retention
    }

    /// Returns whether it is closed at an instant.
    package func isClosed(at now: Instant) -> Bool { self.closesAt.map { $0 <= now } ?? false }

    // MARK: New facts

    /// Applies an action.
    ///
    /// Only the first cancellation counts: the earlier instant. A repository checks `refuses` before.
    package mutating func apply(_ action: OrderAction) {
        switch action {
        case .cancel(let at, let by, let reason):
            guard self.cancellation.map({ at < $0.at }) ?? true else { return }
            self.cancellation = Cancellation(at: at, by: by, reason: reason)
        case .note(let note):
            guard self.notes.count < OrderNote.maximumCount else { return }
            self.notes.append(note)
        case .fulfill(let at): self.fulfilledAt = at
        case .look: break
        case .asked(let at): self.askedAt = at
        }
    }

    /// Returns whether the order refuses an action: a paid order cannot be canceled, and the number of notes is
    /// limited.
    package func refuses(_ action: OrderAction) -> Bool {
        switch action {
        case .cancel: !self.matches.isEmpty
        case .note: self.notes.count >= OrderNote.maximumCount
        case .fulfill, .look, .asked: false
        }
    }

    /// Returns whether the order ignores an action because it is closed.
    package func ignores(_ action: OrderAction, at now: Instant) -> Bool {
        switch action {
        case .look, .asked: false
        case .cancel, .note, .fulfill: self.isClosed(at: now)
        }
    }

    /// Adds what an event publishes about a purchase with the order's token; of several statements about one purchase
    /// the later counts.
    package mutating func hear(_ payment: OrderPayment) {
        let place = self.payments.firstIndex {
            $0.transactionID == payment.transactionID && $0.environment == payment.environment
        }
        if let place {
            guard self.payments[place].eventPosition <= payment.eventPosition else { return }
            self.payments[place] = payment
        } else {
            self.payments.append(payment)
        }
        self.payments.sort(by: OrderPayment.precedes)
    }

    /// Sets the fulfillment from this server's fulfillments of the order's payments, and returns whether it changed.
    ///
    /// The order is fulfilled since the first of them was, unless all goods were revoked. When the server fulfills
    /// nothing there are none, and what the shop stated stays.
    package mutating func hear(_ fulfillments: [Fulfillment]) -> Bool {
        guard !fulfillments.isEmpty else { return false }
        let remaining = fulfillments.filter { $0.revoked < FulfillmentDemand.all }
        let fulfilledAt = remaining.compactMap(\.confirmedAt).min()
        guard fulfilledAt != self.fulfilledAt else { return false }
        self.fulfilledAt = fulfilledAt
        return true
    }

    /// The identifiers of the fulfillments of the order's payments.
    package var fulfillmentIDs: [FulfillmentID] {
        self.matches.map { FulfillmentID($0.transactionID, in: $0.environment) }
    }

    // MARK: Derived values

    /// Returns the reasons why a purchase with the order's token does not pay for it; empty when it does.
    func mismatches(of payment: OrderPayment) -> Set<OrderFlag> {
        var flags: Set<OrderFlag> = []
        if payment.environment != self.order.environment { flags.insert(.otherEnvironment) }
        if payment.productID != self.order.productID { flags.insert(.otherProduct) }
        if payment.quantity != self.order.quantity { flags.insert(.otherQuantity) }
        if let owner = payment.owner, owner != self.order.customer { flags.insert(.otherCustomer) }
        return flags
    }

    /// Returns whether a purchase pays for the order.
    package func isPaid(by payment: OrderPayment) -> Bool { self.mismatches(of: payment).isEmpty }

    /// The purchases that pay for the order, oldest first.
    package var matches: [OrderPayment] { self.payments.filter { self.isPaid(by: $0) } }

    /// Returns the state at an instant.
    package func state(at now: Instant) -> OrderState {
        guard let rest = self.matches.map(\.rest).max() else {
            if let cancellation, cancellation.at <= now { return .canceled }
            return now < self.order.expiresAt ? .created : .expired
        }
        switch rest {
        case .all: return self.fulfilledAt == nil ? .paid : .fulfilled
        case .part: return .partlyRefunded
        case .nothing: return .refunded
        }
    }

    /// The flags, in the order of `OrderFlag`.
    package var flags: [OrderFlag] {
        var flags = self.payments.reduce(into: Set<OrderFlag>()) { $0.formUnion(self.mismatches(of: $1)) }
        let matches = self.matches
        if matches.count(where: { $0.rest == .all }) > 1 { flags.insert(.paidTwice) }
        if let first = matches.first {
            if first.purchasedAt >= self.order.expiresAt { flags.insert(.paidAfterExpiry) }
            if let cancellation, cancellation.at <= first.purchasedAt { flags.insert(.paidAfterCancel) }
        } else if self.fulfilledAt != nil {
            flags.insert(.fulfilledUnpaid)
        }
        if matches.contains(where: \.isRefundReported) { flags.insert(.refundReported) }
        if self.order.remark != nil { flags.insert(.guardRemark) }
        return OrderFlag.allCases.filter(flags.contains)
    }

    /// Returns whether the order releases a purchase for fulfillment that was made before this server began to fulfill:
    /// the order is open, the purchase matches it, and no other purchase has its token, because the intended one would
    /// be ambiguous.
    package func releases(
        _ purchase: Purchase,
        of owner: CustomerID?,
        in environment: StoreEnvironment,
        at now: Instant
    ) -> Bool {
        let state = self.state(at: now)
        guard state == .created || state == .paid, let owner,
            let payment = OrderPayment(purchase, of: owner, in: environment, eventPosition: 0)
        else { return false }
        return self.order.concerns(purchaseAt: payment.purchasedAt) && self.isPaid(by: payment)
            && self.payments.allSatisfy { purchase.transactionIDs.contains($0.transactionID) }
    }

    /// Returns the queue of orders that it belongs to at an instant.
    package func queue(at now: Instant) -> OrderQueue? {
        switch self.state(at: now) {
        case .created where self.fulfilledAt == nil: .open
        case .created, .canceled, .expired: self.fulfilledAt == nil ? nil : .fulfilledNotPaid
        case .paid: .paidNotFulfilled
        case .fulfilled, .refunded, .partlyRefunded: nil
        }
    }

    /// Returns the next instant at which time alone changes its state: its expiry.
    package func dueAt(after now: Instant) -> Instant? {
        self.state(at: now) == .created ? self.order.expiresAt : nil
    }

    /// The instant at which to ask Apple next for its payment; `nil` when that is not needed.
    ///
    /// An expired order is asked about once more, because its payment may have been made at the last moment.
    package var askAt: Instant? {
        guard self.matches.isEmpty, self.cancellation == nil else { return nil }
        let instants = Self.askedAfter.map { self.order.createdAt + $0 }
        guard let askedAt else { return instants[0] }
        return instants.first { $0 > askedAt }
    }
}

/// An action on an order.
package enum OrderAction: Hashable, Sendable {
    /// Cancels the order.
    case cancel(at: Instant, by: String, reason: String?)
    /// Adds a note.
    case note(OrderNote)
    /// Records the confirmation of its fulfillment; `nil` when the goods were revoked.
    case fulfill(at: Instant?)
    /// Re-evaluates the order because time has passed.
    case look
    /// Records that the server asked Apple for its payment.
    case asked(at: Instant)
}
