package import Ledger

/// The rows of seats.
extension Session {
    /// Returns the seats of originals, each with its original, by canonical customers.
    package func seats(of originals: [Int64], people: inout CustomerCache) throws -> [StoredSeat] {
        var found: [StoredSeat] = []
        for original in originals {
            let rows = try self.all(.seats.seatsOfOriginal, [.integer(original)], read: Self.seatRow)
            found += try rows.map { try $0.stored(&people) }
        }
        return found
    }

    /// Returns the seats that a customer has or had, without those of merged ones.
    package func seats(ofMember customer: Int64, people: inout CustomerCache) throws -> [StoredSeat] {
        try self.all(.seats.seatsOfMember, [.integer(customer)], read: Self.seatRow).map { try $0.stored(&people) }
    }

    /// Returns the seats with a claim of Apple's.
    package func seats(
        claimedBy claim: SeatClaimID,
        scope: Scope,
        people: inout CustomerCache
    ) throws -> [StoredSeat] {
        let key: [SQLValue] = [.integer(scope.number), .text(claim.rawValue)]
        return try self.all(.seats.seatsOfClaim, key, read: Self.seatRow).map { try $0.stored(&people) }
    }

    /// Returns the original of a seat; `nil` for an unknown seat.
    package func original(ofSeat id: SeatID, scope: Scope) throws -> Int64? {
        try self.first(.seats.originalOfSeat, [.integer(scope.number), .text(id.rawValue)]) { row in
            try row.integer()
        }
    }

    /// Saves a seat of an original; a stored seat keeps its member.
    package func put(_ seat: Seat, of original: Int64, member: Int64?, scope: Scope) throws {
        try self.run(
            .seats.putSeat,
            [
                .integer(scope.number), .text(seat.id.rawValue), .integer(original), .instant(seat.invitedAt),
                .text(seat.invitedBy), .optional(try member ?? self.member(of: seat, scope)), .instant(seat.acceptedAt),
                .optionalIdentifier(seat.account?.rawValue), .instant(seat.askedAt),
                .optionalText(seat.claimID?.rawValue), .integer(seat.isAssociated ? 1 : 0),
                .instant(seat.end?.at), .optional(seat.end?.reason.code), .optionalText(seat.end?.by),
                .instant(seat.unclaimedAt),
            ]
        )
    }

    /// Saves when Apple ended a claim, and returns whether that is new; of several instants the earliest is kept.
    package func putUnclaimed(_ claim: SeatClaimID, at instant: Instant, scope: Scope) throws -> Bool {
        try self.change(
            .seats.putUnclaimed,
            [.integer(scope.number), .text(claim.rawValue), .instant(instant)]
        ) > 0
    }

    /// Returns when Apple ended a claim; `nil` where it has not.
    package func unclaimedAt(_ claim: SeatClaimID, scope: Scope) throws -> Instant? {
        try self.first(.seats.unclaimedAt, [.integer(scope.number), .text(claim.rawValue)]) { row in
            try row.instant()
        }
    }

    /// Returns the number of the stored member of a seat; `nil` without one.
    ///
    /// The database checks the row that a statement would insert, also where it then changes a stored one.
    private func member(of seat: Seat, _ scope: Scope) throws -> Int64? {
        guard seat.member != nil else { return nil }
        return try self.first(.seats.memberOfSeat, [.integer(scope.number), .text(seat.id.rawValue)]) { row in
            try row.optionalInteger()
        } ?? nil
    }

    /// A row with the number of its member.
    private struct SeatRow {
        let original: Int64
        let scope: Int64
        let member: Int64?
        var seat: Seat

        /// Returns the seat of the canonical customer.
        func stored(_ people: inout CustomerCache) throws -> StoredSeat {
            var seat = self.seat
            seat.member = try self.member.map { try people.canonicalCustomer($0) }
            return StoredSeat(original: self.original, scope: self.scope, seat: seat)
        }
    }

    private static func seatRow(_ row: inout Row) throws -> SeatRow {
        let original = try row.integer()
        let scope = try row.integer()
        let member = try row.optionalInteger()
        let id = SeatID(try row.text())
        let invitedAt = try row.instant()
        let invitedBy = try row.text()
        let acceptedAt = try row.optionalInstant()
        let account = try row.optionalIdentifier().map { AppTransactionID($0) }
        let askedAt = try row.optionalInstant()
        let claimID = try row.optionalText().map { SeatClaimID($0) }
        let isAssociated = try row.flag()
        let endedAt = try row.optionalInstant()
        let reason = try row.optionalCoded(Seat.End.Reason.self)
        let endedBy = try row.optionalText()
        let unclaimedAt = try row.optionalInstant()
        var end: Seat.End?
        if let endedAt, let reason { end = Seat.End(at: endedAt, reason: reason, by: endedBy) }
        let seat = Seat(
            id: id,
            invitedAt: invitedAt,
            invitedBy: invitedBy,
            acceptedAt: acceptedAt,
            account: account,
            askedAt: askedAt,
            claimID: claimID,
            isAssociated: isAssociated,
            end: end,
            unclaimedAt: unclaimedAt
        )
        return SeatRow(original: original, scope: scope, member: member, seat: seat)
    }
}

/// The statements on seats.
package struct SeatStatements: Sendable {
    package let seatsOfOriginal = SQLStatement("\(Self.columns) WHERE original = ? ORDER BY id")
    package let seatsOfMember = SQLStatement("\(Self.columns) WHERE member = ? ORDER BY id")
    package let seatsOfClaim = SQLStatement("\(Self.columns) WHERE scope = ? AND claim = ? ORDER BY id")
    package let memberOfSeat = SQLStatement("SELECT member FROM seat WHERE scope = ? AND id = ?")
    package let originalOfSeat = SQLStatement("SELECT original FROM seat WHERE scope = ? AND id = ?")
    // The row of a merged customer keeps their own number, so that a merge can be undone.
    package let putSeat = SQLStatement(
        """
        INSERT INTO seat (scope, id, original, invited_at, invited_by, member, accepted_at, account, asked_at, claim,
        is_associated, ended_at, ended_for, ended_by, unclaimed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (scope, id) DO UPDATE SET member = coalesce(seat.member, excluded.member),
        accepted_at = excluded.accepted_at, account = excluded.account, asked_at = excluded.asked_at,
        claim = excluded.claim, is_associated = excluded.is_associated, ended_at = excluded.ended_at,
        ended_for = excluded.ended_for, ended_by = excluded.ended_by, unclaimed_at = excluded.unclaimed_at
        """
    )
    package let putUnclaimed = SQLStatement(
        """
        INSERT INTO unclaimed_seat (scope, claim, unclaimed_at) VALUES (?, ?, ?)
        ON CONFLICT (scope, claim) DO UPDATE SET unclaimed_at = excluded.unclaimed_at
        WHERE excluded.unclaimed_at < unclaimed_seat.unclaimed_at
        """
    )
    package let unclaimedAt = SQLStatement("SELECT unclaimed_at FROM unclaimed_seat WHERE scope = ? AND claim = ?")

    private static let columns = """
        SELECT original, scope, member, id, invited_at, invited_by, accepted_at, account, asked_at, claim,
        is_associated, ended_at, ended_for, ended_by, unclaimed_at FROM seat
        """
}

extension SQLStatement {
    /// The statements on seats.
    package static let seats = SeatStatements()
}

extension Seat.End.Reason: StoredCode {
    /// The number in the database.
    var code: Int64 {
        switch self {
        case .released: 0
        case .unclaimed: 1
        case .refused: 2
        case .erased: 3
        }
    }
}
