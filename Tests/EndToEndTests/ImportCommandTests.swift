import AppStore
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct ImportCommandTests {
    private static let config = ["--config", "shop/purser.yaml"]

    let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
        // Its simulator listens at another port than the first configuration says, so the key is added with that.
        try RunningServer.prepare(self.folder, root: [])
    }

    private func purser(_ arguments: String..., input: String = "") throws -> Binary.Run {
        try Binary.run(arguments + Self.config, in: self.folder, input: Array(input.utf8))
    }

    /// A simulator that sells what the shop's catalog says, and whose root the server trusts.
    private func simulator() throws -> (process: RunningSimulator, ready: JSONValue) {
        let process = try RunningSimulator(
            [
                "--catalog", "shop/catalog.yaml", "--bundle-id", SamplePayloads.bundleID, "--root",
                "shop/simulator/root.der", "--folder", "shop/simulator",
            ],
            in: self.folder
        )
        return (process, try JSONValue(json: Array(process.readyLine.utf8)))
    }

    /// Buys a product for a customer, and returns the transaction's id.
    private static func buy(_ product: String, by customer: String, at url: String) async throws -> String {
        var request = HTTPClientRequest(url: url + "/_sim/v1/actions")
        request.method = .POST
        request.body = .bytes(
            ByteBuffer(string: #"{"action":"buy","customer":"\#(customer)","product":"\#(product)"}"#)
        )
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let body: ByteBuffer
        do {
            body = try await client.execute(request, timeout: .seconds(TestTimeout.seconds)).body.collect(upTo: 1 << 20)
        } catch {
            try? await client.shutdown()
            throw error
        }
        try await client.shutdown()
        let answer = try JSONValue(json: Array(body.readableBytesView))
        guard case .array(let transactions)? = answer["transactions"],
            case .string(let id)? = transactions.first?["transactionId"]
        else { throw RunningSimulator.NotReady(status: 0) }
        return id
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .number(let text): text
        default: ""
        }
    }

    /// Configures a key for Apple's API at the simulator's URL.
    private func addKey(_ ready: JSONValue) throws {
        let path = self.folder.path + "/shop/purser.yaml"
        let configuration = try String(contentsOfFile: path, encoding: .utf8)
        let url = Self.text(ready["url"])
        let access = """
                appStore:
                  issuerId: \(Self.text(ready["issuerId"]))
                  keyId: \(Self.text(ready["keyId"]))
                  privateKey: \(Self.text(ready["privateKeyPath"]))
                  production: \(url)
                  sandbox: \(url)

            """
        try Data((configuration + "\n" + access).utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test("Purchases from before come in with their owners, and what does not comes back to be corrected")
    func whole() async throws {
        let (simulator, ready) = try self.simulator()
        try self.addKey(ready)
        let server = try RunningServer(in: self.folder)
        let url = Self.text(ready["url"])
        let subscription = try await Self.buy("pro.monthly", by: "anna", at: url)
        let coins = try await Self.buy("gems.600", by: "ben", at: url)
        _ = try self.folder.write(
            "old.csv",
            Array("transactionId,owner\n\(subscription),ann\n\(coins),ben\n12x,eve\n424242,eve\n".utf8)
        )
        let run = try self.purser("import", "old.csv", "--events", "off")
        #expect(run.status == 1)
        #expect(run.output.contains("finished  2 of 4 imported, 2 failed"))
        let id = try #require(run.lines.last?.split(separator: " ").first.map(String.init))
        #expect(run.complaints.contains("purser import --failures \(id)"))
        let entitlements = try await server.calls.send("/v1/customers/ann/entitlements")
        #expect(entitlements.text.contains(#""name":"pro""#))
        #expect(entitlements.text.contains(#""active":true"#))
        let bought = try await server.calls.send("/v1/customers/ben/transactions")
        #expect(bought.text.contains(#""claim":"decision""#))
        let failures = try self.purser("import", "--failures", id)
        #expect(failures.output.contains("import_id_malformed"))
        #expect(failures.output.contains("import_transaction_unknown"))
        // The list itself is a file to submit.
        let corrected = failures.output.replacingOccurrences(of: "12x", with: coins)
            .replacingOccurrences(of: "424242", with: coins)
        let again = try self.purser("import", "-", "--format", "csv", "--json", input: corrected)
        #expect(again.status == 0, "\(again.complaints)")
        #expect(again.output.contains(#""done":2"#))
        let list = try self.purser("import", "--list")
        #expect(list.lines.count == 3, "Below the heading are two.")
        #expect(try self.purser("import", "--show", id).status == 1)
        let audit = try self.purser("audit", "list")
        #expect(audit.output.contains("import.start"))
        #expect(server.end(SIGTERM) == 0)
        _ = simulator
    }

    @Test("Each way not to work has its exit status, and says what would")
    func statuses() throws {
        _ = try self.folder.write("old.csv", Array("transactionId\n1\n".utf8))
        _ = try self.folder.write("old.data", Array("transactionId\n1\n".utf8))
        let (simulator, _) = try self.simulator()
        #expect(try self.purser("import").status == 64)
        #expect(try self.purser("import", "old.data").status == 64)
        #expect(try self.purser("import", "old.csv", "--list").status == 64)
        #expect(try self.purser("import", "--list", "--app", "shopp").complaints.contains("Did you mean \"shop\"?"))
        let server = try RunningServer(in: self.folder)
        let keyless = try self.purser("import", "old.csv")
        #expect(keyless.status == 78)
        #expect(keyless.complaints.contains("apps.shop.appStore"))
        #expect(try self.purser("import", "--show", "none").status == 64)
        #expect(try self.purser("import", "missing.csv").status == 69)
        #expect(server.end(SIGTERM) == 0)
        let stopped = try self.purser("import", "old.csv")
        #expect(stopped.status == 69)
        #expect(stopped.complaints.contains("purser serve"))
        #expect(try self.purser("import", "--show", "none").status == 69)
        let list = try self.purser("import", "--list")
        #expect(list.status == 0 && list.complaints.contains("There are no imports."), "\(list.complaints)")
        #expect(try self.purser("import", "--failures", "none").status == 64)
        #expect(try self.purser("import", "--cancel", "none").status == 64)
        _ = simulator
    }
}
