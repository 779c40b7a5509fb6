/// How far the server has read Apple's notification history, for one app and environment.
package struct HistoryProgress: Hashable, Sendable {
    /// The instant up to which reading is planned; `nil` before the first time.
    package let plannedThrough: Instant?
    /// The windows that are still to be read, in the order of reading.
    package let windows: [HistoryWindow]
    /// The results of reading, since the first time.
    package let count: HistoryCount
    /// The last time that the server read far back, to find notifications that entered the history late.
    package let deepAt: Instant?

    /// Creates a state with these values.
    package init(plannedThrough: Instant?, windows: [HistoryWindow], count: HistoryCount, deepAt: Instant?) {
        self.plannedThrough = plannedThrough
        self.windows = windows
        self.count = count
        self.deepAt = deepAt
    }

    /// The progress before the first time.
    package static let none = Self(plannedThrough: nil, windows: [], count: HistoryCount(), deepAt: nil)

    /// The instant up to which every listed notification has been read; `nil` if none has.
    ///
    /// A window begins later than planned only where its beginning was read before, so the earliest open window
    /// decides.
    package var readThrough: Instant? {
        guard let plannedThrough else { return nil }
        let open = self.windows.filter { $0.type == nil }.map(\.from).min()
        return open.map { min($0, plannedThrough) } ?? plannedThrough
    }
}

/// A range of Apple's notification history that is still to be read.
package struct HistoryWindow: Hashable, Sendable {
    /// The order in which windows are read, lowest first: refund requests before refunds, refunds before the rest.
    package let rank: Int
    /// The type of notification; `nil` for all.
    package let type: String?
    /// The start of the range.
    package let from: Instant
    /// The end of the range.
    package let through: Instant
    /// The page to continue from, in Apple's form; `nil` for the first.
    package let page: String?

    /// Creates a window of one type of notification, or of all.
    package init(rank: Int, type: String?, from: Instant, through: Instant, page: String? = nil) {
        self.rank = rank
        self.type = type
        self.from = from
        self.through = through
        self.page = page
    }

    /// Returns the same window, continued from a page.
    package func at(page: String?) -> Self {
        Self(rank: self.rank, type: self.type, from: self.from, through: self.through, page: page)
    }
}

/// The result of comparing Apple's notification history with the ledger.
package struct HistoryCount: Hashable, Sendable {
    /// The number of notifications that Apple states it sent.
    package var listed: Int
    /// The number of those that were not in the ledger.
    package var missing: Int
    /// The number of missing notifications that Apple states were accepted: the server answered 200 without recording
    /// them.
    package var lost: Int
    /// The number of notifications that could not be recorded.
    package var refused: Int

    /// Creates a count with these values.
    package init(listed: Int = 0, missing: Int = 0, lost: Int = 0, refused: Int = 0) {
        self.listed = listed
        self.missing = missing
        self.lost = lost
        self.refused = refused
    }

    /// Returns the sum of both counts.
    package static func + (one: Self, other: Self) -> Self {
        Self(
            listed: one.listed + other.listed,
            missing: one.missing + other.missing,
            lost: one.lost + other.lost,
            refused: one.refused + other.refused
        )
    }
}
