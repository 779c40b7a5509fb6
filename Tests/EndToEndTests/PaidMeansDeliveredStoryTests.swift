import AppStore
import Foundation
import PurserTesting
import Testing

/// A server and an App Store as two processes: the player pays and his phone dies, and he has his coins.
@Suite(.serialized, .onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct PaidMeansDeliveredStoryTests {
    let folder: TemporaryFolder
    let store: RunningSimulator
    let world: ServerCalls

    init() throws {
        self.folder = try TemporaryFolder()
        #expect(try Binary.run(["init", "shop", "--bundle-id", "com.example.shop"], in: self.folder).status == 0)
        self.store = try RunningSimulator(
            [
                "--catalog", "shop/catalogue.yaml", "--bundle-id", "com.example.shop", "--app-apple-id", "1234567890",
                "--folder", "shop/simulator",
            ],
            in: self.folder
        )
        guard case .string(let url)? = try JSONValue(json: Array(self.store.readyLine.utf8))["url"] else {
            throw RunningSimulator.NotReady(status: 0)
        }
        self.world = ServerCalls(url: url, key: "")
        for (file, change) in [
            ("shop/purser.yaml", { (text: String) in text.replacing("http://127.0.0.1:8090", with: url) }),
            (
                "shop/catalogue.yaml",
                { $0 + "\ndeliveries: { from: 2020-01-01T00:00:00Z }\n" }
            ),
        ] {
            let text = try String(contentsOfFile: self.folder.path + "/" + file, encoding: .utf8)
            _ = try self.folder.write(file, Array(change(text).utf8))
        }
    }

    /// Does something in the world, and returns its answer.
    private func act(_ json: String) async throws -> JSONValue {
        let answer = try await self.world.send("/_sim/v1/actions", body: Array(json.utf8))
        #expect(answer.status == 200, "\(answer.text)")
        return try JSONValue(json: Array(answer.text.utf8))
    }

    /// The server, by the store's clock.
    private func serve() throws -> RunningServer {
        try RunningServer(in: self.folder, options: ["--clock", self.world.url + "/_sim/v1/clock"])
    }

    private func ask(_ server: RunningServer, _ path: String, _ json: String? = nil) async throws -> JSONValue {
        let answer = try await server.calls.send(path, body: json.map { Array($0.utf8) })
        return (try? JSONValue(json: Array(answer.text.utf8))) ?? .null
    }

    @Test("The server is killed, the player pays and his phone dies: his order is delivered when somebody asks Apple")
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
        let paid = try await self.act(
            #"{"action":"buy","customer":"anna","product":"gems.600","token":"\#(token)"}"#
        )
        guard case .array(let transactions)? = paid["transactions"],
            case .string(let transaction)? = transactions.first?["transactionId"]
        else { return #expect(Bool(false), "\(paid)") }
        let sync = try Binary.run(
            ["sync", "--config", "shop/purser.yaml", "--clock", self.world.url + "/_sim/v1/clock"],
            in: self.folder
        )
        #expect(sync.status == 0, "\(sync.output) \(sync.complaints)")
        let again = try self.serve()
        let found = try await self.ask(again, "/v1/orders/\(id)")
        #expect(found["state"] == .string("delivered"), "\(found)")
        let wallet = try await self.ask(again, "/v1/customers/anna/wallets/gems")
        #expect(wallet["balance"] == .number("600"), "\(wallet)")
        let delivery = try await self.ask(again, "/v1/deliveries/dlv_Production_\(transaction)")
        #expect(delivery["confirmedBy"] == .string("booking"), "\(delivery)")
        #expect(again.end(SIGTERM) == 0)
    }
}
