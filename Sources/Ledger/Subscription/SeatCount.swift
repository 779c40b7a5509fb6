/// The seats of a multiseat subscription in its current period.
///
/// Seats that were added in the middle of a period run beside the others, so the period is the sum of several
/// transactions. A member's transaction counts for nothing, because it repeats the purchaser's numbers.
package struct SeatCount: Hashable, Sendable {
    /// The number of seats that are paid and not refunded.
    package let count: Int
    /// The number of seats that the next renewal is expected to have; `nil` where Apple has not stated it, or nothing
    /// renews.
    package let next: Int?
    /// Who invites the members; `nil` where it is unknown.
    package let invitations: Seats.Invitations?

    /// Creates a count with these values.
    package init(count: Int, next: Int?, invitations: Seats.Invitations?) {
        self.count = count
        self.next = next
        self.invitations = invitations
    }
}

extension Derivation {
    /// Returns the seats of the period that one transaction belongs to, as far as it has begun at an instant; `nil`
    /// without seats.
    ///
    /// - Parameters:
    ///   - latest: The transaction.
    ///   - now: The instant.
    ///   - renewal: The renewal that follows, if one does.
    /// - Returns: The seats.
    func seats(of latest: Purchase, at now: Instant, renewal: RenewalSnapshot?) -> SeatCount? {
        guard let seats = latest.snapshot.seats else { return nil }
        let parallel = self.periods.filter { period in
            period.snapshot.seats != nil && period.snapshot.productID == latest.snapshot.productID
                && (period.key == latest.key || period.begunAt <= now && self.overlaps(period, latest))
        }
        return SeatCount(
            count: parallel.reduce(0) { $0 + $1.snapshot.seatCount },
            next: renewal?.seatCount,
            invitations: seats.invitations
        )
    }

    /// Returns another purchase of seats of the same period in place of a revoked one; `nil` where none is needed.
    ///
    /// A period of seats is revoked only with the last of its transactions: until then it renews like any other.
    func unrevoked(beside latest: Purchase, at now: Instant) -> Purchase? {
        guard latest.isRevoked, latest.snapshot.seats != nil else { return nil }
        return self.periods.last { other in
            !other.isRevoked && other.snapshot.seats != nil && other.snapshot.productID == latest.snapshot.productID
                && other.begunAt <= now && self.overlaps(other, latest) && !self.isSuperseded(other, at: now)
        }
    }

    /// Returns whether two periods run at the same time for a while.
    private func overlaps(_ left: Purchase, _ right: Purchase) -> Bool {
        left.begunAt < right.endsAt && right.begunAt < left.endsAt
    }
}
