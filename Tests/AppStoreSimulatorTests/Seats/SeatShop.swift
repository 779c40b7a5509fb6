import AppStore
import AppStoreSimulator

/// A shop whose subscriptions sell seats.
enum SeatShop {
    /// The app invites the members; Apple's example of prices: five seats at 9.99, further ones at 7.99.
    static let team = "team.monthly"
    /// Apple invites the members.
    static let crew = "crew.monthly"
    /// A lower level in the group of ``team``, for one customer only.
    static let solo = "solo.monthly"

    static let catalog = WorldCatalog([
        .subscription(
            Self.team,
            group: "team",
            level: 1,
            period: .month,
            price: Shop.dollars(9_990),
            seats: WorldSeats(.developer, limit: 50, tiers: [WorldSeats.Tier(from: 6, price: Shop.dollars(7_990))])
        ),
        .subscription(Self.solo, group: "team", level: 2, period: .month, price: Shop.dollars(4_990)),
        .subscription(
            Self.crew,
            group: "crew",
            period: .month,
            price: Shop.dollars(10_000),
            seats: WorldSeats(.apple)
        ),
    ])

    static func world(seed: UInt64 = 7, profile: WorldProfile = .xcodeRealTime) throws -> World {
        try World(
            seed: seed,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, profile: profile),
            catalog: Self.catalog
        )
    }

    /// A real client of Apple's interfaces, which calls this world.
    static func client(of world: World) throws -> AppStoreClient {
        let key = try world.apiKey()
        return AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: "com.example.shop",
            hosts: AppStoreHosts(address: "http://store"),
            transport: world.transport,
            time: world.time
        )
    }
}

extension World {
    /// Buys seats, or adds some, and returns the transaction.
    func buySeats(_ count: Int, of product: String = SeatShop.team, by customer: String = "anna") throws -> String {
        try self.perform(.buySeats(count, of: product, by: customer)).purchases[0].transactionId
    }

    /// The seats and the amounts of the purchaser's transactions that are valid now, counted from their payloads.
    func countedSeats(of customer: String = "anna") throws -> (seats: Int, milliunits: Int64) {
        var counted = (seats: 0, milliunits: Int64(0))
        for purchase in self.transactions(of: WorldCustomer(name: customer)) where !purchase.isRestored {
            let payload = try self.transactionPayload(for: purchase.transactionId)
            guard let seats = payload.multiSeatInfo, payload.inAppOwnershipType == .purchased,
                payload.revocationDate == nil, let begin = payload.purchaseDate, let end = payload.expiresDate,
                begin <= self.now, self.now < end
            else { continue }
            counted.seats += Int(payload.quantity ?? 0) - Int(seats.revokedSeatQuantity ?? 0)
            counted.milliunits += (seats.priceTiers ?? []).reduce(0) { $0 + ($1.price ?? 0) * Int64($1.quantity ?? 0) }
        }
        return counted
    }
}
