import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization
import Testing

/// The reading of Apple's history has a bounded rate, whatever the store answers.
@Suite struct HistoryProgressTests {
    /// Now, by the server's clock.
    private static let now = Instant(milliseconds: 1_767_225_600_000)
    /// Far fewer requests than Apple's rate permits at once, which is the only other limit of a reading without
    /// progress.
    private static let fewCalls = 60

    /// A server with its own clock, and the store from which it reads.
    private struct Stage {
        let repository = InMemoryRepository()
        let log = WarningLog()
        let calls: CallCount
        let app: ServedApp
        let reading: HistoryReading
        let checker: ChainChecker

        /// A server with a store that answers in this way.
        init(
            answer: @escaping @Sendable (AppStoreHTTPRequest) throws(AppStoreTransportError) -> AppStoreHTTPResponse
        ) throws {
            let calls = CallCount()
            try self.init(
                calls,
                AppStoreTransport { call, _ throws(AppStoreTransportError) in
                    calls.increment()
                    return try answer(call)
                },
                world: SimulatedShop.world(seed: 1)
            )
        }

        /// A server with a simulated App Store whose clock differs.
        init(world: World) throws {
            let calls = CallCount()
            let line = WorldTransport(to: world)
            try self.init(
                calls,
                AppStoreTransport { call, timeout throws(AppStoreTransportError) in
                    calls.increment()
                    return try await line.transport.exchange(call, timeout)
                },
                world: world
            )
        }

        private init(_ calls: CallCount, _ transport: AppStoreTransport, world: World) throws {
            let shop = try SimulatedShop(world: world)
            let bundleID = try #require(world.apps.first).bundleId
            let key = try world.apiKey(of: bundleID)
            let log = self.log
            let logger = Logger(label: "test") { _ in log.handler }
            let ambient = Ambient(now: { HistoryProgressTests.now }, randomBytes: { [UInt8](repeating: 7, count: $0) })
            let client = AppStoreClient(
                key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
                bundleID: bundleID,
                hosts: AppStoreHosts(address: "http://store"),
                transport: transport,
                budget: SharedRequestBudget(repository: self.repository, app: shop.app.name),
                time: AppStoreTime(
                    now: { HistoryProgressTests.now.milliseconds },
                    wallNow: { world.now.milliseconds },
                    sleep: { _ in try Task.checkCancellation() }
                ),
                jitter: { 0.5 }
            )
            let ingest = Ingest(
                repository: self.repository,
                ambient: ambient,
                revocation: nil,
                clocks: StoreClockComparison(now: ambient.now, logger: logger),
                logger: logger
            )
            self.calls = calls
            self.app = ServedApp(
                name: shop.app.name,
                verifier: shop.app.verifier,
                catalog: shop.app.catalog,
                appStore: client
            )
            self.reading = HistoryReading(
                repository: self.repository,
                ingest: ingest,
                app: self.app,
                client: client,
                ambient: ambient,
                logger: logger
            )
            self.checker = ChainChecker(
                repository: self.repository,
                ingest: ingest,
                ambient: ambient,
                logger: logger
            )
        }
    }

    @Test(
        "The history of a store two months ahead is read, and one warning contains the difference and --clock"
    )
    func ahead() async throws {
        let world = try SimulatedShop.world(seed: 1, startingAt: Self.now - .days(100))
        try world.buy("news.weekly", by: world.customer("anna"))
        try world.advance(by: .seconds(160 * 24 * 3600))
        let stage = try Stage(world: world)
        let count = try await stage.reading.run(.production)
        #expect(count.missing > 10, "The part before this server's clock is ingested.")
        #expect(stage.calls.value < Self.fewCalls)
        let warnings = stage.log.lines.filter { $0.contains("--clock") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("difference=60 d") == true, "\(warnings)")
        let progress = try await stage.repository.read { view in
            try view.history(of: AppName("shop"), environment: .production)
        }
        #expect(progress.windows.isEmpty)
    }

    @Test("A store whose clock is behind causes a warning too")
    func behind() async throws {
        let stage = try Stage(world: SimulatedShop.world(seed: 1, startingAt: Self.now - .days(300)))
        await #expect(throws: HealingError.self) { _ = try await stage.reading.run(.production) }
        #expect(stage.calls.value < Self.fewCalls)
        #expect(stage.log.lines.filter { $0.contains("behind") && $0.contains("--clock") }.count == 1)
    }

    @Test("A store with this server's time causes no warning")
    func agreed() async throws {
        let stage = try Stage(world: SimulatedShop.world(seed: 1, startingAt: Self.now))
        _ = try await stage.reading.run(.production)
        #expect(!stage.log.lines.contains { $0.contains("--clock") })
    }

    /// The ways in which a store prevents progress.
    enum Standstill: String, CaseIterable, Sendable {
        /// Every start is refused as too far in the past.
        case everyStartIsTooOld
        /// The answer promises more behind the token of the request.
        case sameToken
        /// Tokens repeat in a cycle.
        case cycle
        /// Pages are empty, each with a new token.
        case emptyPages
        /// A token is returned and not accepted.
        case refusedTokens

        /// The answer to a request with this token; `count` is its number.
        func reply(to token: String?, _ count: Int) -> AppStoreHTTPResponse {
            switch self {
            case .everyStartIsTooOld: Self.refusal(4_000_012)
            case .sameToken: Self.page("again")
            case .cycle: Self.page("token\(count % 3)", "{}")
            case .emptyPages: Self.page("token\(count)")
            case .refusedTokens: token == nil ? Self.page("token", "{}") : Self.refusal(4_000_014)
            }
        }

        private static func refusal(_ number: Int) -> AppStoreHTTPResponse {
            AppStoreHTTPResponse(status: 400, body: Array(#"{"errorCode":\#(number),"errorMessage":"no"}"#.utf8))
        }

        private static func page(_ token: String, _ items: String = "") -> AppStoreHTTPResponse {
            let body = #"{"hasMore":true,"paginationToken":"\#(token)","notificationHistory":[\#(items)]}"#
            return AppStoreHTTPResponse(status: 200, body: Array(body.utf8))
        }
    }

    @Test("A reading without progress ends, and is tried again after a pause", arguments: Standstill.allCases)
    func standstill(_ standstill: Standstill) async throws {
        let count = CallCount()
        let stage = try Stage { call in
            count.increment()
            let token = call.url.split(separator: "paginationToken=").dropFirst().first
            return standstill.reply(to: token.map(String.init), count.value)
        }
        let error = await #expect(throws: HealingError.self) { _ = try await stage.reading.run(.production) }
        #expect(stage.calls.value < Self.fewCalls, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("A customer's history that promises more at the same position is abandoned for now")
    func chain() async throws {
        let stage = try Stage { call in
            let more = call.url.contains("/history/")
            return AppStoreHTTPResponse(
                status: 200,
                body: Array(#"{"hasMore":\#(more),"revision":"r","data":[],"signedTransactions":[]}"#.utf8)
            )
        }
        let check = ChainCheck(
            app: stage.app.name,
            environment: .production,
            originalTransactionID: OriginalTransactionID("1"),
            dueAt: Self.now,
            revision: nil,
            isAboutEverything: true
        )
        #expect(try await !stage.checker.check(check, of: stage.app))
        #expect(stage.calls.value < Self.fewCalls)
    }
}

/// A counter for several tasks.
final class CallCount: Sendable {
    private let count = Mutex(0)

    /// The count.
    var value: Int { self.count.withLock { $0 } }

    /// Counts one more.
    func increment() { self.count.withLock { $0 += 1 } }
}
