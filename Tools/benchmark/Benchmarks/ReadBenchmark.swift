import Foundation
import Ledger
import NIOCore
import PersistenceSQLite
import PurserHTTP
import PurserService
import PurserTesting

/// The cost of a query for a customer's entitlements over HTTP, beside a hello route of the same library, with ten
/// million subscribers stored and with a million.
struct ReadBenchmark {
    /// The number of connections that send queries.
    static let connections = 32
    private static let key = "purser_sk_benchmark"

    /// Measures with a number of subscribers whose database is open.
    ///
    /// Targets only apply where the ledger is in SQLite.
    func measure(_ count: Int, _ repository: any Repository, isJudged: Bool = true) async throws -> [Measurement] {
        let shop = try TestShop(repository: repository)
        shop.setNow(Sample.beginning + .days(30))
        let app = ServedApp(
            name: Sample.app,
            verifier: shop.app.verifier,
            catalog: SubscriberBenchmark.catalog
        )
        let router = PurserRouter.make(
            try Services.inTest(repository, apps: [app], ambient: shop.ambient, ingest: shop.ingest),
            PurserRouter.Settings(
                keys: SecretKeys([(Self.key, app)]),
                trust: "simulator",
                authentication: LoadedServer.unlimited
            )
        )
        var generator = SeededGenerator(seed: 11)
        let reads = (0..<60_000).map { _ in
            Self.request(
                "/v1/customers/\(SubscriberDataset.customer(generator.number(below: count)))/entitlements"
            )
        }
        let greetings = Array(repeating: Self.request("/hello"), count: reads.count)
        // Alternating, because the speed of a shared machine drifts.
        let turns = try await LoadedServer.serving(router) { server in
            try await LoadedServer.greeting { hello in
                _ = try await server.send(Array(reads.prefix(10_000)), connections: Self.connections)
                var turns: [(hello: Double, read: Double)] = []
                for turn in 0..<3 {
                    let hello = try await hello.send(Self.part(turn, of: greetings), connections: Self.connections)
                    let read = try await server.send(Self.part(turn, of: reads), connections: Self.connections)
                    precondition(read.failed == 0 && hello.failed == 0, "Every question is answered.")
                    turns.append((hello.perSecond, read.perSecond))
                }
                return turns
            }
        }
        let middle = turns.sorted { $0.read / $0.hello < $1.read / $1.hello }[1]
        let paced = try await LoadedServer.serving(router) { server in
            let sent = min(reads.count, Int(middle.read * 2))
            return try await server.send(
                Array(reads.prefix(sent)),
                perSecond: middle.read / 2,
                connections: Self.connections
            )
        }
        let p99 = paced.percentile(99).milliseconds
        let ratio = middle.read / middle.hello
        guard isJudged else {
            return [
                .scale("  entitlement read over HTTP", "\(Int(middle.read))/s = \(ratio.rounded2) hello"),
                .scale("  the same at half load: p99", "\(p99.rounded2) ms"),
            ]
        }
        return [
            .scale("  hello route of the HTTP library", "\(Int(middle.hello))/s"),
            .judged(
                "  entitlement read over HTTP",
                "\(Int(middle.read))/s = \(ratio.rounded2) hello",
                target: ">= 0.60 hello",
                ratio >= 0.6
            ),
            .judged("  the same at half load: p99", "\(p99.rounded2) ms", target: "< 2 ms", p99 < 2),
        ]
    }

    private static func part(_ turn: Int, of requests: [ByteBuffer]) -> [ByteBuffer] {
        Array(requests[(turn * requests.count / 3)..<((turn + 1) * requests.count / 3)])
    }

    private static func request(_ path: String) -> ByteBuffer {
        ByteBuffer(
            string: "GET \(path) HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer \(Self.key)\r\n\r\n"
        )
    }
}
