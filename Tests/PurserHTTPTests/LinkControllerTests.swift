import AppStore
import HTTPTypes
import Ledger
import NIOCore
import PurserService
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LinkControllerTests {
    @Test("The state of each host is returned, with where the link fails and since when")
    func list() async throws {
        let server = try TestServer()
        let unknown = try await server.send(.get, "/v1/links")
        #expect(unknown.status == .ok, "\(unknown.text)")
        #expect(unknown["enabled"] == .bool(true))
        let nothing = try #require(unknown["links"]?.looseArray.first)
        #expect(nothing["host"] == .string("127.0.0.1:9") && nothing["state"] == .string("unknown"))
        #expect(nothing["lastFailure"] == nil && nothing["since"] == nil)

        // No server listens at the port.
        let target = try #require(LinkTarget("http://127.0.0.1:9", .serverAPI))
        let probe = try LinkProbe(wall: server.shop.ambient)
        let prober = LinkProber(
            [target],
            results: server.linkResults,
            wall: server.shop.ambient,
            sleep: { _ in },
            run: { await probe.run($0) }
        )
        await prober.record(at: server.shop.ambient.now())
        let answer = try await server.send(.get, "/v1/links")
        let link = try #require(answer["links"]?.looseArray.first)
        let since = server.shop.ambient.now().rfc3339
        #expect(link["state"] == .string("down"))
        #expect(link["since"] == .string(since) && link["probedAt"] == .string(since))
        let failure = try #require(link["lastFailure"])
        #expect(failure["step"] == .string("tcp") && failure["cause"] == .string("refused"))
        #expect(failure["place"] == .string("route") && failure["at"] == .string(since))
        #expect(answer.text.contains("The connection was refused."))
        let chinese = try await server.send(.get, "/v1/links?language=zh-Hans")
        #expect(chinese.text.contains("连接被拒绝。"), "\(chinese.text)")
        #expect(try await server.send(.get, "/v1/links?language=de").status == .unprocessableContent)
        #expect(try await server.send(.get, "/v1/links", key: nil).status == .unauthorized)
    }
}
