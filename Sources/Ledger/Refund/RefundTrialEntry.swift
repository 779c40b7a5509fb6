/// The contribution of one case to the trial of a policy.
package struct RefundTrialEntry: Hashable, Sendable {
    /// The version on trial.
    package let version: Int64
    /// The policy that decided the case.
    package let arm: RefundExperiment.Arm
    /// The share of the price that the shop kept, in thousandths of a percent; `nil` until Apple has decided.
    package let keptShare: Int64?
    /// The price paid; `nil` where it is unknown.
    package let price: Money?

    /// The maximum price, in thousandths of a unit: sums of the maximum number of cases fit into 64 bits.
    private static let largestPrice: Int64 = 10_000_000_000_000

    /// Creates an entry of these values.
    package init(version: Int64, arm: RefundExperiment.Arm, keptShare: Int64?, price: Money?) {
        self.version = version
        self.arm = arm
        self.keptShare = keptShare.map { min(max($0, 0), RuleValue.wholeShare) }
        self.price = price.map { price in
            let amount = min(max(price.amountMilliunits, -Self.largestPrice), Self.largestPrice)
            return Money(amountMilliunits: amount, currency: price.currency)
        }
    }

    /// The currency of its sums; empty where the price is unknown.
    package var currency: String { self.price?.currency ?? "" }

    /// The entry as sums.
    package var tally: RefundTally {
        var tally = RefundTally()
        tally.cases = 1
        guard let keptShare else { return tally }
        let refunded = RuleValue.wholeShare - keptShare
        tally.decided = 1
        tally.refunded = refunded == 0 ? 0 : 1
        tally.keptShares = keptShare
        tally.keptSquares = keptShare * keptShare
        guard let price, let back = RefundCase.State.refunded(share: refunded).paidBack(of: price) else { return tally }
        tally.asked[price.currency] = price.amountMilliunits
        tally.kept[price.currency] = price.amountMilliunits - back.amountMilliunits
        return tally
    }
}

extension RefundRecord {
    /// The contribution of the case to each trial that decided an answer of it, in ascending order of version.
    ///
    /// It is a function of the case, so every recount has the same result. The Sandbox uses the same division and does
    /// not count: its purchases cost nothing.
    package var trialEntries: [RefundTrialEntry] {
        guard self.environment == .production else { return [] }
        var entries: [Int64: RefundTrialEntry] = [:]
        for request in self.refundCase.requests {
            guard let assignment = self.answer(to: request.id)?.assignment, entries[assignment.version] == nil else {
                continue
            }
            entries[assignment.version] = RefundTrialEntry(
                version: assignment.version,
                arm: assignment.arm,
                keptShare: self.keptShare(since: request, of: assignment),
                price: self.subject.price
            )
        }
        return entries.values.sorted { $0.version < $1.version }
    }

    /// Returns the share that the shop kept by Apple's decisions since a request, up to the next request with another
    /// policy.
    private func keptShare(since request: RefundRequest, of assignment: RefundAnswer.Assignment) -> Int64? {
        let later = self.refundCase.requests.drop { $0.number <= request.number }
        let end = later.first { next in self.answer(to: next.id).map { $0.assignment != assignment } ?? false }?
            .signedAt
        let signedRefunds = self.refundCase.signedRefunds.filter { signedRefund in
            signedRefund.signedAt >= request.signedAt && end.map { signedRefund.signedAt < $0 } ?? true
        }
        for signedRefund in signedRefunds.reversed() {
            switch signedRefund.kind {
            case .refunded(let share): return RuleValue.wholeShare - min(max(share, 0), RuleValue.wholeShare)
            case .declined, .reversed: return RuleValue.wholeShare
            case .requested, .revoked: continue
            }
        }
        return nil
    }

    /// Records the current contribution of the case, and returns the changes.
    package mutating func count() -> [RefundTallyChange] {
        let entries = self.trialEntries
        guard entries != self.counted else { return [] }
        let removed = self.counted.filter { !entries.contains($0) }.map { RefundTallyChange($0, isAdded: false) }
        let added = entries.filter { !self.counted.contains($0) }.map { RefundTallyChange($0, isAdded: true) }
        self.counted = entries
        return removed + added
    }
}
