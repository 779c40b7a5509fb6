import AppStore

/// The seats that a subscription sells to groups and organizations.
///
/// Apple calls such a subscription multiseat. The product's price is that of the first seats; further tiers set the
/// price of the seats after them.
public struct WorldSeats: Hashable, Sendable {
    /// Who invites the members of a group, with Apple's names.
    public enum Invitations: String, Hashable, Sendable, CaseIterable {
        /// Apple: every member has a transaction.
        case apple = "APPLE"
        /// The app: members have no transactions, and the developer claims a seat for each of them.
        case developer = "DEVELOPER"
    }

    /// A price of all seats from a number on, up to the next tier.
    public struct Tier: Hashable, Sendable {
        /// The number of the first seat with this price, counted from 1.
        public let firstSeat: Int
        /// The price of one seat in the base storefront.
        public let price: WorldPrice

        /// Creates a tier.
        public init(from firstSeat: Int, price: WorldPrice) {
            self.firstSeat = firstSeat
            self.price = price
        }
    }

    /// The largest number of seats that a product can allow.
    static let greatestLimit = 100_000
    /// The largest number of tiers besides the product's price, as in App Store Connect.
    static let mostTiers = 4

    /// Who invites the members of new subscriptions.
    public let invitations: Invitations
    /// The largest number of seats of a subscription.
    public let limit: Int
    /// The tiers after the product's price, by rising first seat.
    public let tiers: [Tier]

    /// Creates the seats of a product.
    public init(_ invitations: Invitations, limit: Int = 1000, tiers: [Tier] = []) {
        self.invitations = invitations
        self.limit = min(max(limit, 1), Self.greatestLimit)
        self.tiers = tiers.sorted { $0.firstSeat < $1.firstSeat }
    }

    /// Returns the prices of a range of seats, counted from 1; `first` is the price of the seats before all tiers.
    func tiers(of seats: ClosedRange<Int>, first: WorldPrice, in storefront: WorldStorefront) -> [SeatFacts.Tier] {
        let starts = [Tier(from: 1, price: first)] + self.tiers
        return starts.indices.compactMap { index in
            let end = index + 1 < starts.count ? starts[index + 1].firstSeat - 1 : .max
            let lower = max(starts[index].firstSeat, seats.lowerBound)
            let upper = min(end, seats.upperBound)
            guard lower <= upper else { return nil }
            let own = starts[index].price
            let price = own.currency == first.currency ? own : own.equalized(for: storefront)
            return SeatFacts.Tier(milliunits: price.milliunits, quantity: upper - lower + 1)
        }
    }
}

extension WorldCatalogReader {
    /// Returns the seats of a product; `nil` for one without the key.
    mutating func seats(of fields: CatalogFields, isSubscription: Bool) -> WorldSeats? {
        guard let node = fields["seats"] else { return nil }
        if !isSubscription {
            self.notes.refuse(node, "is for subscriptions only", "Remove it, or write \"kind\": \"autoRenewable\".")
        }
        if fields["billingPlans"] != nil {
            self.notes.refuse(node, "is beside billingPlans", "Remove one of them.")
        }
        guard let seats = CatalogFields(node, &self.notes) else { return nil }
        seats.refuseUnknown(besides: ["invitations", "limit", "tiers"], &self.notes)
        let limits = 1...Int64(WorldSeats.greatestLimit)
        let limit = seats.number("limit", in: limits, &self.notes).map { Int($0) } ?? 1000
        var tiers: [WorldSeats.Tier] = []
        for entry in seats.objects("tiers", &self.notes) {
            entry.refuseUnknown(besides: ["from", "price"], &self.notes)
            let isThere = entry.required("from", for: "6", &self.notes) != nil
            guard isThere, let first = entry.number("from", in: 2...limits.upperBound, &self.notes),
                let price = self.requiredPrice("price", of: entry)
            else { continue }
            if let last = tiers.last, first <= last.firstSeat {
                self.notes.refuse(entry.node, "does not begin after the tier before it", "Sort the tiers by from.")
            }
            tiers.append(WorldSeats.Tier(from: Int(first), price: price))
        }
        if tiers.count > WorldSeats.mostTiers, let list = seats["tiers"] {
            self.notes.refuse(list, "has \(tiers.count) tiers", "Write at most \(WorldSeats.mostTiers).")
        }
        let isThere = seats.required("invitations", for: "\"DEVELOPER\"", &self.notes) != nil
        guard isThere, let invitations = seats.word("invitations", WorldSeats.Invitations.self, &self.notes) else {
            return nil
        }
        return WorldSeats(invitations, limit: limit, tiers: tiers)
    }
}

extension WorldCatalogWriter {
    /// Returns the seats of a product.
    static func seats(_ seats: WorldSeats) -> JSONValue {
        var members = [
            JSONMember(key: "invitations", value: .string(seats.invitations.rawValue)),
            JSONMember(key: "limit", value: .number(String(seats.limit))),
        ]
        if !seats.tiers.isEmpty {
            let tiers = seats.tiers.map { tier in
                JSONValue.object([
                    JSONMember(key: "from", value: .number(String(tier.firstSeat))),
                    JSONMember(key: "price", value: Self.price(tier.price)),
                ])
            }
            members.append(JSONMember(key: "tiers", value: .array(tiers)))
        }
        return .object(members)
    }
}
