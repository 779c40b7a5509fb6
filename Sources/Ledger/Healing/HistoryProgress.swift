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
    /// A window begins later than it was planned for only where it was read before, so the earliest that is open says
    /// it.
    package var readThrough: Instant? {
        guard let plannedThrough else { return nil }
        let open = self.windows.filter { $0.type == nil }.map(\.from).min()
        return open.map { min($0, plannedThrough) } ?? plannedThrough
    }
}

/// A stretch of Apple's notification history that is still to be read.
package struct HistoryWindow: Hashable, Sendable {
    /// The order in which windows are read, the lowest first: refund requests before refunds, those before the rest.
    package let rank: Int
    /// The one type of notification that is read; `nil` for all.
    package let type: String?
    /// From this instant on.
    package let from: Instant
    /// Up to this instant.
    package let through: Instant
    /// The page to go on from, in Apple's words; `nil` for the first.
    package let page: String?

    /// A window of one type of notification, or of all.
    package init(rank: Int, type: String?, from: Instant, through: Instant, page: String? = nil) {
        self.rank = rank
        self.type = type
        self.from = from
        self.through = through
        self.page = page
    }

    /// The same window, to be gone on with from a page.
    package func at(page: String?) -> Self {
        Self(rank: self.rank, type: self.type, from: self.from, through: self.through, page: page)
    }
}

/// What comparing Apple's notification history with the ledger has shown.
package struct HistoryCount: Hashable, Sendable {
    /// Notifications that Apple says it sent.
    package var listed: Int
    /// Those of them that were not in the ledger: the gap.
    package var missing: Int
    /// Those of the gap of which Apple says that they were taken: an answer of 200 without a record.
    package var lost: Int
    /// Those that could not be taken in.
    package var refused: Int

    /// A count of these.
    package init(listed: Int = 0, missing: Int = 0, lost: Int = 0, refused: Int = 0) {
        self.listed = listed
        self.missing = missing
        self.lost = lost
        self.refused = refused
    }

    /// Both together.
    package static func + (one: Self, other: Self) -> Self {
        Self(
            listed: one.listed + other.listed,
            missing: one.missing + other.missing,
            lost: one.lost + other.lost,
            refused: one.refused + other.refused
        )
    }
}
