import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct MetricControllerTests {
    private static let metric = "purser_notifications_total"

    private let server: TestServer
    private let first: Int64

    init() throws {
        self.server = try TestServer()
        self.first = MetricResolution.minute.point(of: self.server.shop.ambient.now()) - 4
    }

    private static func key(_ app: String, _ outcome: String = "recorded") -> MetricKey {
        MetricKey(Self.metric, [MetricKey.Label("app", app), MetricKey.Label("outcome", outcome)])
    }

    /// Keeps a history of three minutes, the second of them unknown.
    private func keep() async throws {
        let node = NodeID(rawValue: "node")
        let other = MetricKey("purser_disk_free_bytes")
        let samples = ([(0, 2), (2, 0.5)] as [(Int64, Double)]).map { offset, count in
            NodeSample(
                node: node,
                sample: MetricSample(
                    minute: self.first + offset,
                    values: [
                        .init(Self.key(self.server.app.name.rawValue), .count, count),
                        .init(Self.key("elsewhere"), .count, 9), .init(other, .gauge, 5_000_000_000),
                    ]
                )
            )
        }
        let aggregation = MetricAggregation(samples, through: self.first + 2, after: nil)
        try await self.server.shop.repository.write { unit in
            try unit.aggregate(aggregation.rows(over: []), removing: [], droppingBefore: [:])
        }
    }

    private func instant(_ offset: Int64) -> String {
        MetricResolution.minute.begin(ofPoint: self.first + offset).rfc3339
    }

    @Test(
        "Each series of a metric has its points; missing data is null, and other apps' series are absent"
    )
    func read() async throws {
        try await self.keep()
        let answer = try await self.server.send(
            .get,
            "/v1/metrics?metric=\(Self.metric)&from=\(self.instant(0))&to=\(self.instant(3))"
        )
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(answer["stepSeconds"] == .number("60"))
        #expect(answer["from"] == .string(self.instant(0)))
        #expect(answer["to"] == .string(self.instant(4)))
        let series = try #require(answer["series"]?.looseArray)
        #expect(series.count == 1)
        #expect(series.first?["labels"]?["outcome"] == .string("recorded"))
        #expect(series.first?["kind"] == .string("count"))
        #expect(series.first?["points"] == .array([.number("2"), .null, .number("0.5"), .null]))
    }

    @Test("The coarser resolutions have their own points, and without a span the newest are answered")
    func resolutions() async throws {
        try await self.keep()
        let answer = try await self.server.send(.get, "/v1/metrics?metric=purser_disk_free_bytes&resolution=hour")
        #expect(answer["stepSeconds"] == .number("3600"))
        let points = try #require(answer["series"]?.looseArray.first?["points"]?.looseArray)
        #expect(points.count == MetricQuery.defaultPointCount)
        #expect(points.contains(.number("5000000000")))
    }

    @Test("The series of the caller's app and of the whole server are listed")
    func list() async throws {
        try await self.keep()
        let answer = try await self.server.send(.get, "/v1/metrics/series")
        #expect(answer.status == .ok, "\(answer.text)")
        let series = try #require(answer["series"]?.looseArray)
        #expect(series.map { $0["metric"] } == [.string("purser_disk_free_bytes"), .string(Self.metric)])
        #expect(!answer.text.contains("elsewhere"))
        let app = self.server.app.name.rawValue
        #expect(try await self.server.send(.get, "/v1/metrics/series?app=\(app)").text == answer.text)
        let foreign = try await self.server.send(.get, "/v1/metrics/series?app=elsewhere")
        #expect(foreign.status == .forbidden)
        #expect(foreign.code == "app_not_allowed")
    }

    @Test(
        "What cannot be asked is refused, with the field",
        arguments: [
            ("", "field_missing"), ("metric=a&resolution=day", "field_invalid"),
            ("metric=a&from=yesterday", "field_invalid"),
            ("metric=a&from=2026-01-02T00:00:00.000Z&to=2026-01-01T00:00:00.000Z", "field_invalid"),
            ("metric=a&from=2001-01-01T00:00:00.000Z&to=2026-01-01T00:00:00.000Z", "field_invalid"),
        ]
    )
    func refusals(query: String, code: String) async throws {
        let answer = try await self.server.send(.get, "/v1/metrics?\(query)")
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == code, "\(answer.text)")
    }

    @Test("A metric of which there is no history has no series")
    func unknown() async throws {
        let answer = try await self.server.send(.get, "/v1/metrics?metric=nothing")
        #expect(answer["series"] == .array([]))
    }
}
