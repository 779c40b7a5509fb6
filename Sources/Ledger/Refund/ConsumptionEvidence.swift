/// What a shop says of how one purchase was used.
///
/// The evidence on a purchase is ordered by the instants at which they were said, so that the last counts, whatever the
/// order in which they arrive and however often.
package struct ConsumptionEvidence: Hashable, Sendable {
    /// The longest time of use that is taken, in minutes: more than a hundred years.
    package static let longestPlayTimeMinutes: Int64 = 60_000_000

    /// Who said it where the fulfiller was asked.
    package static let asked = "(asked)"

    /// Which share was consumed, in thousandths of a percent; `nil` is not said.
    package let share: Int64?
    /// How long it was used, in minutes; `nil` is not said.
    package let playTimeMinutes: Int64?
    /// Whether the customer could try it, or read about it, before he bought; `nil` is not said.
    package let isSampleOffered: Bool?
    /// When it was so.
    package let statedAt: Instant
    /// Who said it.
    package let statedBy: String

    /// Evidence of these values; `nil` where one of them is out of its bounds.
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

    /// Where evidence that rests on it comes from.
    package var origin: EvidenceOrigin { self.statedBy == Self.asked ? .asked : .shop }

    /// Whether another word of the same purchase counts instead of this one: said later or, at the same instant,
    /// greater.
    package func takesPrecedence(over other: Self) -> Bool { self.order < other.order }

    /// How words are ordered; statements of SQL order them alike.
    private var order: (Int64, Int64, Int64, Int64, String) {
        (
            self.statedAt.milliseconds, self.share ?? -1, self.playTimeMinutes ?? -1,
            self.isSampleOffered.map { $0 ? 1 : 0 } ?? -1, self.statedBy
        )
    }
}
