import AppStore
import AppStoreSimulator
import AsyncHTTPClient
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Testing

/// Two simulated App Stores over HTTP on the loopback, one for each environment, and their client, whose waits advance
/// their clocks.
struct AppStoreWorldStage {
    /// The wall clock of the simulated App Stores and the client; it advances when the client sleeps or a test changes
    /// it.
    final class Wall: Sendable {
        private let milliseconds = Mutex<Int64>(1_790_000_000_000)
        var now: Int64 { self.milliseconds.withLock { $0 } }
        func advance(_ by: Int64) { self.milliseconds.withLock { $0 += by } }
    }

    static let bundleID = "com.example.shop"
    static let opening: Int64 = 1_772_323_200_000

    let production: World
    let sandbox: World
    let wall: Wall
    let client: AppStoreClient
    let callCount: @Sendable () -> Int

    /// Creates a simulated App Store with a subscription and coins.
    static func world(_ environment: WorldEnvironment, seed: UInt64) throws -> World {
        let price = WorldPrice(milliunits: 9990, currency: "USD")
        return try World(
            seed: seed,
            startingAt: Timestamp(milliseconds: Self.opening),
            app: WorldApp(
                bundleId: Self.bundleID,
                appAppleId: 1_234_567_890,
                environment: environment,
                notificationURL: "http://127.0.0.1:9/apple"
            ),
            catalog: WorldCatalog([
                .subscription("pro.monthly", group: "21000001", level: 1, period: .month, price: price),
                .consumable("coins.100", price: price),
            ])
        )
    }

    /// Serves the simulated App Stores during a closure.
    static func during(
        budget: any RequestBudget = LocalRequestBudget(),
        keySeed: UInt64 = 7,
        _ act: (AppStoreWorldStage) async throws -> Void
    ) async throws {
        // The same seed creates the same key for both.
        let worlds = [try Self.world(.production, seed: 7), try Self.world(.sandbox, seed: 7)]
        let wall = Wall()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let (ports, port) = AsyncStream<(place: Int, port: Int)>.makeStream()
        let services = worlds.enumerated().map { place, world in
            SimulatorServer(
                worlds: Worlds(main: world) { wall.now },
                receiver: { _ in .answered(status: 200) },
                logger: logger
            ) { number in port.yield((place, number)) }
        }
        let group = ServiceGroup(services: services, logger: logger)
        let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: AppStoreTransport.configuration)
        let running = Task { try await group.run() }
        do {
            var addresses: [Int: String] = [:]
            for await (place, number) in ports {
                addresses[place] = "http://127.0.0.1:\(number)"
                if addresses.count == worlds.count { break }
            }
            let hosts = AppStoreHosts(production: [addresses[0] ?? ""], sandbox: [addresses[1] ?? ""])
            try await act(try Self.stage(worlds, wall, http, hosts, budget, keySeed))
        } catch {
            await group.triggerGracefulShutdown()
            try await http.shutdown()
            throw error
        }
        await group.triggerGracefulShutdown()
        try await running.value
        try await http.shutdown()
    }

    private static func stage(
        _ worlds: [World],
        _ wall: Wall,
        _ http: HTTPClient,
        _ hosts: AppStoreHosts,
        _ budget: any RequestBudget,
        _ keySeed: UInt64
    ) throws -> AppStoreWorldStage {
        let key = APIKey(seed: keySeed, app: 0)
        let real = AppStoreTransport.http(http)
        let calls = Counter()
        let client = AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: Self.bundleID,
            hosts: hosts,
            transport: AppStoreTransport { call, timeout throws(AppStoreTransportError) in
                calls.add()
                return try await real.exchange(call, timeout)
            },
            budget: budget,
            time: AppStoreTime(
                now: { worlds[0].now.milliseconds },
                wallNow: { wall.now },
                sleep: { duration in
                    try Task.checkCancellation()
                    let (seconds, attoseconds) = duration.components
                    wall.advance(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
                    for world in worlds { try world.advance(by: duration) }
                }
            ),
            jitter: { 0.5 }
        )
        return AppStoreWorldStage(
            production: worlds[0],
            sandbox: worlds[1],
            wall: wall,
            client: client,
            callCount: { calls.count }
        )
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)
        var count: Int { self.value.withLock { $0 } }
        func add() { self.value.withLock { $0 += 1 } }
    }

    /// Makes a purchase for a customer and returns it.
    @discardableResult
    static func buy(_ product: String, by name: String = "anna", in world: World) throws -> WorldPurchase {
        let customer = try world.customers.first { $0.name == name } ?? world.customer(name)
        return try world.buy(product, by: customer)
    }

    /// Injects a fault into a simulated App Store.
    static func misbehave(_ world: World, _ effect: WorldFault.Effect, _ change: (inout WorldFault) -> Void) throws {
        var fault = WorldFault(effect)
        change(&fault)
        var action = WorldAction(.addFault)
        action.fault = fault
        _ = try world.perform(action)
    }

    /// Returns the payload of a simulated App Store's signed data.
    static func payload(_ signed: SignedData?) throws -> TransactionPayload {
        let parts = try #require(signed).bytes.split(separator: UInt8(ascii: "."))
        return try TransactionPayload(json: try #require(Base64URL.decode(parts[1])))
    }
}
