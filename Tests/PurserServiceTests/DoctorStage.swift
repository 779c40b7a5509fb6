import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import PurserTesting
import Synchronization

/// Doctor checks of two simulated App Stores in the same process, whose clocks advance while the doctor waits.
final class DoctorStage: Sendable {
    /// The faults that can be injected.
    struct Trouble: Sendable {
        var keySeed: UInt64 = 7
        var keyID: String?
        var issuerID: String?
        var bundleID = DoctorStage.bundleID
        var appAppleID: Int64 = 1_234_567_890
        var environments: Set<AppStoreEnvironment> = [.production, .sandbox]
        var hasKey = true
        /// How far the wall clock is ahead of Apple's, in milliseconds.
        var clockAheadMilliseconds: Int64 = 0
        /// A replacement for the responses of an environment.
        var instead: [AppStoreEnvironment: Result<Int, AppStoreTransportError>] = [:]
        var publicURL: String? = "https://purchases.example.com"
        var outcome = PublicAddressProbe.Outcome.answered(status: 200)
        var trustsApple = false
        var delivery = WorldDelivery.Outcome.answered(status: 200)
        /// Whether no notifications are delivered while the doctor waits.
        var isFrozen = false
        var notificationURL: String? = "https://purchases.example.com/apple/shop/notifications"
    }

    static let bundleID = "com.example.shop"
    static let opening: Int64 = 1_772_323_200_000

    let production: World
    let sandbox: World
    private let trouble: Trouble
    private let wall = Mutex<Int64>(DoctorStage.opening)

    init(_ trouble: Trouble = Trouble()) throws {
        self.trouble = trouble
        func world(_ environment: WorldEnvironment) throws -> World {
            try World(
                seed: 7,
                startingAt: Timestamp(milliseconds: Self.opening),
                app: WorldApp(
                    bundleId: Self.bundleID,
                    appAppleId: 1_234_567_890,
                    environment: environment,
                    notificationURL: trouble.notificationURL
                ),
                catalog: WorldCatalog([
                    .consumable("coins.100", price: WorldPrice(milliunits: 990, currency: "USD"))
                ])
            )
        }
        self.production = try world(.production)
        self.sandbox = try world(.sandbox)
    }

    /// All findings.
    func findings(isOffline: Bool = false) async throws -> [DoctorFinding] {
        let clock = ClockReadings { self.wall.withLock { $0 } + self.trouble.clockAheadMilliseconds }
        let app = try self.app(clock)
        let roots = self.production.certificates.root
        let doctor = Doctor(
            apps: [app],
            publicURL: self.trouble.publicURL,
            roots: self.trouble.trustsApple ? .apple : .simulator([roots]),
            probe: PublicAddressProbe { _ in self.trouble.outcome },
            clock: clock,
            sleep: { duration in try await self.sleep(duration) }
        )
        var findings: [DoctorFinding] = []
        await doctor.run(isOffline: isOffline) { findings.append($0) }
        return findings
    }

    private func app(_ clock: ClockReadings) throws -> ServedApp {
        guard
            let identity = AppIdentity(
                bundleID: self.trouble.bundleID,
                appAppleID: self.trouble.appAppleID,
                environments: self.trouble.environments
            )
        else { preconditionFailure("The identity is whole.") }
        let anchors = try TrustAnchors(roots: [self.production.certificates.root])
        return ServedApp(
            name: AppName("shop"),
            verifier: SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: identity),
            catalog: TestShop.catalog,
            appStore: self.trouble.hasKey ? try self.client(clock) : nil
        )
    }

    private func client(_ clock: ClockReadings) throws -> AppStoreClient {
        let key = APIKey(seed: self.trouble.keySeed, app: 0)
        return AppStoreClient(
            key: try AppStoreKey(
                issuerID: self.trouble.issuerID ?? key.issuerId,
                keyID: self.trouble.keyID ?? key.keyId,
                pem: key.privateKeyPEM
            ),
            bundleID: self.trouble.bundleID,
            transport: clock.watching(
                AppStoreTransport { call, _ throws(AppStoreTransportError) in try self.exchange(call) }
            ),
            budget: LocalRequestBudget(),
            time: AppStoreTime(
                now: { self.wall.withLock { $0 } },
                wallNow: { self.wall.withLock { $0 } + self.trouble.clockAheadMilliseconds },
                sleep: { duration in try await self.sleep(duration) }
            ),
            jitter: { 0.5 }
        )
    }

    private func sleep(_ duration: Duration) async throws {
        let (seconds, attoseconds) = duration.components
        self.wall.withLock { $0 += seconds * 1000 + attoseconds / 1_000_000_000_000_000 }
        for world in [self.production, self.sandbox] where !self.trouble.isFrozen {
            try await world.advance(by: duration) { _ in self.trouble.delivery }
        }
    }

    private func exchange(_ call: AppStoreHTTPRequest) throws(AppStoreTransportError) -> AppStoreHTTPResponse {
        guard let parts = URLComponents(string: call.url) else { throw .unreachable }
        let isSandbox = parts.host?.contains("sandbox") == true
        let date = (name: "Date", value: "Sun, 01 Mar 2026 00:00:\(self.seconds) GMT")
        if let instead = self.trouble.instead[isSandbox ? .sandbox : .production] {
            return AppStoreHTTPResponse(status: try instead.get(), headers: [date])
        }
        var headers: [String: String] = [:]
        for (name, value) in call.headers { headers[name.lowercased()] = value }
        let answer = (isSandbox ? self.sandbox : self.production).answer(
            AppleAPIRequest(
                call.method,
                parts.percentEncodedPath,
                query: parts.queryItems?.map { (name: $0.name, value: $0.value ?? "") } ?? [],
                headers: headers,
                body: call.body ?? []
            ),
            wallClockSeconds: self.wall.withLock { $0 } / 1000
        )
        return AppStoreHTTPResponse(
            status: answer.status,
            headers: answer.headers.map { (name: $0.key, value: $0.value) } + [date],
            body: answer.body
        )
    }

    /// The seconds of Apple's clock, which is in the first minute of the day during these tests.
    private var seconds: String {
        let seconds = (self.wall.withLock { $0 } - Self.opening) / 1000 % 60
        return seconds < 10 ? "0\(seconds)" : "\(seconds)"
    }
}
