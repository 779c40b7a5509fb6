import Foundation
import Testing

@Suite struct CatalogueSourceTests {
    /// The program that was built beside the tests.
    private static let program: String? = {
        let folder = (ProcessInfo.processInfo.arguments.first.map { $0 as NSString })?.deletingLastPathComponent ?? "."
        let path = folder + "/purser"
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }()

    @Test(
        "A mistake in a catalogue of any kind ends the command with 65 and names the place",
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
            ("shop.yaml", "products: { a: { kind: consumable } }", "products.a.price: is missing, "),
            ("shop", "products: { a: { kind: consumable } }", "products.a.price: is missing, "),
            ("shop.yaml", "{ products: { a: { kind: consumable } } }", "products.a.price: is missing, "),
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
