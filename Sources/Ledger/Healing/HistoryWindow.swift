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
