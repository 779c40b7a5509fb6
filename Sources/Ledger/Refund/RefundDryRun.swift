/// What a policy would have told Apple about requests of the past, beside what was told and what Apple decided.
///
/// Nothing says what Apple would have decided then; so money is shown as it went, on the side of each answer.
package struct RefundDryRun: Hashable, Sendable {
    /// What would have become of a request.
    package enum Answer: String, Hashable, Sendable, CaseIterable {
        /// Apple would have been asked not to refund.
        case decline = "DECLINE"
        /// Apple would have been asked to refund all.
        case grantFull = "GRANT_FULL"
        /// Apple would have been asked to refund a part.
        case grantProrated = "GRANT_PRORATED"
        /// Apple would have been told the facts.
        case none
        /// A person would have been asked.
        case hold
        /// Nothing could have been told.
        case withheld

        /// An answer that is told to Apple.
        package init(_ preference: RefundPreference?) {
            switch preference {
            case .decline: self = .decline
            case .grantFull: self = .grantFull
            case .grantProrated: self = .grantProrated
            case nil: self = .none
            }
        }
    }

    /// What happened to the requests of one answer.
    package struct Side: Hashable, Sendable {
        /// How many requests.
        package var requests: Int64 = 0
        /// How many of them Apple declined.
        package var declined: Int64 = 0
        /// How many of them Apple refunded, wholly or in part.
        package var refunded: Int64 = 0
        /// How many of them were told otherwise than they would be.
        package var different: Int64 = 0
        /// What customers had paid for them, in thousandths of a unit by currency.
        package var paid: [String: Int128] = [:]
        /// What of it Apple paid back, in thousandths of a unit by currency.
        package var paidBack: [String: Int128] = [:]
    }

    /// A request that would have been told otherwise.
    package struct Difference: Hashable, Sendable {
        /// The notification's UUID.
        package let id: String
        /// What would have been told.
        package let answer: Answer
        /// The rule that says so; `nil` for `otherwise`.
        package let rule: String?
        /// What was told.
        package let sent: Answer
        /// What Apple decided.
        package let outcome: RefundCase.State?
        /// What the customer had paid.
        package let price: Money?
    }

    /// How many differences are named to whoever asks for a run.
    package static let namedDifferences = 500

    /// The policy.
    package let rules: RuleSet
    /// What it wants where a part cannot be granted.
    package let second: RefundPreference?
    /// How many differences are kept by name; all are counted.
    package let differenceLimit: Int
    /// What happened to the requests, by what the policy would have told.
    package private(set) var sides: [Answer: Side] = [:]
    /// The first requests that would have been told otherwise.
    package private(set) var differences: [Difference] = []
    /// How many requests each rule decided; `nil` is `otherwise`.
    package private(set) var matches: [String?: Int64] = [:]

    /// A run of a policy over nothing yet.
    package init(_ rules: RuleSet, otherwise second: RefundPreference? = nil, differenceLimit: Int = 1000) {
        self.rules = rules
        self.second = second
        self.differenceLimit = differenceLimit
    }

    /// How many requests were looked at.
    package var requests: Int64 { self.sides.values.reduce(0) { $0 + $1.requests } }

    /// How many would have been told otherwise.
    package var different: Int64 { self.sides.values.reduce(0) { $0 + $1.different } }

    /// Looks at one more request.
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

/// A request of the past, as a policy would have met it.
package struct PastRefundRequest: Hashable, Sendable {
    /// The notification's UUID.
    package let id: String
    /// What was known then, by the names of `RefundEvidence`.
    package let evidence: [String: RuleValue]
    /// What decided which answers Apple would accept.
    package let circumstances: RefundCircumstances
    /// What was told to Apple; `nil` where nothing was.
    package let sent: SentAnswer?
    /// What Apple decided; `nil` while that is not known.
    package let outcome: RefundCase.State?
    /// What the customer had paid.
    package let price: Money?

    /// What was told to Apple.
    package struct SentAnswer: Hashable, Sendable {
        /// What the shop wanted; `nil` left it to Apple.
        package let preference: RefundPreference?

        /// That this was told.
        package init(_ preference: RefundPreference?) { self.preference = preference }
    }

    /// A request of these values.
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

    /// What Apple paid back, of a case that it has decided; half a unit is rounded away from zero.
    package var refunded: Money? {
        guard let price, let outcome else { return nil }
        return outcome.paidBack(of: price)
    }
}
