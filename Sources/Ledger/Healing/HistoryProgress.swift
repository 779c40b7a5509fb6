/// How far Apple's notification history has been read, for one app and environment.
package struct HistoryProgress: Hashable, Sendable {
    /// Up to which instant reading was planned; `nil` before the first time.
    package let plannedThrough: Instant?
    /// What of it is still to be read, in the order of reading.
    package let windows: [HistoryWindow]
    /// What reading has shown, since the first time.
    package let count: HistoryCount
    /// The last time that reading went far back, to find what came late into the history.
    package let deepAt: Instant?

    /// A state of these values.
    package init(plannedThrough: Instant?, windows: [HistoryWindow], count: HistoryCount, deepAt: Instant?) {
        self.plannedThrough = plannedThrough
        self.windows = windows
        self.count = count
        self.deepAt = deepAt
    }

    /// Before the first time.
    package static let none = Self(plannedThrough: nil, windows: [], count: HistoryCount(), deepAt: nil)

    /// Up to which instant every notification that the history lists has been read; `nil` if none has.
    ///
    /// A window begins later than it was planned for only where it was read before, so the earliest that is open says it.
    package var readThrough: Instant? {
        guard let plannedThrough else { return nil }
        let open = self.windows.filter { $0.type == nil }.map(\.from).min()
        return open.map { min($0, plannedThrough) } ?? plannedThrough
    }
}
