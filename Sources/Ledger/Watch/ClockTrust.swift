/// The decision whether the clock is trusted, so that old data may be dropped by it.
///
/// A clock that is wrongly set ahead by more than a day would drop the whole history at once. So the server trusts it
/// only after an hour of minutes.
package struct ClockTrust: Sendable {
    /// The maximum number of minutes by which a trusted clock may jump ahead.
    package static let greatestStep: Int64 = 24 * 60
    /// The number of minutes after which a clock that jumped further is trusted.
    package static let probation = 60

    private var believed: Int64?
    private var doubtedCount = 0

    /// Creates the trust in a clock that was trusted in a minute; `nil` where none is known.
    package init(since minute: Int64?) {
        self.believed = minute
    }

    /// Creates the trust in a clock that was trusted in the newest of the minutes with stored metrics.
    ///
    /// Where a gap of more than a day is followed by fewer minutes than an hour has, those minutes are not trusted: the
    /// earlier leader did not trust them either.
    package init(knowing minutes: some Collection<Int64>) {
        let sorted = Set(minutes).sorted()
        let first = max(1, sorted.count - Self.probation + 1)
        let doubted = sorted.indices.first { index in
            index >= first && sorted[index] - sorted[index - 1] > Self.greatestStep
        }
        self.init(since: doubted.map { sorted[$0 - 1] } ?? sorted.last)
    }

    /// Processes the minute that has ended, and returns whether the clock is trusted.
    package mutating func take(_ minute: Int64) -> Bool {
        if let believed, minute - believed > Self.greatestStep {
            self.doubtedCount += 1
            guard self.doubtedCount >= Self.probation else { return false }
        }
        self.believed = minute
        self.doubtedCount = 0
        return true
    }
}
