import AppStoreSimulator
import Foundation
import PurserService
import Testing
import purser

@Suite struct CatalogSourceTests {
    /// The program that was built beside the tests.
    private static let program: String? = {
        let folder = (ProcessInfo.processInfo.arguments.first.map { $0 as NSString })?.deletingLastPathComponent ?? "."
        let path = folder + "/purser"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    @Test(
        "A mistake in a catalog of any kind ends the command with 65 and names the place",
        .enabled(if: Self.program != nil, "the program is not beside the tests"),
        arguments: [
            ("a.storekit", "{\"products\": [\n{\"productID\": \"a\"}]}", "a.storekit:2: products[0]: has no type. "),
            ("a.storekit", "products: {}", "a.storekit:1: is not JSON from here on. "),
            ("shop", "{\"version\": {},\n\"products\": 7}", "shop:2: products: is a number, not an array. "),
            (
                "shop", "{\"products\": [],\n\"profil\": 7}",
                "shop:2: profil: is not known here. Did you mean \"profile\"?"
            ),
            ("shop.json", "", "shop.json:1: is not JSON from here on. "),
            ("shop.yaml", "products: { a: { kind: consumable } }", "products.a.price: is missing; "),
            ("shop", "products: { a: { kind: consumable } }", "products.a.price: is missing; "),
            ("shop.yaml", "{ products: { a: { kind: consumable } } }", "products.a.price: is missing; "),
        ]
    )
    func mistakes(name: String, text: String, message: String) throws {
        let folder = try TemporaryFolder()
        try text.write(toFile: folder.path + "/" + name, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.program ?? "")
        process.arguments = ["simulate", "--port", "0", "--catalog", name]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ["LANG": "C"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 65)
        #expect(said.contains(message), "\(said)")
    }
}

/// The prices of a server's catalog in the simulated App Store.
@Suite struct SimulatedPricesTests {
    @Test("The simulated store charges the prices that a catalog sets by hand, and equalizes the others")
    func byHand() throws {
        let text = "products:\n  a: { kind: consumable, prices: { base: USA, USA: 9.99, CHN: 66.00 } }\n"
        let file = try CatalogFile(bytes: Array(text.utf8), file: "c.yaml")
        let product = try #require(try WorldCatalog(file, path: "c.yaml").products.first)
        let china = try #require(WorldStorefront(code: "CHN"))
        let germany = try #require(WorldStorefront(code: "DEU"))
        #expect(product.price(in: china) == WorldPrice(milliunits: 66_000, currency: "CNY"))
        #expect(product.price(in: .usa) == WorldPrice(milliunits: 9990, currency: "USD"))
        #expect(product.price(in: germany) == product.price.equalized(for: germany))
    }
}
