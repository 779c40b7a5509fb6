package import Ledger

/// The comparisons of subscriptions with Apple within a day, each subscription once.
///
/// Active and overdue subscriptions are counted separately: an active one is a random sample of many, while each
/// overdue one that is found represents only itself.
package struct StatusSample: Sendable {
    /// The time for which a comparison counts.
    package static let reach = Span.days(1)
    /// The minimum number of comparisons for a share, and the minimum denominator of the share.
    package static let leastCount = 20
    /// The maximum denominator for lost renewals, so that five of them are a tenth.
    package static let greatestBase = 50
    /// The number of comparisons of each active subscription at which nearly all of them are known.
    private static let wholeCount = 3

    private struct Result {
        var at: Instant
        var differs: Bool
    }

    private var overdueTimes: [Instant] = []
    private var runningTimes: [Instant] = []
    private var running: [OriginalTransactionID: Result] = [:]
    private var lost: [OriginalTransactionID: Instant] = [:]

    /// Creates an empty sample.
    package init() {}

    /// Adds a comparison.
    ///
    /// A difference is corrected when it is found, so it counts for the whole day; several comparisons that find it at
    /// once count as one.
    ///
    /// - Parameters:
    ///   - id: The subscription.
    ///   - isOverdue: Whether its period had ended.
    ///   - differs: Whether Apple's state differs; an overdue subscription that does not differ has ended.
    ///   - now: The instant of the comparison.
    package mutating func add(_ id: OriginalTransactionID, isOverdue: Bool, differs: Bool, at now: Instant) {
        self.expire(at: now)
        if isOverdue {
            self.overdueTimes.append(now)
            if differs { self.lost[id] = now }
        } else {
            self.runningTimes.append(now)
            if differs || self.running[id]?.differs != true { self.running[id] = Result(at: now, differs: differs) }
        }
    }

    /// Returns the share that differs, 0 to 1: the greater one of active subscriptions and of lost renewals.
    ///
    /// Fewer than 20 subscriptions count as 20, so that one difference is no drift.
    ///
    /// - Parameter now: The end of the day that counts.
    /// - Returns: The share; `nil` where too few were compared.
    package mutating func share(at now: Instant) -> Double? {
        self.expire(at: now)
        guard self.runningTimes.count + self.overdueTimes.count >= Self.leastCount else { return nil }
        let count = max(Self.leastCount, self.running.count)
        let different = Double(self.running.values.count { $0.differs }) / Double(count)
        // In a small shop every subscription was compared.
        let isWhole = self.runningTimes.count >= Self.wholeCount * self.running.count
        let known = max(Self.leastCount, self.running.count + self.lost.count)
        let base = isWhole ? min(Self.greatestBase, known) : Self.greatestBase
        return max(different, min(1, Double(self.lost.count) / Double(base)))
    }

    private mutating func expire(at now: Instant) {
        func counts(_ at: Instant) -> Bool { at <= now && now - at < Self.reach }
        self.overdueTimes.removeAll { !counts($0) }
        self.runningTimes.removeAll { !counts($0) }
        self.running = self.running.filter { counts($0.value.at) }
        self.lost = self.lost.filter { counts($0.value) }
    }
}
