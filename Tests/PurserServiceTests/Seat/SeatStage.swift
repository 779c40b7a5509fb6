import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// A shop whose customer anna has bought seats for members whom the app invites, beside a simulated App Store.
final class SeatStage: Sendable {
    static let team = "team.monthly"
    static let solo = "solo.monthly"

    let shop: SimulatedShop
    let service: SeatService
    let worker: SeatWorker<ContinuousClock>
    /// The subscription.
    let original: OriginalTransactionID

    private let time: Time

    /// The time of workers, and the bytes that were drawn.
    private final class Time: Sendable {
        let now = Mutex(Instant(milliseconds: 1_767_225_600_000))
        let draws = Mutex<UInt8>(0)
    }

    init(seats: Int, in environment: WorldEnvironment = .sandbox) async throws {
        let world = try World(
            seed: 30,
            startingAt: Timestamp(milliseconds: 1_767_225_600_000),
            app: WorldApp(
                bundleId: "com.example.shop",
                appAppleId: 1_234_567_890,
                environment: environment,
                behavior: .production
            ),
            catalog: WorldCatalog([
                .subscription(
                    Self.team,
                    group: "team",
                    level: 1,
                    period: .month,
                    price: Self.dollars(9_990),
                    seats: WorldSeats(.developer, limit: 50)
                ),
                .subscription(Self.solo, group: "solo", level: 1, period: .month, price: Self.dollars(4_990)),
            ])
        )
        let team = EntitlementName("team")
        let products = [Self.team, Self.solo].map { id in
            Product(id: ProductID(id), kind: .autoRenewable, group: id, unlocks: id == Self.team ? [team] : [])
        }
        let shop = try SimulatedShop(
            world: world,
            catalog: Catalog(
                entitlements: [team: EntitlementDefinition(name: team)],
                products: Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) })
            )
        )
        let time = Time()
        let ambient = Ambient(
            now: shop.ambient.now,
            // Each seat has another identifier.
            randomBytes: { count in
                time.draws.withLock { draws in
                    draws &+= 1
                    return Array(repeating: draws, count: count)
                }
            }
        )
        let audit = AuditLog(repository: shop.repository, ambient: ambient)
        let service = SeatService(repository: shop.repository, ambient: ambient, audit: audit)
        self.shop = shop
        self.time = time
        self.service = service
        self.worker = SeatWorker(
            service: service,
            apps: [shop.app],
            repository: shop.repository,
            workers: Ambient(now: { time.now.withLock { $0 } }, randomBytes: ambient.randomBytes),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: .continuous
        )
        let bought = try await world.perform(.buySeats(seats, of: Self.team, by: "anna")) { await shop.receive($0) }
        let id = bought.purchases[0].transactionId
        self.original = OriginalTransactionID(id)
        try await shop.submit(id, by: "anna")
    }

    private static func dollars(_ milliunits: Int64) -> WorldPrice {
        WorldPrice(milliunits: milliunits, currency: "USD")
    }

    // MARK: The shop

    /// Gives a customer a seat.
    func assign(_ customer: String, account: String? = nil) async throws(SeatError) -> SeatService.Answer {
        try await self.service.assign(
            SeatRequest.Member(Sample.customer(customer), account: account.map { AppTransactionID($0) }),
            to: self.original,
            in: self.shop.app,
            environment: self.shop.environment,
            by: SeatService.Caller("shop")
        )
    }

    /// Ends a seat.
    func release(_ seat: SeatID) async throws(SeatError) -> SeatService.Answer {
        try await self.service.release(
            seat,
            in: self.shop.app,
            environment: self.shop.environment,
            by: SeatService.Caller("shop")
        )
    }

    /// The seat of a customer.
    func seat(of customer: String) async throws -> Seat? {
        try await self.shop.repository.read { [shop = self.shop] view in
            try view.seats(of: Sample.customer(customer), app: shop.app.name, environment: shop.environment)
        }.last
    }

    /// Whether a customer has access.
    func hasAccess(_ customer: String) async throws -> Bool {
        try await self.shop.entitlements(of: customer).contains { $0.isActive }
    }

    // MARK: The worker

    /// Lets the worker make the calls that are due.
    func work() async { await self.worker.round(of: self.shop.app) }

    /// Lets time pass for workers.
    func pass(_ span: Span) { self.time.now.withLock { $0 = $0 + span } }

    // MARK: The store

    /// The claims that the store has.
    func claims() async throws -> Set<SeatClaimID> {
        let client = try #require(self.shop.app.appStore)
        let info = try await client.send(.seatInfo(of: self.original.rawValue), to: .sandbox)
        return Set((info.assignedSeatClaimIds ?? []).map { SeatClaimID(stated: $0) })
    }

    /// The number of requests about seats that the store received.
    var callCount: Int { self.shop.asked.count { $0.contains("/groups/") && !$0.hasPrefix("GET ") } }

    /// Has the store misbehave in an operation, until `clearFaults`.
    func fail(_ operation: String, _ effect: WorldFault.Effect, status: Int? = nil) throws {
        var fault = WorldFault(effect)
        fault.match = operation
        fault.status = status
        _ = try self.shop.world.perform(.addFault(fault))
    }

    /// Ends all faults.
    func clearFaults() throws { _ = try self.shop.world.perform(.clearFaults) }

    /// The Apple Account of a new customer of the store, in this app.
    func account(of customer: String) throws -> String {
        let bought = try self.shop.world.perform(.buy(Self.solo, by: customer)).purchases[0].transactionId
        return try #require(try self.shop.world.transactionPayload(for: bought).appTransactionId)
    }
}
