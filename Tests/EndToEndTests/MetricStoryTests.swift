import AppStore
import Foundation
import PurserTesting
import Testing

/// The real server's history of metrics, by the clock of the simulated App Store.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct MetricStoryTests {
    private let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore()
    }

    /// Advances the world's clock.
    private func advance(minutes: Int) async throws {
        let body = Array(#"{"milliseconds":\#(minutes * 60_000)}"#.utf8)
        let answer = try await self.shop.world.send("/_sim/v1/clock/advance", body: body)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Returns the history of a metric, all series added up.
    private func known(_ metric: String, _ calls: ServerCalls) async throws -> [Double] {
        let answer = try await calls.send("/v1/metrics?metric=\(metric)")
        #expect(answer.status == 200, "\(answer.text)")
        guard case .array(let series)? = try JSONValue(json: Array(answer.text.utf8))["series"] else { return [] }
        return series.flatMap { one -> [Double] in
            guard case .array(let points)? = one["points"] else { return [] }
            return points.compactMap { point in
                if case .number(let text) = point { Double(text) } else { nil }
            }
        }
    }

    /// Advances the clock by minutes until the history has this number of points, since the server samples
    /// asynchronously.
    private func wait(for count: Int, _ metric: String, _ calls: ServerCalls) async throws -> [Double] {
        let patience = ContinuousClock.now + TestTimeout.duration
        while ContinuousClock.now < patience {
            try await self.advance(minutes: 1)
            for _ in 0..<30 {
                let known = try await self.known(metric, calls)
                if known.count >= count { return known }
                try await ContinuousClock().sleep(for: .milliseconds(100))
            }
        }
        return try await self.known(metric, calls)
    }

    @Test(
        "A count is in the history a minute later, is there after a restart, and needs a key to be read"
    )
    func story() async throws {
        var server = try RunningServer(in: self.shop.folder, options: self.shop.clock)
        let before = try await self.wait(for: 1, "purser_commits_total", server.calls)
        #expect(try #require(before.first) > 0, "Its first catalog was written.")
        #expect(server.end(SIGTERM) == 0)

        server = try RunningServer(in: self.shop.folder, options: self.shop.clock)
        // The last sample of the first run, and one of the second.
        let after = try await self.wait(for: before.count + 2, "purser_commits_total", server.calls)
        #expect(Array(after.prefix(before.count)) == before)
        let series = try await server.calls.send("/v1/metrics/series")
        #expect(series.status == 200)
        #expect(series.text.contains("purser_commits_total"))
        let stranger = ServerCalls(url: server.calls.url, key: "purser_sk_nobody")
        #expect(try await stranger.send("/v1/metrics?metric=purser_commits_total").status == 401)
        #expect(server.end(SIGTERM) == 0)
    }
}
