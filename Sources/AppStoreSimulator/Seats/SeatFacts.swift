/// The seats of one transaction of a multiseat subscription.
struct SeatFacts: Sendable, Hashable {
    /// A number of seats of one price.
    struct Tier: Sendable, Hashable {
        /// The price of one seat, in milliunits of the transaction's currency.
        let milliunits: Int64
        /// The number of seats.
        let quantity: Int
    }

    /// Who invites the members.
    let invitations: WorldSeats.Invitations
    /// Whether an organization bought the seats.
    let isOrganization: Bool
    /// The seats by price.
    let tiers: [Tier]
    /// The index of the transaction to whose period these seats were added; `nil` for the first of a period.
    let addedTo: Int?
    /// Whether seats were added in the period, to this transaction or by it.
    var hasAdditions: Bool
    /// The number of seats that refunds took.
    var revokedCount = 0

    /// The number of seats of some tiers.
    static func count(_ tiers: [Tier]) -> Int { tiers.reduce(0) { $0 + $1.quantity } }
    /// The price of all seats of some tiers, in milliunits.
    static func total(_ tiers: [Tier]) -> Int64 { tiers.reduce(0) { $0 + $1.milliunits * Int64($1.quantity) } }

    /// Returns the average price of one seat, rounded to a milliunit, as Apple states it.
    static func average(_ tiers: [Tier]) -> Int64 {
        let count = Int64(max(Self.count(tiers), 1))
        return (Self.total(tiers) + count / 2) / count
    }
}

/// The order of a number of seats.
struct SeatOrder: Sendable {
    /// The number of seats.
    let count: Int
    /// The number of seats that the period has already, which determines the tiers of these.
    var existing = 0
    /// The index of the transaction to whose period the seats are added.
    var addedTo: Int?
    /// Who invites the members.
    let invitations: WorldSeats.Invitations
    /// Whether an organization buys them.
    let isOrganization: Bool
}

/// The seats of a subscription's next renewal.
struct RenewalSeats: Sendable, Hashable {
    /// The number of seats.
    var quantity: Int
    /// The seats by price, as they are signed; empty unless the subscription renews.
    var tiers: [SeatFacts.Tier] = []
}

/// The group that a multiseat subscription's purchaser has, or the organization.
struct SeatGroup: Sendable {
    /// A seat that the developer claimed for a member.
    struct Claim: Sendable {
        /// Apple's seatClaimId, a UUID.
        let id: String
        /// The number of the member's copy of the app, if the developer has named it.
        var appTransactionNumber: UInt64?
    }

    /// Apple's groupId.
    let number: UInt64
    /// Who invites the members.
    var invitations: WorldSeats.Invitations
    /// Whether it is an organization.
    var isOrganization: Bool
    /// The claims on seats, in the order in which they were made.
    var claims: [Claim] = []
    /// The claims by the developer's request identifiers, also of seats that are free again.
    var answers: [String: String] = [:]
    /// The indices of the members' subscriptions, with those of former members.
    var members: [Int] = []
}
