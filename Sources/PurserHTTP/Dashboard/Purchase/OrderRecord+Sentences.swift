import Ledger
import PurserService

/// An order in sentences.
extension OrderRecord {
    /// Returns the state with its reason, then what needs attention.
    func sentences(at now: Instant, for visit: DashboardVisit) -> [String] {
        [self.stateSentence(at: now, for: visit)] + self.flags.map { visit.text($0.textKey) }
    }

    private func stateSentence(at now: Instant, for visit: DashboardVisit) -> String {
        let paidAt = self.matches.first?.purchasedAt.dayText ?? "–"
        switch self.state(at: now) {
        case .created: return visit.text("orderWaitsUntil", self.order.expiresAt.dayText)
        case .paid: return visit.text("orderPaidOn", paidAt)
        case .fulfilled: return visit.text("orderFulfilledOn", self.fulfilledAt?.dayText ?? "–")
        case .expired: return visit.text("orderExpiredOn", self.order.expiresAt.dayText)
        case .canceled: return visit.text("orderCanceledOn", self.cancellation?.at.dayText ?? "–")
        case .refunded: return visit.text("orderRefundedWhole")
        case .partlyRefunded: return visit.text("orderRefundedPart")
        }
    }

    /// Returns what happened to the order, earliest first.
    func history(_ visit: DashboardVisit) -> [(at: Instant, says: String, note: String?)] {
        var history: [(at: Instant, says: String, note: String?)] = [
            (self.order.createdAt, visit.text("orderWasCreated", self.order.createdBy), nil)
        ]
        for payment in self.payments {
            let isPayment = self.isPaid(by: payment)
            let id = payment.transactionID.rawValue
            history.append((payment.purchasedAt, visit.text(isPayment ? "orderWasPaid" : "orderHadOther", id), nil))
            if let refundedAt = payment.refundedAt {
                let share = payment.refundedShare.map { DashboardNumbers.share($0) } ?? "100 %"
                history.append((refundedAt, visit.text("orderWasRefunded", share), nil))
            }
        }
        if let cancellation {
            history.append((cancellation.at, visit.text("orderWasCanceled", cancellation.by), cancellation.reason))
        }
        if let fulfilledAt { history.append((fulfilledAt, visit.text("orderWasFulfilled"), nil)) }
        if let askedAt { history.append((askedAt, visit.text("orderWasAsked"), nil)) }
        for note in self.notes { history.append((note.at, visit.text("orderHasNote", note.by), note.text)) }
        // Entries of one instant keep the order in which they can happen.
        return history.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }
}

extension OrderState {
    /// The key of the state's name.
    var textKey: String {
        switch self {
        case .created: "orderStateCreated"
        case .paid: "orderStatePaid"
        case .fulfilled: "orderStateFulfilled"
        case .expired: "orderStateExpired"
        case .canceled: "orderStateCanceled"
        case .refunded: "orderStateRefunded"
        case .partlyRefunded: "orderStatePartlyRefunded"
        }
    }

    /// The color of the state.
    var chip: String {
        switch self {
        case .fulfilled: "good"
        case .paid: "warn"
        case .refunded, .partlyRefunded: "bad"
        case .created, .expired, .canceled: ""
        }
    }
}

extension OrderFlag {
    /// The key of a sentence that says what needs attention.
    var textKey: String {
        switch self {
        case .otherProduct: "orderFlagProduct"
        case .otherQuantity: "orderFlagQuantity"
        case .otherCustomer: "orderFlagCustomer"
        case .otherEnvironment: "orderFlagEnvironment"
        case .paidTwice: "orderFlagTwice"
        case .paidAfterExpiry: "orderFlagLate"
        case .paidAfterCancel: "orderFlagCanceled"
        case .fulfilledUnpaid: "orderFlagUnpaid"
        case .refundReported: "orderFlagReported"
        case .guardRemark: "orderFlagGuard"
        }
    }
}
