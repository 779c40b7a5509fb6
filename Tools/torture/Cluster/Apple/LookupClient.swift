import AppStoreSimulator
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserTesting
import Synchronization

/// A client that asks both nodes about subscriptions, orders and transactions, as fast as they answer.
final class LookupClient: Sendable {
    /// The timeout of a request.
    private static let patience = TimeAmount.seconds(5)
    /// The pause between two requests to one node.
    private static let pace = Duration.milliseconds(100)
    /// The number of concurrent requests to each node.
    private static let width = 4

    private let client: HTTPClient
    private let servers: [String]
    private let transactions: [(customer: String, id: String)]
    private let subscriptions: [String]
    private let answers = Mutex<[String: Int]>([:])
    private let stopped = Mutex(false)

    /// Creates a client that asks these servers about the worlds of a shop.
    init(client: HTTPClient, servers: [String], shop: PolledShop, customers: Int) {
        self.client = client
        self.servers = servers
        self.transactions = (0..<customers).flatMap { number in
            let name = "asked-\(number)"
            return shop.production.transactions(of: WorldCustomer(name: name)).map { (name, $0.transactionId) }
        }
        self.subscriptions = (0..<customers).compactMap { number in
            shop.sandbox.transactions(of: WorldCustomer(name: "asked-\(number)")).last { $0.productId != "frame.gold" }?
                .transactionId
        }
    }

    /// The number of answers by request and result.
    var tally: [String: Int] { self.answers.withLock { $0 } }

    /// Sends no further requests.
    func stop() { self.stopped.withLock { $0 = true } }

    /// Sends requests until it is stopped.
    func run(clock: ContinuousClock) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in self.servers {
                for line in 0..<Self.width {
                    group.addTask { try await self.ask(server, line: line, clock: clock) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func ask(_ server: String, line: Int, clock: ContinuousClock) async throws {
        var count = line
        while !self.stopped.withLock({ $0 }) {
            count += 1
            if !self.subscriptions.isEmpty, count % 6 != 0 {
                // The sandbox allows a tenth of the rate.
                let id = self.subscriptions[count % self.subscriptions.count]
                await self.note("a state", .GET, "\(server)/v1/subscriptions/\(id)/status")
            } else if count % 12 == 0, !self.transactions.isEmpty {
                let (customer, id) = self.transactions[count / 12 % self.transactions.count]
                await self.hand(in: id, of: customer, to: server)
            } else {
                await self.note("an order", .GET, "\(server)/v1/apple-orders/MTORTURE\(count)")
            }
            try await clock.sleep(for: Self.pace)
        }
    }

    private func hand(in id: String, of customer: String, to server: String) async {
        let body = #"{"customer":"\#(customer)","transactionId":"\#(id)"}"#
        await self.note("a transaction", .POST, "\(server)/v1/purchases", body: body)
    }

    private func note(_ what: String, _ method: HTTPMethod, _ url: String, body: String? = nil) async {
        var request = HTTPClientRequest(url: url)
        request.method = method
        request.headers.add(name: "authorization", value: "Bearer \(ConfigurationFolder.key)-\(PolledShop.app)")
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: body))
        }
        let status = try? await self.client.execute(request, timeout: Self.patience).status.code
        self.answers.withLock { $0["\(what), \(status.map { "answered \($0)" } ?? "not answered")", default: 0] += 1 }
    }
}
