import Crypto
import Foundation
import NIOCore
import NIOPosix
import PurserTesting

/// How long Apple waits for the answer to a notification while five phones read as much as they can.
struct NeighborBenchmark {
    /// The folder for its files.
    let folder: String

    private static let phones = 5
    private static let ordersEach = 200
    private static let secret = "the secret with which the shop signs its tokens"

    /// Starts the real server, and measures without and with the phones.
    func measure() async throws -> [Measurement] {
        let folder = self.folder + "/neighbors"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let corpus = try NotificationCorpus(count: 1400, chain: .short)
        try PurserProcess.prepare(folder: folder, root: corpus.authority.root)
        try Self.configure(folder + "/shop")
        // The start of the server creates the database that stores the key.
        let process = try PurserProcess(folder: folder)
        let key = try PurserProcess.publishableKey(folder: folder)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let load = LoadGenerator(group: group, port: process.port, connections: 8)
        let shopKey = try String(contentsOfFile: folder + "/shop/secret.key", encoding: .utf8)
        let orders = (0..<Self.phones).flatMap { phone in
            (0..<Self.ordersEach).map { _ in Self.order(of: Self.customer(phone), key: shopKey) }
        }
        let made = try await load.send(orders)
        precondition(made.failed == 0, "Every order is made.")

        let notifications = corpus.requests()
        let quiet = try await load.send(Array(notifications.prefix(400)), perSecond: 20)
        let readers = (0..<Self.phones).map { phone in
            let token = Self.token(of: Self.customer(phone))
            return PipeliningReader(Self.reads(phone, token: token, key: key), to: process.port, on: group)
        }
        let (busy, bytes) = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for reader in readers { tasks.addTask { try await reader.run() } }
            let busy = try await load.send(Array(notifications.dropFirst(400)), perSecond: 20)
            tasks.cancelAll()
            return (busy, try await tasks.reduce(0, +))
        }
        try await group.shutdownGracefully()
        _ = process.stop()
        precondition(quiet.failed == 0, "Every notification is taken.")
        let p99 = busy.percentile(99).milliseconds
        return [
            .scale(
                "a notification, 20 a second, alone: p99",
                "\(quiet.percentile(99).milliseconds.rounded1) ms"
            ),
            .judged(
                "  while five phones pipeline lists of 200 orders: p99",
                "\(p99.rounded1) ms, \(busy.failed) refused",
                target: "< 300 ms, none",
                p99 < 300 && busy.failed == 0
            ),
            .scale("  what they read meanwhile", "\((Double(bytes) / 1e6 / busy.duration.seconds).rounded1) MB/s"),
        ]
    }

    private static func customer(_ phone: Int) -> String { "phone-\(phone)" }

    /// Raises the limit of orders per customer, and trusts the address in a proxy's header: requests from loopback
    /// itself have no rate limit.
    private static func configure(_ folder: String) throws {
        try Data(Self.secret.utf8).write(to: URL(fileURLWithPath: folder + "/tokens.key"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder + "/tokens.key")
        let file = URL(fileURLWithPath: folder + "/purser.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
            .replacing("\nserver:\n", with: "\nserver:\n  trustedProxies: [127.0.0.0/8]\n")
            .replacing(
                "    catalog: catalog.yaml\n",
                with: """
                        catalog: catalog.yaml
                        customerTokens: { secret: { file: tokens.key } }
                        orders: { open: 1000, perHour: 1000, perDay: 1000 }

                    """
            )
        try Data(text.utf8).write(to: file)
    }

    /// More requests than one address may send at once, so that its rate is used up and refusals are part of the load.
    private static func reads(_ phone: Int, token: String, key: String) -> ByteBuffer {
        func read(_ more: String) -> String {
            "GET /v1/orders?limit=200 HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer \(key)\r\n"
                + "purser-customer-token: \(token)\r\nx-forwarded-for: 192.0.2.\(1 + phone)\r\n\(more)\r\n"
        }
        return ByteBuffer(string: String(repeating: read(""), count: 200) + read("connection: close\r\n"))
    }

    private static func order(of customer: String, key: String) -> ByteBuffer {
        let body = #"{"customer":"\#(customer)","product":"gems.600"}"#
        return ByteBuffer(
            string: "POST /v1/orders HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
                + "authorization: Bearer \(key.trimmingCharacters(in: .whitespacesAndNewlines))\r\n"
                + "content-length: \(body.utf8.count)\r\n\r\n\(body)"
        )
    }

    /// Returns a customer token, signed as a shop does.
    private static func token(of customer: String) -> String {
        let end = time(nil) + 3600
        let parts = [#"{"alg":"HS256"}"#, #"{"sub":"\#(customer)","aud":"shop","exp":\#(end)}"#]
        let signed = parts.map { Self.base64url(Data($0.utf8)) }.joined(separator: ".")
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(signed.utf8),
            using: SymmetricKey(data: Data(Self.secret.utf8))
        )
        return signed + "." + Self.base64url(Data(code))
    }

    private static func base64url(_ data: Data) -> String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
