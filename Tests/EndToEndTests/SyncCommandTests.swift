import AppStore
import Foundation
import Testing

/// The real server beside the real simulated store, both processes of their own.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct SyncCommandTests {
    let shop: ShopBesideStore

    init() throws {
        self.shop = try ShopBesideStore()
    }

    private func sync(_ arguments: String...) throws -> Binary.Run {
        try self.shop.run(["sync"] + self.shop.clock + arguments)
    }

    @Test("Missed notifications are fetched on the file, and by a server at its start")
    func heals() async throws {
        #expect(try self.shop.run(["migrate"]).status == 0)
        try await self.shop.act(#"{"action":"buy","customer":"anna","product":"pro.monthly"}"#)
        try await self.shop.act(#"{"action":"buy","customer":"anna","product":"gems.600"}"#)
        let before = try self.sync("--status")
        #expect(before.status == 0 && before.output.contains("not read yet"), "\(before.output) \(before.complaints)")
        let first = try self.sync()
        #expect(first.status == 0, "\(first.output) \(first.complaints)")
        #expect(first.lines.contains { $0.hasPrefix("missing ") && $0.hasSuffix(" 2") }, "\(first.output)")
        #expect(first.output.contains("COMPLETE UP TO"), "\(first.output)")
        let again = try self.sync("--json")
        #expect(again.status == 0)
        #expect(again.output.contains(#""missing":0"#), "\(again.output)")
    }

    @Test("An app that is not there, and a key that Apple does not accept, are named with a remedy")
    func refusals() async throws {
        #expect(try self.shop.run(["migrate"]).status == 0)
        let unknown = try self.sync("--app", "shp")
        #expect(unknown.status == 64)
        #expect(unknown.complaints.contains(#"Did you mean "shop"?"#))
        try self.shop.folder.change("shop/purser.yaml") { text in
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.contains("keyId:") ? "      keyId: AAAAAAAAAA" : String($0) }
                .joined(separator: "\n")
        }
        let refused = try self.sync()
        #expect(refused.status == 78, "\(refused.complaints)")
        #expect(refused.complaints.contains("purser doctor"))
    }
}
