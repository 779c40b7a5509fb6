/// Loads and saves the seats of members.
package protocol SeatStorage: CustomerStorage {
    /// Returns the seats of originals, each with its original, by canonical customers.
    func seats(of originals: [Int64], people: inout CustomerCache) throws -> [StoredSeat]

    /// Returns the seats that a customer has or had, without those of merged ones, in every environment.
    func seats(ofMember customer: Int64, people: inout CustomerCache) throws -> [StoredSeat]

    /// Returns the seats with a claim of Apple's.
    func seats(claimedBy claim: SeatClaimID, scope: Scope, people: inout CustomerCache) throws -> [StoredSeat]

    /// Returns the original of a seat; `nil` for an unknown seat.
    func original(ofSeat id: SeatID, scope: Scope) throws -> Int64?

    /// Saves a seat of an original, with the date of its next call to Apple and no failed attempts; a stored seat keeps
    /// its member.
    func put(_ seat: Seat, of original: Int64, member: Int64?, dueAt: Instant?, scope: Scope) throws

    /// Returns the originals of seats whose next call to Apple is due, with the failed attempts of it, the longest due
    /// first.
    func dueSeats(of scope: Scope, at now: Instant, limit: Int) throws -> [(original: Int64, attempts: Int64)]

    /// Moves the date of the next calls about seats of an original, and counts a failed attempt of each.
    func postponeSeats(of original: Int64, until dueAt: Instant) throws

    /// Saves when Apple ended a claim, and returns whether that is new; of several instants the earliest is kept.
    func putUnclaimed(_ claim: SeatClaimID, at instant: Instant, scope: Scope) throws -> Bool

    /// Returns when Apple ended a claim; `nil` where it has not.
    func unclaimedAt(_ claim: SeatClaimID, scope: Scope) throws -> Instant?
}

/// A seat as the repository stores it.
package struct StoredSeat: Hashable, Sendable {
    /// The number of the original.
    package let original: Int64
    /// The number of the app and environment.
    package let scope: Int64
    /// The seat.
    package let seat: Seat

    /// Creates a stored seat.
    package init(original: Int64, scope: Int64, seat: Seat) {
        self.original = original
        self.scope = scope
        self.seat = seat
    }
}
