package import Ledger

/// What comparisons of subscriptions with Apple have shown within a day, each subscription once.
///
/// Those that run and those that are overdue are kept apart: a running one is taken by chance and speaks for many,
/// while each overdue one that is found speaks for itself alone.
package struct StatusSample: Sendable {
    /// How long a comparison counts.
    package static let reach = Span.days(1)
    /// From how many comparisons on there is a share, and of how many subscriptions it is at least.
    package static let leastCount = 20
    /// Of how many subscriptions a lost renewal is one at most, however many there are: five are a tenth.
    package static let greatestBase = 50
    /// How many comparisons there are of each running subscription where nearly all of them are known.
    private static let wholeCount = 3

    private struct Result {
        var at: Instant
        var differs: Bool
    }

    private var overdueTimes: [Instant] = []
    private var runningTimes: [Instant] = []
    private var running: [OriginalTransactionID: Result] = [:]
    private var lost: [OriginalTransactionID: Instant] = [:]

    /// A sample of nothing.
    package init() {}

    /// Adds what a comparison has shown.
    ///
    /// A difference is mended when it is found, so it stands for the whole day; several that find it at once are one.
    ///
    /// - Parameters:
    ///   - id: The subscription.
    ///   - isOverdue: Whether its period had ended.
    ///   - differs: Whether Apple says something else; what is overdue and does not differ has ended.
    ///   - now: When.
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

    /// The share that differs, 0 to 1: of the running ones, or of those whose renewal was lost, which is greater.
    ///
    /// Of fewer than 20 subscriptions it is as if there were 20, so that one difference is no drift.
    ///
    /// - Parameter now: The instant up to which the day goes.
    /// - Returns: The share; `nil` where too few were compared.
    package mutating func share(at now: Instant) -> Double? {
        self.expire(at: now)
        guard self.runningTimes.count + self.overdueTimes.count >= Self.leastCount else { return nil }
        let count = max(Self.leastCount, self.running.count)
        let different = Double(self.running.values.count { $0.differs }) / Double(count)
        // A small shop is known as a whole.
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
