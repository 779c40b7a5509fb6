import AppStore
import Foundation
import Ledger
import Logging
import NIOCore
import PersistenceSQLite
import PurserHTTP
import PurserService
import PurserTesting

/// The rate at which apps can submit purchases: one signed transaction each, verified, owned and durable on SQLite, and
/// answered with the customer's entitlements, with the load generator on the same two cores.
struct PurchaseBenchmark {
    private static let key = "purser_sk_benchmark"

    /// Measures on fresh databases in this folder.
    func measure(folder: String) async throws -> [Measurement] {
        var runs: [(ratio: Double, perSecond: Double, microseconds: Double)] = []
        for run in 0..<3 {
            let raw = try Rate.raw()
            let load = try await self.run(count: 12_000, path: "\(folder)/purchases-\(run).db")
            precondition(load.failed == 0, "Every purchase is taken in.")
            runs.append((load.perSecond / raw, load.perSecond, load.processorSeconds * 1e6 / Double(load.succeeded)))
        }
        let middle = runs.sorted { $0.ratio < $1.ratio }[1]
        return [
            .judged(
                "POST /v1/purchases, verified, owned, durable, two cores",
                "\(Int(middle.perSecond))/s = \(middle.ratio.rounded2) raw",
                target: ">= 0.25 raw",
                middle.ratio >= 0.25
            ),
            .scale("  processor time for each, load generator included", "\(Int(middle.microseconds)) us"),
        ]
    }

    private func run(count: Int, path: String) async throws -> LoadGenerator.Outcome {
        let authority = try SigningAuthority()
        let requests = try (0..<count).map { number in
            let id = String(2_000_000_000_000_000 + number)
            var transaction = SamplePayloads.transaction(id: id, originalID: id)
            transaction.appTransactionId = "7\(id.dropFirst())"
            return Self.request(try authority.sign(transaction).bytes, customer: "user-\(number)")
        }
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        let repository = try SQLiteRepository(path: path, logger: logger) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
        let shop = try TestShop(repository: repository, authority: authority)
        let router = PurserRouter.make(
            try Services.inTest(repository, apps: [shop.app], ambient: shop.ambient, ingest: shop.ingest),
            PurserRouter.Settings(
                keys: SecretKeys([(Self.key, shop.app)]),
                trust: "simulator",
                authentication: LoadedServer.unlimited
            )
        )
        let load = try await LoadedServer.serving(router) { server in
            try await server.send(requests, connections: IntakeBenchmark.connections)
        }
        await repository.close()
        return load
    }

    private static func request(_ compact: [UInt8], customer: String) -> ByteBuffer {
        var body = Array(#"{"customer":"\#(customer)","signedTransaction":""#.utf8)
        body += compact
        body += Array(#""}"#.utf8)
        var buffer = ByteBuffer(
            string: "POST /v1/purchases HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                + "authorization: Bearer \(Self.key)\r\ncontent-length: \(body.count)\r\n\r\n"
        )
        buffer.writeBytes(body)
        return buffer
    }
}
