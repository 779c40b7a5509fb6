import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

/// Routes that ask Apple answer in time, whatever Apple's rate says.
@Suite struct AppStoreWaitTests {
    @Test("Who asks Apple more often than Apple allows is told so within the limit, and when to come again")
    func rate() async throws {
        let stage = try WorldStage(.production)
        var codes: Set<String> = []
        for number in 0..<60 {
            let before = stage.shop.world.now.milliseconds
            let answer = try await stage.send(.get, "/v1/retention/messages")
            let waited = Duration.milliseconds(stage.shop.world.now.milliseconds - before)
            #expect(waited <= StoreDesk.deadline, "Request \(number) took \(waited).")
            if answer.status == .ok { continue }
            #expect(answer.status == .serviceUnavailable, "\(answer.text)")
            #expect(answer.headers[.retryAfter] != nil)
            codes.insert(answer.code ?? "")
        }
        #expect(codes.isSubset(of: ["appstore_rate_limited"]))
    }
}
