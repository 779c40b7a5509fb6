/// What comparing Apple's notification history with the books has shown.
package struct HistoryCount: Hashable, Sendable {
    /// Notifications that Apple says it sent.
    package var listed: Int
    /// Those of them that were not in the books: the gap.
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
