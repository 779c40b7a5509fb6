/// Decides whether the clock is believed so far that old things are dropped by it.
///
/// A clock that jumps ahead by more than a day, because somebody set it wrongly, would drop the whole history at once.
/// So it is believed only after an hour of minutes.
package struct ClockTrust: Sendable {
    /// By how many minutes a clock may go ahead at once.
    package static let greatestStep: Int64 = 24 * 60
    /// After so many minutes a clock that went ahead further is believed.
    package static let probation = 60

    private var believed: Int64?
    private var doubtedCount = 0

    /// A clock that was believed in a minute; `nil` where none is known.
    package init(since minute: Int64?) {
        self.believed = minute
    }

    /// A clock that was believed in the newest of the minutes of which metrics are kept, but in none of the last ones
    /// after a gap of more than a day, where they are fewer than an hour has: whoever led then did not believe them
    /// either.
    package init(knowing minutes: some Collection<Int64>) {
        let sorted = Set(minutes).sorted()
        let first = max(1, sorted.count - Self.probation + 1)
        let doubted = sorted.indices.first { index in
            index >= first && sorted[index] - sorted[index - 1] > Self.greatestStep
        }
        self.init(since: doubted.map { sorted[$0 - 1] } ?? sorted.last)
    }

    /// Takes the minute that has ended, and returns whether the clock is believed.
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
