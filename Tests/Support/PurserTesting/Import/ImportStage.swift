package import AppStore
package import AppStoreSimulator
import Foundation
package import Ledger
import Logging
package import PurserService
import Synchronization

/// A shop that moves in: a simulated App Store of each environment, a ledger, and everything that imports into them,
/// without a socket or a clock of its own.
package struct ImportStage: Sendable {
    /// The wall clock, which moves when the client waits.
    package final class Wall: Sendable {
        private let milliseconds = Mutex<Int64>(1_790_000_000_000)
        /// The instant now, in milliseconds since 1970.
        package var now: Int64 { self.milliseconds.withLock { $0 } }

        /// Moves on to an instant, if that is later.
        func reach(_ instant: Int64) { self.milliseconds.withLock { $0 = max($0, instant) } }
    }

    /// The calls to Apple.
    package final class Calls: Sendable {
        private let paths = Mutex<[String]>([])
        private let limit = Mutex<Int>(.max)

        /// Returns the number of calls whose path contains a word.
        package func count(_ word: String = "") -> Int {
            self.paths.withLock { paths in paths.count { word.isEmpty || $0.contains(word) } }
        }

        /// After so many further calls nothing is answered any more.
        package func stop(after count: Int) {
            let now = self.count()
            self.limit.withLock { $0 = count == .max ? .max : now + count }
        }

        /// Records a call and returns whether it is answered.
        func add(_ path: String) -> Bool {
            let count = self.paths.withLock { paths in
                paths.append(path)
                return paths.count
            }
            return self.limit.withLock { count <= $0 }
        }
    }

    /// The app.
    package static let bundleID = "com.example.shop"
    /// 2026-03-01T00:00:00Z, when the worlds open.
    package static let opening = Timestamp(milliseconds: 1_772_323_200_000)

    /// Apple's side of Production.
    package let production: World
    /// Apple's side of the Sandbox.
    package let sandbox: World
    /// The ledger.
    package let repository: any Repository
    /// The app, as the server serves it.
    package let app: ServedApp
    /// The wall clock.
    package let wall: Wall
    /// The calls to Apple.
    package let calls: Calls
    /// The ledger's time.
    package let ambient: Ambient

    private let ingest: Ingest

    /// A stage.
    ///
    /// - Parameters:
    ///   - repository: Where the ledger is.
    ///   - keySeed: The seed of the key that the app asks with; the worlds know that of 7.
    ///   - clockOffset: How far the server's clock is from Apple's.
    ///   - worlds: The worlds of another stage, to go on with.
    ///   - worldSeed: The seed of fresh worlds.
    ///   - root: The certificate that the server trusts; that of Production if `nil`.
    ///   - hasKey: Whether the app has a key for Apple's API.
    ///   - quarantineLimit: The most objects that wait for one reason.
    ///   - catalog: What the server knows of the products.
    ///   - alter: What becomes of Apple's replies on their way.
    /// - Throws: The error of a world or a verifier.
    package init(
        repository: any Repository = InMemoryRepository(),
        keySeed: UInt64 = 7,
        clockOffset: Span = .zero,
        worlds: (production: World, sandbox: World)? = nil,
        worldSeed: UInt64 = 7,
        root: [UInt8]? = nil,
        hasKey: Bool = true,
        quarantineLimit: Int = HeldEvidence.maximumWaiting,
        catalog: Catalog = TestShop.catalog,
        alter: @escaping @Sendable (AppStoreHTTPResponse) -> AppStoreHTTPResponse = { $0 }
    ) throws {
        let production = try worlds?.production ?? Self.world(.production, seed: worldSeed)
        let sandbox = try worlds?.sandbox ?? Self.world(.sandbox, seed: worldSeed)
        let wall = Wall()
        let calls = Calls()
        let key = APIKey(seed: keySeed, app: 0)
        let client = AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: Self.bundleID,
            hosts: AppStoreHosts(production: ["https://production"], sandbox: ["https://sandbox"]),
            transport: AppStoreTransport { call, _ throws(AppStoreTransportError) in
                guard calls.add(call.url) else { throw .canceled }
                let world = call.url.hasPrefix("https://sandbox") ? sandbox : production
                return alter(try Self.reply(to: call, of: world, wall: wall))
            },
            budget: LocalRequestBudget(),
            time: AppStoreTime(
                now: { production.now.milliseconds },
                wallNow: { wall.now },
                sleep: { duration in try await Self.wait(duration, in: [production, sandbox], wall: wall) }
            ),
            jitter: { 0.5 }
        )
        guard
            let identity = AppIdentity(
                bundleID: Self.bundleID,
                appAppleID: 1_234_567_890,
                environments: [.production, .sandbox]
            )
        else { preconditionFailure("The sample app is a whole identity.") }
        let anchors = try TrustAnchors(roots: [root ?? production.certificates.root])
        self.app = ServedApp(
            name: AppName("shop"),
            verifier: SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors) { _ in }, app: identity),
            catalog: catalog,
            appStore: hasKey ? client : nil
        )
        self.ambient = Ambient(
            now: { Instant(milliseconds: production.now.milliseconds) + clockOffset },
            randomBytes: { count in
                Sample.bytes(
                    count,
                    seed: Self.chance.withLock { seed in
                        seed += 1
                        return seed
                    }
                )
            }
        )
        self.production = production
        self.sandbox = sandbox
        self.repository = repository
        self.wall = wall
        self.calls = calls
        self.ingest = Ingest(
            repository: repository,
            ambient: self.ambient,
            revocation: nil,
            quarantineLimit: quarantineLimit,
            logger: Self.quiet
        )
    }

    /// Counts on over all stages, because several may work on the same ledger.
    private static let chance = Mutex<UInt64>(0)
    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// The import service.
    package var imports: ImportService {
        ImportService(
            repository: self.repository,
            ambient: self.ambient,
            audit: AuditLog(repository: self.repository, ambient: self.ambient),
            apps: [self.app]
        )
    }

    /// The worker that queries Apple; `nil` without a key.
    package var worker: ImportWorker<ManualClock>? {
        ImportWorker(app: self.app, ingest: self.ingest, logger: Self.quiet, clock: ManualClock())
    }

    /// Submits a text as a file, in pieces of so many bytes.
    package func submit(
        _ text: String,
        format: ImportFormat = .csv,
        events: Bool = false,
        piece: Int = 1 << 16
    ) async throws(ImportError) -> ImportJob {
        var reception = try await self.imports.begin(
            for: self.app.name,
            format: format,
            publishesEvents: events,
            by: "ada"
        )
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try await reception.take(bytes[start..<min(start + piece, bytes.count)])
        }
        return try await reception.finish()
    }

    /// Works until nothing more moves, and returns the job as it is then.
    package func workOff(_ job: ImportJob) async throws -> ImportJob {
        if let worker { while await worker.work() {} }
        return try await self.imports.job(job.id, of: self.app.name)
    }

    /// Buys a product for a customer of a world and returns the transaction's id.
    @discardableResult
    package func buy(
        _ product: String,
        by name: String,
        in world: World? = nil,
        token: String? = nil
    ) throws -> String {
        let answer = try (world ?? self.production).perform(.buy(product, by: name, token: token))
        return answer.purchases.first?.transactionId ?? ""
    }

    /// Adds a fault to a world.
    package func misbehave(_ effect: WorldFault.Effect, _ change: (inout WorldFault) -> Void) throws {
        var fault = WorldFault(effect)
        change(&fault)
        _ = try self.production.perform(.addFault(fault))
    }

    /// A world with a subscription, coins and a frame for sale.
    private static func world(_ environment: WorldEnvironment, seed: UInt64) throws -> World {
        let price = WorldPrice(milliunits: 9990, currency: "USD")
        return try World(
            seed: seed,
            startingAt: Self.opening,
            app: WorldApp(bundleId: Self.bundleID, appAppleId: 1_234_567_890, environment: environment),
            catalog: WorldCatalog([
                .subscription("pro.monthly", group: "21000001", level: 1, period: .month, price: price),
                .consumable("gems.600", price: price),
                .nonConsumable("frame.gold", price: price),
            ])
        )
    }

    private static func reply(
        to call: AppStoreHTTPRequest,
        of world: World,
        wall: Wall
    ) throws(AppStoreTransportError) -> AppStoreHTTPResponse {
        let target = call.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).dropFirst(2)
        let parts = (target.first ?? "").split(separator: "?", maxSplits: 1)
        var query: [(name: String, value: String)] = []
        for pair in parts.dropFirst().flatMap({ $0.split(separator: "&") }) {
            let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
            query.append((name: sides.first ?? "", value: sides.count > 1 ? sides[1] : ""))
        }
        let headers = Dictionary(call.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        let answer = world.answer(
            AppleAPIRequest(
                call.method,
                String(parts.first ?? ""),
                query: query,
                headers: headers,
                body: call.body ?? []
            ),
            wallClockSeconds: wall.now / 1000
        )
        if answer.isCut { throw .interrupted }
        return AppStoreHTTPResponse(
            status: answer.status,
            headers: answer.headers.map { (name: $0.key, value: $0.value) },
            body: answer.body
        )
    }

    /// Waits by advancing the clocks.
    ///
    /// Tasks that wait at the same time wait for the same span of clock time.
    private static func wait(_ duration: Duration, in worlds: [World], wall: Wall) async throws {
        try Task.checkCancellation()
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        let wallEnd = wall.now + milliseconds
        let ends = worlds.map { $0.now.milliseconds + milliseconds }
        await Task.yield()
        wall.reach(wallEnd)
        for (world, end) in zip(worlds, ends) {
            let left = end - world.now.milliseconds
            // Another task may have advanced it meanwhile.
            if left > 0 { try? world.advance(by: .milliseconds(left)) }
        }
    }
}
