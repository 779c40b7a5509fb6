/// A shop's statement of how one purchase was used.
///
/// The evidence on a purchase is ordered by `statedAt`, so that the latest counts, in whatever order and however often
/// it arrives.
package struct ConsumptionEvidence: Hashable, Sendable {
    /// The longest play time that the server accepts, in minutes: more than a hundred years.
    package static let longestPlayTimeMinutes: Int64 = 60_000_000

    /// The value of ``statedBy`` where the fulfiller answered a question of the server.
    package static let asked = "(asked)"

    /// The consumed share, in thousandths of a percent; `nil` where the shop stated none.
    package let share: Int64?
    /// The play time, in minutes; `nil` where the shop stated none.
    package let playTimeMinutes: Int64?
    /// Whether the customer could try the product, or read about it, before the purchase; `nil` where the shop did not
    /// state it.
    package let isSampleOffered: Bool?
    /// The instant at which the statement was true.
    package let statedAt: Instant
    /// The operator, or ``asked``, who made the statement.
    package let statedBy: String

    /// Creates evidence of these values; `nil` where a value is out of its bounds.
    package init?(
        share: Int64? = nil,
        playTimeMinutes: Int64? = nil,
        isSampleOffered: Bool? = nil,
        statedAt: Instant,
        statedBy: String
    ) {
        if let share, !(0...RuleValue.wholeShare).contains(share) { return nil }
        if let playTimeMinutes, !(0...Self.longestPlayTimeMinutes).contains(playTimeMinutes) { return nil }
        self.share = share
        self.playTimeMinutes = playTimeMinutes
        self.isSampleOffered = isSampleOffered
        self.statedAt = statedAt
        self.statedBy = statedBy
    }

    /// The origin of policy evidence that rests on this statement.
    package var origin: EvidenceOrigin { self.statedBy == Self.asked ? .asked : .shop }

    /// Returns whether another statement on the same purchase replaces this one: it is later or, at the same instant,
    /// greater.
    package func takesPrecedence(over other: Self) -> Bool { self.order < other.order }

    /// The sort key of statements; SQL statements sort by the same columns.
    private var order: (Int64, Int64, Int64, Int64, String) {
        (
            self.statedAt.milliseconds, self.share ?? -1, self.playTimeMinutes ?? -1,
            self.isSampleOffered.map { $0 ? 1 : 0 } ?? -1, self.statedBy
        )
    }
}
