import AppStore
import Foundation
import Testing

/// The real server beside the real simulated store, both processes of their own.
@Suite(.serialized, .onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct SyncCommandTests {
    let folder: TemporaryFolder
    let store: RunningSimulator
    let url: String

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
        self.url = url
        let path = self.folder.path + "/shop/purser.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8).replacing("http://127.0.0.1:8090", with: url)
        _ = try self.folder.write("shop/purser.yaml", Array(text.utf8))
    }

    private func act(_ json: String) async throws {
        let calls = ServerCalls(url: self.url, key: "")
        #expect(try await calls.send("/_sim/v1/actions", body: Array(json.utf8)).status == 200)
    }

    private func sync(_ arguments: String...) throws -> Binary.Run {
        try Binary.run(
            ["sync", "--config", "shop/purser.yaml", "--clock", self.url + "/_sim/v1/clock"] + arguments,
            in: self.folder
        )
    }

    @Test("What Apple sent to nobody is fetched, on the file, and by a server at its start")
    func heals() async throws {
        #expect(try Binary.run(["migrate", "--config", "shop/purser.yaml"], in: self.folder).status == 0)
        try await self.act(#"{"action":"buy","customer":"anna","product":"pro.monthly"}"#)
        try await self.act(#"{"action":"buy","customer":"anna","product":"gems.600"}"#)
        let before = try self.sync("--status")
        #expect(before.status == 0 && before.output.contains("not read yet"), "\(before.output) \(before.complaints)")
        let first = try self.sync()
        #expect(first.status == 0, "\(first.output) \(first.complaints)")
        #expect(first.lines.contains { $0.hasPrefix("missing ") && $0.hasSuffix(" 2") }, "\(first.output)")
        #expect(first.output.contains("complete up to"))
        let again = try self.sync("--json")
        #expect(again.status == 0)
        #expect(again.output.contains(#""missing":0"#), "\(again.output)")
    }

    @Test("An app that is not there, and a key that Apple does not accept, are named with a remedy")
    func refusals() async throws {
        #expect(try Binary.run(["migrate", "--config", "shop/purser.yaml"], in: self.folder).status == 0)
        let unknown = try self.sync("--app", "shp")
        #expect(unknown.status == 64)
        #expect(unknown.complaints.contains(#"Did you mean "shop"?"#))
        let path = self.folder.path + "/shop/purser.yaml"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.contains("keyId:") ? "      keyId: AAAAAAAAAA" : String($0) }
        _ = try self.folder.write("shop/purser.yaml", Array(lines.joined(separator: "\n").utf8))
        let refused = try self.sync()
        #expect(refused.status == 78, "\(refused.complaints)")
        #expect(refused.complaints.contains("purser doctor"))
    }
}
