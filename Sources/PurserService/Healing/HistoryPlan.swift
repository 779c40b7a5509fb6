package import Ledger

/// A plan of the windows of Apple's notification history to read next, computed from how far it was read before.
///
/// Refund requests have a deadline. Therefore a long window is read first for refund requests alone, then for refunds
/// and their reversals, then for everything. A short window, such as that of an hourly reading, is read once for
/// everything.
package struct HistoryPlan: Hashable, Sendable {
    /// The length of the history (Apple's Get Notification History), minus an hour by which clocks may differ.
    package static let reach = Span.hours(180 * 24 - 1)
    /// The period that each reading repeats, because the history may lag behind.
    package static let overlap = Span.hours(1)
    /// The period of the daily long reading: Apple retries a notification for six and a half days.
    package static let deepReach = Span.days(7)
    /// The interval between two long readings.
    package static let deepInterval = Span.days(1)
    /// The length from which on a window is read for the most important types first.
    package static let longWindow = Span.hours(6)
    /// The maximum number of parts into which a window is divided, each at least an hour long; several are read at a
    /// time.
    package static let maximumSlices = 8

    /// The types that are read first in a long window, in order: refund requests, which have a deadline, then what ends
    /// or restores entitlements.
    package static let firstTypes = ["CONSUMPTION_REQUEST", "REFUND", "REFUND_REVERSED", "REVOKE"]

    /// The windows to read.
    package let windows: [HistoryWindow]
    /// The instant up to which they reach.
    package let through: Instant
    /// The same instant, if the plan is a long reading.
    package let deepAt: Instant?
    /// Whether more time has passed than the history covers, so that each chain must be checked.
    package let isBeyondReach: Bool

    /// Creates the plan at an instant, from the progress so far.
    package init(after progress: HistoryProgress, at now: Instant) {
        let earliest = now - Self.reach
        var from = progress.plannedThrough.map { $0 - Self.overlap } ?? earliest
        let isDeep = progress.deepAt.map { now - $0 >= Self.deepInterval || $0 > now } ?? true
        if isDeep { from = min(from, now - Self.deepReach) }
        self.isBeyondReach = progress.plannedThrough.map { $0 < earliest } ?? false
        self.deepAt = isDeep ? now : nil
        self.through = now
        // The clock was set back, or this is a second plan in the same millisecond.
        from = min(max(from, earliest), now - .minutes(1))
        let span = now - from
        var windows: [HistoryWindow] = []
        if span > Self.longWindow {
            windows += Self.firstTypes.enumerated().map { rank, type in
                HistoryWindow(rank: rank, type: type, from: from, through: now)
            }
        }
        let hours = span.milliseconds / Span.hours(1).milliseconds
        let count = max(1, min(Int64(Self.maximumSlices), hours))
        var start = from
        for slice in 1...count {
            let end = slice == count ? now : from + Span(milliseconds: span.milliseconds / count * slice)
            windows.append(HistoryWindow(rank: Self.firstTypes.count, type: nil, from: start, through: end))
            start = end
        }
        self.windows = windows
    }
}
