/// Apple's signed statements about the refund of one purchase, and the state that follows from them.
///
/// A case opens with the first request or, where Apple sent none, with the outcome. It is a function of a set of signed
/// refunds: neither their order of arrival nor repetition changes it.
package struct RefundCase: Hashable, Sendable {
    /// The state of a case.
    package enum State: Hashable, Sendable {
        /// Apple sent a request and has not decided since.
        case requested
        /// Apple paid back this share of the price, in thousandths of a percent.
        case refunded(share: Int64)
        /// Apple paid back nothing.
        case declined
        /// Apple reversed its refund.
        case reversed
        /// A family-shared purchase ended.
        case revoked
    }

    /// Every signed refund, in ascending order of time.
    package let signedRefunds: [SignedRefund]
    /// The requests, the first one first.
    package let requests: [RefundRequest]
    /// The number of Apple's decisions on requests.
    package let decidedRequests: Int

    /// Creates the case of a set of signed refunds; `nil` where there are none.
    package init?(_ signedRefunds: some Sequence<SignedRefund>) {
        // The same refund is signed twice: by a transaction with the date of the refund, and by Apple's notification
        // with its own. The latest counts, in whatever order they arrive.
        var unique: [String: SignedRefund] = [:]
        for signedRefund in signedRefunds {
            if let known = unique[signedRefund.id], !known.comes(before: signedRefund) { continue }
            unique[signedRefund.id] = signedRefund
        }
        guard !unique.isEmpty else { return nil }
        let sorted = unique.values.sorted { $0.comes(before: $1) }
        self.signedRefunds = sorted
        var requests: [RefundRequest] = []
        var decisions = 0
        var isOpen = false
        var isRefunded = false
        for (place, signedRefund) in sorted.enumerated() {
            switch signedRefund.kind {
            case .refunded: isRefunded = true
            case .reversed: isRefunded = false
            case .requested, .declined, .revoked: break
            }
            if case .requested(let reason) = signedRefund.kind {
                isOpen = true
                requests.append(
                    RefundRequest(
                        id: signedRefund.id,
                        number: requests.count + 1,
                        reason: reason,
                        signedAt: signedRefund.signedAt,
                        decidedAt: sorted[place...].first { $0.kind.ends(requestAfterRefund: isRefunded) }?.signedAt,
                        decidedBefore: decisions
                    )
                )
            } else if signedRefund.kind.isDecision, isOpen {
                decisions += 1
                isOpen = false
            }
        }
        self.requests = requests
        self.decidedRequests = decisions
    }

    /// The state: by the last signed refund, unless Apple still waits for an answer.
    package var state: State {
        if self.requests.contains(where: { $0.decidedAt == nil }) { return .requested }
        return switch self.signedRefunds.last?.kind {
        case .refunded(let share): .refunded(share: share)
        case .declined: .declined
        case .reversed: .reversed
        case .revoked: .revoked
        case .requested, nil: .requested
        }
    }

    /// The instant at which the case was opened.
    package var openedAt: Instant { self.signedRefunds.first?.signedAt ?? Instant(milliseconds: 0) }

    /// The instant of Apple's last decision, whether or not Apple reversed it since.
    package var decidedAt: Instant? { self.signedRefunds.last { $0.kind.isDecision }?.signedAt }

    /// The instant at which Apple granted the refund in force, however often it was signed since; `nil` where none is
    /// in force.
    package var refundedAt: Instant? {
        var refundedAt: Instant?
        for signedRefund in self.signedRefunds {
            switch signedRefund.kind {
            case .refunded: refundedAt = refundedAt ?? signedRefund.signedAt
            case .reversed: refundedAt = nil
            case .requested, .declined, .revoked: break
            }
        }
        return refundedAt
    }

    /// The time from the request to the decision that ended it, of the last decided request.
    package var timeToDecision: Span? {
        guard let request = self.requests.last(where: { $0.decidedAt != nil }), let decidedAt = request.decidedAt else {
            return nil
        }
        return decidedAt - request.signedAt
    }

    /// Whether Apple refunded without a request, as it does when a bank reverses a payment.
    ///
    /// It is only a label: Apple does not send a request about every refund that it grants.
    package var isPossibleChargeback: Bool {
        let refund = self.signedRefunds.first { if case .refunded = $0.kind { true } else { false } }
        guard let refund else { return false }
        return !self.requests.contains { $0.signedAt <= refund.signedAt }
    }
}

extension SignedRefund.Kind {
    /// Returns whether this signed refund ends a request.
    ///
    /// A reversal undoes a refund: where a refund was in force at the time of the request, it undoes that one;
    /// otherwise Apple must have granted the request without the server receiving the decision.
    fileprivate func ends(requestAfterRefund wasRefunded: Bool) -> Bool {
        switch self {
        case .requested: false
        case .refunded, .declined, .revoked: true
        case .reversed: !wasRefunded
        }
    }
}

extension RefundCase.State {
    /// Returns what Apple paid back of a price, once it has decided, as the sales count it.
    package func paidBack(of price: Money) -> Money? {
        switch self {
        case .refunded(let share): return price.refunded(share: share)
        case .declined, .reversed: return Money(amountMilliunits: 0, currency: price.currency)
        case .requested, .revoked: return nil
        }
    }
}
