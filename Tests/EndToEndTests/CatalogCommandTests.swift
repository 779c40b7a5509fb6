import AppStore
import Foundation
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10)))
struct CatalogCommandTests {
    private static let config = ["--config", "shop/purser.yaml"]
    private static let small = "entitlements: { pro: }\nproducts: { pass: { kind: non-consumable, unlocks: pro } }\n"
    private static let none = "products: {}\n"

    private let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
        try RunningServer.prepare(self.folder, root: try SigningAuthority().root)
        _ = try self.folder.write("small.yaml", Array(Self.small.utf8))
        _ = try self.folder.write("none.yaml", Array(Self.none.utf8))
        _ = try self.folder.write("wrong.yaml", Array("products: { a: { kind: consumabel } }\n".utf8))
    }

    private func catalog(_ arguments: String...) throws -> Binary.Run {
        try Binary.run(["catalog"] + arguments + Self.config, in: self.folder)
    }

    private func numbers() throws -> [String] {
        try self.catalog("versions").lines.dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    @Test("A catalog takes effect at once on a running server, survives its restart, and can be reverted")
    func applied() async throws {
        let server = try RunningServer(in: self.folder)
        #expect(try self.numbers() == ["1"])
        let diff = try self.catalog("diff", "small.yaml")
        #expect(diff.status == 1 && diff.lines.contains("+ products.pass: kind: non-consumable, unlocks: pro"))
        #expect(diff.lines.contains("- products.gems.600"))
        #expect(try self.catalog("diff", "shop/catalog.yaml").status == 0)

        let wrong = try self.catalog("apply", "wrong.yaml", "--yes")
        #expect(wrong.status == 65 && wrong.complaints.contains("wrong.yaml:1: products.a.kind"))
        let unasked = try self.catalog("apply", "small.yaml")
        #expect(unasked.status == 77, "There is no terminal to ask at.")
        #expect(try self.numbers() == ["1"])

        let applied = try self.catalog("apply", "small.yaml", "--yes", "--reason", "smaller")
        #expect(applied.status == 0 && applied.lines.last == "Version 2 is in force.", "\(applied.complaints)")
        let products = try await server.calls.send("/v1/products")
        #expect(products.text.contains(#""id":"pass""#) && !products.text.contains("gems.600"))
        let xcodes = Array(#"{"products": [{"productID": "a", "type": "NonConsumable", "displayPrice": "1.99"}]}"#.utf8)
        let made = try await server.calls.send("/v1/catalog/translations", body: xcodes)
        #expect(made.status == 200 && made.text.contains("a: { kind: non-consumable, unlocks: a, price: USD 1.99 }"))
        let none = try await server.calls.send("/v1/catalog/translations", body: Array("{}".utf8))
        #expect(none.status == 422 && none.text.contains("storekit_invalid"))
        let shown = try self.catalog("show")
        #expect(shown.output == Self.small && shown.complaints.contains("smaller"))
        let audit = try Binary.run(["audit", "list"] + Self.config, in: self.folder)
        let entry = try #require(audit.lines.last)
        #expect(entry.contains(" catalog.apply ") && entry.hasSuffix(" smaller"), "\(entry)")
        #expect(server.end(SIGTERM) == 0)

        let again = try RunningServer(in: self.folder)
        #expect(try await again.calls.send("/v1/products").text.contains(#""id":"pass""#))
        let same = try self.catalog("apply", "--version", "2", "--yes")
        #expect(same.status == 3 && same.complaints.contains("catalog_unchanged"), "\(same.complaints)")
        let back = try self.catalog("apply", "--version", "1", "--yes")
        #expect(back.status == 0 && back.lines.last == "Version 3 is in force.", "\(back.complaints)")
        #expect(try await again.calls.send("/v1/products").text.contains("gems.600"))
        #expect(again.end(SIGTERM) == 0)
        #expect(try self.catalog("show", "--version", "9").status == 64)
    }

    @Test("Without a server the commands work on the database, and a server then starts with what was applied")
    func alone() async throws {
        #expect(try RunningServer(in: self.folder).end(SIGTERM) == 0)
        let applied = try self.catalog("apply", "none.yaml", "--yes")
        #expect(applied.status == 0, "\(applied.complaints)")
        #expect(try self.numbers() == ["2", "1"])
        let server = try RunningServer(in: self.folder)
        #expect(try await server.calls.send("/v1/products").text == #"{"products":[],"version":2}"#)
        #expect(server.end(SIGTERM) == 0)
        // An edit of the configured file takes effect at the next start.
        _ = try self.folder.write("shop/catalog.yaml", Array(Self.small.utf8))
        let edited = try RunningServer(in: self.folder)
        #expect(try await edited.calls.send("/v1/products").text.contains(#""id":"pass""#))
        #expect(try self.numbers() == ["3", "2", "1"])
    }

    @Test("A file is checked without a server, and one of Xcode's is made into a catalog")
    func checked() throws {
        let good = try Binary.run(["catalog", "check", "shop/catalog.yaml"], in: self.folder)
        #expect(good.status == 0 && good.output == "shop/catalog.yaml: no error, 5 products, 2 entitlements\n")
        let wrong = try Binary.run(["catalog", "check", "wrong.yaml", "--json"], in: self.folder)
        #expect(wrong.status == 1)
        let issue = try JSONValue(json: Array(wrong.output.utf8))
        #expect(issue["kind"] == .string("mistake") && issue["key"] == .string("products.a.kind"))
        let storeKit = #"{"products": [{"productID": "a", "type": "NonConsumable", "displayPrice": "1.99"}]}"#
        _ = try self.folder.write("Shop.storekit", Array(storeKit.utf8))
        let made = try Binary.run(["catalog", "import", "Shop.storekit", "-o", "made.yaml"], in: self.folder)
        #expect(made.status == 0, "\(made.complaints)")
        #expect(try Binary.run(["catalog", "check", "made.yaml"], in: self.folder).status == 0)
        let again = try Binary.run(["catalog", "import", "Shop.storekit", "-o", "made.yaml"], in: self.folder)
        #expect(again.status == 73)
    }

    private static let storeKitFiles: [String] = {
        guard let folder = Vectors.folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/storekit")) ?? []
        return names.filter { $0.hasSuffix(".storekit") }.sorted()
    }()

    @Test(
        "Files of every version of Xcode are made into catalogs without a mistake",
        .enabled(if: !Self.storeKitFiles.isEmpty, "PURSER_VECTORS names no StoreKit files"),
        arguments: Self.storeKitFiles
    )
    func xcodes(name: String) throws {
        _ = try self.folder.write("Shop.storekit", try Vectors.bytes("storekit/\(name)"))
        let made = try Binary.run(["catalog", "import", "Shop.storekit", "-o", "made.yaml"], in: self.folder)
        #expect(made.status == 0, "\(made.complaints)")
        let check = try Binary.run(["catalog", "check", "made.yaml"], in: self.folder)
        #expect(check.status == 0, "\(check.output)")
        #expect(!check.output.contains(" 0 products"))
    }
}
