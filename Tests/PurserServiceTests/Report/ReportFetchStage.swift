import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PurserService
import PurserTesting
import Synchronization

/// A shop whose reports are fetched from a simulated App Store Connect, on its clock.
struct ReportFetchStage {
    /// The requests, the answers that replace the store's, and the days that were to be compared.
    final class Notes: Sendable {
        private struct State {
            var targets: [String] = []
            var days: [String] = []
            var refusals: [String: Int] = [:]
            var isCut = false
        }

        private let state = Mutex(State())

        /// The paths and queries of requests, oldest first.
        var targets: [String] { self.state.withLock { $0.targets } }
        /// The spans of days that were to be compared.
        var days: [String] { self.state.withLock { $0.days } }

        func forget() {
            self.state.withLock { state in
                state.targets = []
                state.days = []
            }
        }

        /// Answers requests whose target contains a text with a status from now on; with the store's answer for `nil`.
        func refuse(_ word: String, with status: Int?) { self.state.withLock { $0.refusals[word] = status } }

        /// Blocks all requests, or none.
        func cut(_ isCut: Bool) { self.state.withLock { $0.isCut = isCut } }

        func compare(_ days: ClosedRange<PacificDay>) {
            self.state.withLock { $0.days.append("\(days.lowerBound.text)...\(days.upperBound.text)") }
        }

        /// Records a request; returns the status with which it is refused.
        func ask(_ target: String) throws(AppStoreTransportError) -> Int? {
            let (status, isCut) = self.state.withLock { state in
                state.targets.append(target)
                return (state.refusals.first { target.contains($0.key) }?.value, state.isCut)
            }
            if isCut { throw .unreachable }
            return status
        }
    }

    static let app = AppName("shop")
    static let bundleID = "com.example.shop"
    private static let wallSeconds: Int64 = 1_790_000_000

    let world: World
    let notes = Notes()
    let log = WarningLog()
    let repository: any Repository
    let ambient: Ambient
    let client: ConnectClient
    let vendor: String
    let fetch: ReportFetch
    let worker: AppReportFetchWorker

    /// A stage whose store begins at 2026-03-01T00:00:00Z, which is the afternoon of February 28 in Pacific time.
    ///
    /// - Parameters:
    ///   - isTeamKey: Whether the key is the team's, and not a revoked one.
    ///   - vendor: The vendor number of the configuration; that of the store for `nil`.
    ///   - budget: The budget of requests.
    /// - Throws: The error of the store or the key.
    init(
        isTeamKey: Bool = true,
        vendor: String? = nil,
        budget: any ConnectBudget = LocalConnectBudget()
    ) throws {
        let price = WorldPrice(milliunits: 9990, currency: "USD")
        let world = try World(
            seed: 7,
            startingAt: Timestamp(milliseconds: 1_772_323_200_000),
            app: WorldApp(bundleId: Self.bundleID, appAppleId: 1_234_567_890, environment: .production),
            catalog: WorldCatalog([
                .consumable("gems.600", price: price), .nonConsumable("frame.gold", price: price),
            ])
        )
        let account = world.reportAccount
        let vendor = vendor ?? account.vendorNumber
        let key = isTeamKey ? account.key : APIKey(seed: 99, app: 0)
        let repository = InMemoryRepository()
        let ambient = Ambient(
            now: { Instant(milliseconds: world.now.milliseconds) },
            randomBytes: { Sample.bytes($0, seed: 1) }
        )
        let (notes, handler) = (self.notes, self.log.handler)
        let logger = Logger(label: "test") { _ in handler }
        let client = ConnectClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            address: "https://connect.example",
            transport: AppStoreTransport { call, _ throws(AppStoreTransportError) in
                try Self.reply(to: call, of: world, notes)
            },
            budget: budget,
            time: AppStoreTime(
                now: { world.now.milliseconds },
                wallNow: { Self.wallSeconds * 1000 },
                sleep: { _ in }
            )
        )
        self.world = world
        self.client = client
        self.vendor = vendor
        self.repository = repository
        self.ambient = ambient
        self.fetch = ReportFetch(
            of: Self.app,
            client: client,
            vendor: vendor,
            reports: ReportService(
                repository: repository,
                ambient: ambient,
                accounts: [Self.app: ReportAccount(vendor: vendor, sku: Self.bundleID)]
            ),
            repository: repository,
            ambient: ambient,
            logger: logger
        )
        self.worker = AppReportFetchWorker(
            for: Self.app,
            fetch: self.fetch,
            repository: repository,
            ambient: ambient,
            logger: logger,
            reconcile: { _, days in notes.compare(days) }
        )
    }

    /// Sets the store's clock to an instant of 2026: `03-02T16:30`.
    func advance(to text: String) throws {
        guard let instant = Instant(rfc3339: "2026-\(text):00Z") else { throw CancellationError() }
        try self.world.advance(to: Timestamp(milliseconds: instant.milliseconds))
    }

    /// Lets a customer buy a product.
    func buy(_ product: String, by name: String) throws { _ = try self.world.perform(.buy(product, by: name)) }

    /// Requests a report of a day.
    func day(_ text: String, _ kind: ReportKind = .sales) async throws -> ReportFetchOutcome {
        guard let day = CivilDay(text: text) else { throw CancellationError() }
        return await self.fetch.fetch(self.fetch.schedule.slot(kind, .day(day)), by: RequestOrigin(name: "ada"))
    }

    /// Runs rounds until nothing more is due, and returns the number of requests.
    func work() async -> Int {
        let before = self.notes.targets.count
        var rounds = 0
        while await self.worker.round() > 0, rounds < 1000 { rounds += 1 }
        return self.notes.targets.count - before
    }

    private static func reply(
        to call: AppStoreHTTPRequest,
        of world: World,
        _ notes: Notes
    ) throws(AppStoreTransportError) -> AppStoreHTTPResponse {
        let target = String(call.url.dropFirst("https://connect.example".count))
        if let status = try notes.ask(target) {
            return AppStoreHTTPResponse(
                status: status,
                body: Array(#"{"errors":[{"code":"REFUSED","detail":"No."}]}"#.utf8)
            )
        }
        guard let parts = URLComponents(string: call.url) else { throw .unreachable }
        let query = parts.queryItems?.map { (name: $0.name, value: $0.value ?? "") } ?? []
        let headers = Dictionary(call.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        let answer = world.answer(
            AppleAPIRequest(call.method, parts.percentEncodedPath, query: query, headers: headers),
            wallClockSeconds: Self.wallSeconds
        )
        return AppStoreHTTPResponse(
            status: answer.status,
            headers: answer.headers.map { (name: $0.key, value: $0.value) },
            body: answer.body
        )
    }
}
