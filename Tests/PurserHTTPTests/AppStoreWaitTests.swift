import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

/// Routes that call Apple respond in time, regardless of Apple's rate limit.
@Suite struct AppStoreWaitTests {
    @Test("A client that exceeds Apple's rate limit gets an error within the limit, with the time to retry")
    func rate() async throws {
        let stage = try WorldStage(.production)
        var codes: Set<String> = []
        for number in 0..<60 {
            let before = stage.shop.world.now.milliseconds
            let answer = try await stage.send(.get, "/v1/retention/messages")
            let waited = Duration.milliseconds(stage.shop.world.now.milliseconds - before)
            #expect(waited <= AppStoreService.deadline, "Request \(number) took \(waited).")
            if answer.status == .ok { continue }
            #expect(answer.status == .serviceUnavailable, "\(answer.text)")
            #expect(answer.headers[.retryAfter] != nil)
            codes.insert(answer.code ?? "")
        }
        #expect(codes.isSubset(of: ["appstore_rate_limited"]))
    }

    @Test("No request waits for a clock that stands still")
    func stillClock() async throws {
        let world = try SimulatedShop.world(seed: 3)
        let key = try world.apiKey()
        let now = world.now.milliseconds
        let slept = Mutex<[Duration]>([])
        let client = AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: world.apps[0].bundleId,
            hosts: AppStoreHosts(address: "http://world"),
            transport: WorldTransport(to: world).transport,
            budget: SharedRequestBudget(repository: InMemoryRepository(), app: AppName("shop")),
            time: AppStoreTime(
                now: { now },
                wallNow: { now },
                sleep: { length in slept.withLock { $0.append(length) } }
            ),
            jitter: { 0.5 }
        )
        var refusal: AppStoreError?
        for _ in 0..<200 where refusal == nil {
            do throws(AppStoreError) {
                _ = try await client.send(.messageList(), to: .production)
            } catch {
                refusal = error
            }
        }
        #expect(refusal?.code == "appstore_rate_limited")
        #expect(slept.withLock { $0.count } == 1)
    }
}
