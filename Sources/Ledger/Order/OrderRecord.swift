/// An order and all that is known of what became of it.
///
/// State and flags are derived from these facts, never kept as steps, so the order in which they arrived has no say.
package struct OrderRecord: Hashable, Sendable {
    /// That an order was called off.
    package struct Cancellation: Hashable, Sendable {
        /// When.
        package let at: Instant
        /// Who did it: an operator or a key, by name.
        package let by: String
        /// Why, in his words.
        package let reason: String?

        /// A cancellation of these values.
        package init(at: Instant, by: String, reason: String?) {
            self.at = at
            self.by = by
            self.reason = reason
        }
    }

    /// How long a closed order is left alone: the clocks of nodes differ by far less, so all of them call it closed
    /// before one of them removes it.
    package static let removedAfter = Span.days(1)
    /// After how long without a payment Apple is asked, and after how long again.
    package static let askedAfter: [Span] = [.minutes(10), .hours(1), .hours(6), .hours(24)]

    /// What was ordered.
    package let order: Order
    /// That it was called off.
    package private(set) var cancellation: Cancellation?
    /// When its fulfillment was confirmed.
    package private(set) var fulfilledAt: Instant?
    /// The purchases that bear its token, in the order in which they were made.
    package private(set) var payments: [OrderPayment]
    /// What was written down about it, first note first.
    package private(set) var notes: [OrderNote]
    /// When Apple was last asked whether it was paid.
    package private(set) var askedAt: Instant?

    /// A record of these facts.
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

    // MARK: What stays

    /// From when on a purchase that becomes known is not about it any more; `nil` while it has to stay.
    ///
    /// An order closes when nobody has paid, fulfilled or written anything until then. It is a fixed instant, so
    /// whether a purchase finds its order depends on when the purchase became known, and never on when closed orders
    /// are removed.
    package var closesAt: Instant? {
        guard self.payments.isEmpty, self.fulfilledAt == nil, self.notes.isEmpty else { return nil }
        return self.order.expiresAt + self.order.retention
    }

    /// Whether it has closed at an instant.
    package func isClosed(at now: Instant) -> Bool { self.closesAt.map { $0 <= now } ?? false }

    // MARK: What becomes known

    /// Takes something in that was done.
    ///
    /// Called off is called off once: the earlier instant counts. Whoever keeps orders asks `refuses` before.
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

    /// Whether something cannot be done to it any more: what was paid for is not called off, and of notes there are not
    /// too many.
    package func refuses(_ action: OrderAction) -> Bool {
        switch action {
        case .cancel: !self.matches.isEmpty
        case .note: self.notes.count >= OrderNote.maximumCount
        case .fulfill, .look, .asked: false
        }
    }

    /// Whether something about it is as if it were not there, because it has closed.
    package func ignores(_ action: OrderAction, at now: Instant) -> Bool {
        switch action {
        case .look, .asked: false
        case .cancel, .note, .fulfill: self.isClosed(at: now)
        }
    }

    /// Takes in what is told of a purchase that bears its token; of one that is known what was told later counts.
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

    /// Takes in how what it was paid with was fulfilled by this server; whether that is something else than was known.
    ///
    /// It is fulfilled since the first of them was, unless all of that was revoked. Where this server hands nothing
    /// over there is none, and what the shop said stays.
    package mutating func hear(_ fulfillments: [Fulfillment]) -> Bool {
        guard !fulfillments.isEmpty else { return false }
        let remaining = fulfillments.filter { $0.revoked < FulfillmentDemand.all }
        let fulfilledAt = remaining.compactMap(\.confirmedAt).min()
        guard fulfilledAt != self.fulfilledAt else { return false }
        self.fulfilledAt = fulfilledAt
        return true
    }

    /// The fulfillments of what it was paid with, by name.
    package var fulfillmentIDs: [FulfillmentID] {
        self.matches.map { FulfillmentID($0.transactionID, in: $0.environment) }
    }

    // MARK: What follows

    /// Why a purchase with its token does not pay for it; empty when it does.
    func mismatches(of payment: OrderPayment) -> Set<OrderFlag> {
        var flags: Set<OrderFlag> = []
        if payment.environment != self.order.environment { flags.insert(.otherEnvironment) }
        if payment.productID != self.order.productID { flags.insert(.otherProduct) }
        if payment.quantity != self.order.quantity { flags.insert(.otherQuantity) }
        if let owner = payment.owner, owner != self.order.customer { flags.insert(.otherCustomer) }
        return flags
    }

    /// Whether a purchase pays for it.
    package func isPaid(by payment: OrderPayment) -> Bool { self.mismatches(of: payment).isEmpty }

    /// The purchases that pay for it, first one first.
    package var matches: [OrderPayment] { self.payments.filter { self.isPaid(by: $0) } }

    /// How far it has come at an instant.
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

    /// What a person should look at, in the order of `OrderFlag`.
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

    /// Whether it has a purchase fulfilled that was made before this server handed anything over: it is open, the
    /// purchase is what it is for, and no other purchase bears its token, because nobody can say then which one is
    /// meant.
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

    /// What it waits for at an instant.
    package func queue(at now: Instant) -> OrderQueue? {
        switch self.state(at: now) {
        case .created where self.fulfilledAt == nil: .open
        case .created, .canceled, .expired: self.fulfilledAt == nil ? nil : .fulfilledNotPaid
        case .paid: .paidNotFulfilled
        case .fulfilled, .refunded, .partlyRefunded: nil
        }
    }

    /// When it is another one although nothing more is heard: when it expires.
    package func dueAt(after now: Instant) -> Instant? {
        self.state(at: now) == .created ? self.order.expiresAt : nil
    }

    /// When Apple is to be asked next whether it was paid; `nil` when it need not be.
    ///
    /// One that is over is asked about once more, because its payment may have come at the last moment.
    package var askAt: Instant? {
        guard self.matches.isEmpty, self.cancellation == nil else { return nil }
        let instants = Self.askedAfter.map { self.order.createdAt + $0 }
        guard let askedAt else { return instants[0] }
        return instants.first { $0 > askedAt }
    }
}

/// Something done to an order.
package enum OrderAction: Hashable, Sendable {
    /// It is called off: when, by whom and why.
    case cancel(at: Instant, by: String, reason: String?)
    /// Somebody writes something down about it.
    case note(OrderNote)
    /// Its fulfillment was confirmed; `nil` when that was revoked.
    case fulfill(at: Instant?)
    /// Time has passed over it.
    case look
    /// Apple was asked whether it was paid.
    case asked(at: Instant)
}
