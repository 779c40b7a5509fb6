package import Ledger

/// Which windows of Apple's notification history to read next, from how far it was read before.
///
/// Refund requests have a deadline, so a long window is read first for them alone, then for refunds and what undoes
/// them, then for everything. A short window, as on a quiet hour's schedule, is read once for everything.
package struct HistoryPlan: Hashable, Sendable {
    /// How far back the history goes (Apple's Get Notification History), less an hour in which clocks may differ.
    package static let reach = Span.hours(180 * 24 - 1)
    /// What is read again each time, because the history may lag behind what it tells of.
    package static let overlap = Span.hours(1)
    /// How far back the long look goes: Apple repeats a notification for six and a half days.
    package static let deepReach = Span.days(7)
    /// How often the long look is taken.
    package static let deepInterval = Span.days(1)
    /// From which length on the types that matter most are read first.
    package static let longWindow = Span.hours(6)
    /// How many parts a window is read in, several at a time, if each is at least an hour long.
    package static let maximumSlices = 8

    /// The types that come first in a long window, in order: what has a deadline, then what takes entitlements away or
    /// back.
    package static let firstTypes = ["CONSUMPTION_REQUEST", "REFUND", "REFUND_REVERSED", "REVOKE"]

    /// What to read.
    package let windows: [HistoryWindow]
    /// Up to which instant.
    package let through: Instant
    /// This instant, if the plan is a long look.
    package let deepAt: Instant?
    /// Whether more time has passed than the history tells of, so that each chain must be asked about.
    package let isBeyondReach: Bool

    /// A plan at an instant, from the progress so far.
    package init(after progress: HistoryProgress, at now: Instant) {
        let earliest = now - Self.reach
        var from = progress.plannedThrough.map { $0 - Self.overlap } ?? earliest
        let isDeep = progress.deepAt.map { now - $0 >= Self.deepInterval || $0 > now } ?? true
        if isDeep { from = min(from, now - Self.deepReach) }
        self.isBeyondReach = progress.plannedThrough.map { $0 < earliest } ?? false
        self.deepAt = isDeep ? now : nil
        self.through = now
        // A clock that was set back, or a second plan in the same millisecond.
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
