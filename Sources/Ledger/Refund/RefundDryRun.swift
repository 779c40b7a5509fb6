/// The answers that a policy would have given to past requests, beside the answers sent and Apple's decisions.
///
/// Apple's decision on a different answer is unknown; so money is reported as it went, by the policy's answer.
package struct RefundDryRun: Hashable, Sendable {
    /// The answer that the policy would have given.
    package enum Answer: String, Hashable, Sendable, CaseIterable {
        /// The preference not to refund.
        case decline = "DECLINE"
        /// The preference for a full refund.
        case grantFull = "GRANT_FULL"
        /// The preference for a partial refund.
        case grantProrated = "GRANT_PRORATED"
        /// The facts without a preference.
        case none
        /// A hold, so that an operator decides.
        case hold
        /// No answer, because the server may not answer.
        case withheld

        /// Creates the answer of a preference.
        package init(_ preference: RefundPreference?) {
            switch preference {
            case .decline: self = .decline
            case .grantFull: self = .grantFull
            case .grantProrated: self = .grantProrated
            case nil: self = .none
            }
        }
    }

    /// The requests with the same answer of the policy.
    package struct Side: Hashable, Sendable {
        /// The number of requests.
        package var requests: Int64 = 0
        /// The number of them that Apple declined.
        package var declined: Int64 = 0
        /// The number of them that Apple refunded, wholly or in part.
        package var refunded: Int64 = 0
        /// The number of them whose answer differs from the one sent.
        package var different: Int64 = 0
        /// The payments of customers for them, in thousandths of a unit by currency.
        package var paid: [String: Int128] = [:]
        /// The part of it that Apple paid back, in thousandths of a unit by currency.
        package var paidBack: [String: Int128] = [:]
    }

    /// A request whose answer differs from the one sent.
    package struct Difference: Hashable, Sendable {
        /// The UUID of Apple's notification.
        package let id: String
        /// The policy's answer.
        package let answer: Answer
        /// The rule that decided; `nil` for `otherwise`.
        package let rule: String?
        /// The answer that was sent.
        package let sent: Answer
        /// Apple's decision.
        package let outcome: RefundCase.State?
        /// The price that the customer had paid.
        package let price: Money?
    }

    /// The maximum number of differences that the API lists.
    package static let namedDifferences = 500

    /// The policy.
    package let rules: RuleSet
    /// The preference where a prorated refund is not possible.
    package let second: RefundPreference?
    /// The maximum number of differences that are listed; all are counted.
    package let differenceLimit: Int
    /// The requests, by the policy's answer.
    package private(set) var sides: [Answer: Side] = [:]
    /// The first requests whose answer differs from the one sent.
    package private(set) var differences: [Difference] = []
    /// The number of requests that each rule decided; `nil` is `otherwise`.
    package private(set) var matches: [String?: Int64] = [:]

    /// Creates a dry run of a policy without requests.
    package init(_ rules: RuleSet, otherwise second: RefundPreference? = nil, differenceLimit: Int = 1000) {
        self.rules = rules
        self.second = second
        self.differenceLimit = differenceLimit
    }

    /// The number of requests.
    package var requests: Int64 { self.sides.values.reduce(0) { $0 + $1.requests } }

    /// The number of requests whose answer differs from the one sent.
    package var different: Int64 { self.sides.values.reduce(0) { $0 + $1.different } }

    /// Adds one request.
    package mutating func take(_ pastRequest: PastRefundRequest) {
        let decision = self.rules.decision(on: pastRequest.evidence)
        let answer = self.answer(decision.answer, pastRequest.circumstances)
        let sent = pastRequest.sent.map { Answer($0.preference) } ?? .withheld
        self.matches[decision.matched?.name, default: 0] += 1
        var side = self.sides[answer] ?? Side()
        side.requests += 1
        switch pastRequest.outcome {
        case .declined: side.declined += 1
        case .refunded: side.refunded += 1
        case .requested, .reversed, .revoked, nil: break
        }
        if let price = pastRequest.price {
            side.paid[price.currency, default: 0] += Int128(price.amountMilliunits)
            if let refunded = pastRequest.refunded {
                side.paidBack[price.currency, default: 0] += Int128(refunded.amountMilliunits)
            }
        }
        if answer != sent {
            side.different += 1
            if self.differences.count < self.differenceLimit {
                self.differences.append(
                    Difference(
                        id: pastRequest.id,
                        answer: answer,
                        rule: decision.matched?.name,
                        sent: sent,
                        outcome: pastRequest.outcome,
                        price: pastRequest.price
                    )
                )
            }
        }
        self.sides[answer] = side
    }

    private func answer(_ answer: RuleAnswer, _ circumstances: RefundCircumstances) -> Answer {
        let preference = RefundPreference(rawValue: answer.word)
        guard let reply = try? RefundReply(preference, otherwise: self.second, in: circumstances) else {
            return .withheld
        }
        if case .wait = answer.detail { return .hold }
        return Answer(reply.preference)
    }
}

/// A past request as a policy evaluates it.
package struct PastRefundRequest: Hashable, Sendable {
    /// The UUID of Apple's notification.
    package let id: String
    /// The evidence at that time, by the names of `RefundEvidence`.
    package let evidence: [String: RuleValue]
    /// The circumstances that determined which answers Apple would accept.
    package let circumstances: RefundCircumstances
    /// The answer that was sent to Apple; `nil` where none was.
    package let sent: SentAnswer?
    /// Apple's decision; `nil` while it is unknown.
    package let outcome: RefundCase.State?
    /// The price that the customer had paid.
    package let price: Money?

    /// An answer that was sent to Apple.
    package struct SentAnswer: Hashable, Sendable {
        /// The shop's preference; `nil` left the decision to Apple.
        package let preference: RefundPreference?

        /// Creates a sent answer.
        package init(_ preference: RefundPreference?) { self.preference = preference }
    }

    /// Creates a request of these values.
    package init(
        id: String,
        evidence: [String: RuleValue],
        circumstances: RefundCircumstances,
        sent: SentAnswer?,
        outcome: RefundCase.State?,
        price: Money?
    ) {
        self.id = id
        self.evidence = evidence
        self.circumstances = circumstances
        self.sent = sent
        self.outcome = outcome
        self.price = price
    }

    /// The amount that Apple paid back in a decided case.
    package var refunded: Money? {
        guard let price, let outcome else { return nil }
        return outcome.paidBack(of: price)
    }
}
