/// What was last seen of a customer whose reasons reached the line that the shop drew.
///
/// It is kept from the first time on, also after the reasons have decayed: its revision tells whoever looked meanwhile
/// from whoever looked before.
package struct RiskMark: Hashable, Sendable {
    /// Whose.
    package let customer: CustomerID
    /// A number by which marks of the same points are in order.
    package let number: Int64
    /// His points when he was last looked at.
    package let points: Int64
    /// Since when he is at the line or above it; `nil` while he is below.
    package let raisedAt: Instant?
    /// When he was last looked at.
    package let lookedAt: Instant
    /// When he is looked at again though nothing happens; `nil` where time alone changes nothing.
    package let dueAt: Instant?
    /// How often he was looked at.
    package let revision: Int64

    /// A mark of these values.
    package init(
        customer: CustomerID,
        number: Int64,
        points: Int64,
        raisedAt: Instant?,
        lookedAt: Instant,
        dueAt: Instant?,
        revision: Int64
    ) {
        self.customer = customer
        self.number = number
        self.points = points
        self.raisedAt = raisedAt
        self.lookedAt = lookedAt
        self.dueAt = dueAt
        self.revision = revision
    }

    /// The place of this mark in a list with the most points first.
    package var place: RiskPlace { RiskPlace(points: self.points, number: self.number) }
}
