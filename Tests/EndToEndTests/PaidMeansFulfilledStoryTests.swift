import AppStore
import Foundation
import PurserTesting
import Testing

/// A server and an App Store as two processes.
///
/// The player pays, the phone dies, and the coins are fulfilled anyway.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct PaidMeansFulfilledStoryTests {
    let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore(fulfillsFrom: "2020-01-01T00:00:00Z")
    }

    /// The server, by the store's clock.
    private func serve() throws -> RunningServer {
        try RunningServer(in: self.shop.folder, options: self.shop.clock)
    }

    private func ask(_ server: RunningServer, _ path: String, _ json: String? = nil) async throws -> JSONValue {
        let answer = try await server.calls.send(path, body: json.map { Array($0.utf8) })
        return (try? JSONValue(json: Array(answer.text.utf8))) ?? .null
    }

    @Test("The server is killed, the player pays and the phone dies: a query of Apple's API fulfills the order")
    func bothDie() async throws {
        let first = try self.serve()
        let order = try await self.ask(
            first,
            "/v1/orders",
            #"{"customer":"anna","product":"gems.600"}"#
        )
        guard case .string(let id)? = order["id"], case .string(let token)? = order["appAccountToken"] else {
            return #expect(Bool(false), "\(order)")
        }
        _ = first.end(SIGKILL)
        let (transaction, _) = try await self.shop.buy("gems.600", token: token)
        let sync = try self.shop.run(["sync"] + self.shop.clock)
        #expect(sync.status == 0, "\(sync.output) \(sync.complaints)")
        let again = try self.serve()
        let found = try await self.ask(again, "/v1/orders/\(id)")
        #expect(found["state"] == .string("fulfilled"), "\(found)")
        let wallet = try await self.ask(again, "/v1/customers/anna/wallets/gems")
        #expect(wallet["balance"] == .number("600"), "\(wallet)")
        let fulfillment = try await self.ask(again, "/v1/fulfillments/ful_Production_\(transaction)")
        #expect(fulfillment["confirmedBy"] == .string("booking"), "\(fulfillment)")
        #expect(again.end(SIGTERM) == 0)
    }
}
