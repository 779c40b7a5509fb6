/// What one case counts for in the trial of a policy.
package struct RefundTrialEntry: Hashable, Sendable {
    /// The version that is tried.
    package let version: Int64
    /// Which policy the case met.
    package let arm: RefundExperiment.Arm
    /// Which share of the price was kept, in thousandths of a percent; `nil` as long as Apple has not decided.
    package let keptShare: Int64?
    /// What was paid; `nil` where that is not known.
    package let price: Money?

    /// No price is larger, in thousandths of a unit: sums of the most cases fit into 64 bits.
    private static let largestPrice: Int64 = 10_000_000_000_000

    /// An entry of these values.
    package init(version: Int64, arm: RefundExperiment.Arm, keptShare: Int64?, price: Money?) {
        self.version = version
        self.arm = arm
        self.keptShare = keptShare.map { min(max($0, 0), RuleValue.wholeShare) }
        self.price = price.map { price in
            let amount = min(max(price.amountMilliunits, -Self.largestPrice), Self.largestPrice)
            return Money(amountMilliunits: amount, currency: price.currency)
        }
    }

    /// The currency of its sums; none where nothing is known of a price.
    package var currency: String { self.price?.currency ?? "" }

    /// It alone as sums.
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
    /// What the case counts for in each trial whose division decided what was told about it, by ascending version.
    ///
    /// It is a function of what was said and done, so whoever counts it again counts the same. The Sandbox meets the
    /// same division and counts for nothing: nobody pays there.
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

    /// Which share was kept by what Apple decided since a request, up to the next request that met another policy.
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

    /// Takes note that the case counts for what it is now, and returns what that changes.
    package mutating func count() -> [RefundTallyChange] {
        let entries = self.trialEntries
        guard entries != self.counted else { return [] }
        let removed = self.counted.filter { !entries.contains($0) }.map { RefundTallyChange($0, isAdded: false) }
        let added = entries.filter { !self.counted.contains($0) }.map { RefundTallyChange($0, isAdded: true) }
        self.counted = entries
        return removed + added
    }
}
