/// Everything that Apple said about the refund of one purchase, and how it stands.
///
/// A case opens with the first request or, where Apple asked nothing, with the outcome. It is a function of a set of
/// words: no order of arrival and no repetition changes it.
package struct RefundCase: Hashable, Sendable {
    /// How a case stands.
    package enum State: Hashable, Sendable {
        /// Apple has asked and not decided since.
        case requested
        /// Apple paid back this share of the price, in thousandths of a percent.
        case refunded(share: Int64)
        /// Apple paid back nothing.
        case declined
        /// Apple took its refund back.
        case reversed
        /// What a family shared has ended.
        case revoked
    }

    /// Every word, by ascending instant.
    package let signedRefunds: [SignedRefund]
    /// The requests among them, first one first.
    package let requests: [RefundRequest]
    /// How many times Apple decided about a request.
    package let decidedRequests: Int

    /// The case that these words make; `nil` where nothing was said.
    package init?(_ signedRefunds: some Sequence<SignedRefund>) {
        // The same is said again, by a transaction with the date of the refund, and by Apple's word on it with its own:
        // the last word counts, whichever came first.
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

    /// How it stands: by the last word, unless Apple still waits for an answer.
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

    /// When it was opened.
    package var openedAt: Instant { self.signedRefunds.first?.signedAt ?? Instant(milliseconds: 0) }

    /// When Apple decided last, whatever it took back since.
    package var decidedAt: Instant? { self.signedRefunds.last { $0.kind.isDecision }?.signedAt }

    /// When Apple granted the refund that stands, however often it was said since; `nil` where none does.
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

    /// From the request to the decision that ended it, of the last request that was decided.
    package var timeToDecision: Span? {
        guard let request = self.requests.last(where: { $0.decidedAt != nil }), let decidedAt = request.decidedAt else {
            return nil
        }
        return decidedAt - request.signedAt
    }

    /// Whether money went back that Apple had not asked about, as it does when a bank takes it.
    ///
    /// It is a label and no more: Apple does not ask about every refund that it grants.
    package var isPossibleChargeback: Bool {
        let refund = self.signedRefunds.first { if case .refunded = $0.kind { true } else { false } }
        guard let refund else { return false }
        return !self.requests.contains { $0.signedAt <= refund.signedAt }
    }
}

extension SignedRefund.Kind {
    /// Whether Apple asks no longer once it has said this.
    ///
    /// A reversal takes back a refund: where one stood when Apple asked again, it is that one; otherwise the request
    /// must have been granted, and nobody heard of it.
    fileprivate func ends(requestAfterRefund wasRefunded: Bool) -> Bool {
        switch self {
        case .requested: false
        case .refunded, .declined, .revoked: true
        case .reversed: !wasRefunded
        }
    }
}

extension RefundCase.State {
    /// What Apple paid back of a price, once it has decided; half a unit is rounded away from zero.
    package func paidBack(of price: Money) -> Money? {
        switch self {
        case .refunded(let share):
            let part = Int128(price.amountMilliunits) * Int128(share)
            let whole = Int128(RuleValue.wholeShare)
            let rounded = (part + (part < 0 ? -whole : whole) / 2) / whole
            return Money(amountMilliunits: Int64(clamping: rounded), currency: price.currency)
        case .declined, .reversed: return Money(amountMilliunits: 0, currency: price.currency)
        case .requested, .revoked: return nil
        }
    }
}
