import Crypto
import Foundation
import PurserService
import Testing
import purser

@Suite struct AppStoreConnectCredentialsTests {
    private static let pem = P256.Signing.PrivateKey().pemRepresentation
    private static let plain =
        "issuerId: 57246542-96fe, keyId: 2X9R4HXF34, privateKey: AuthKey.p8, vendorNumber: 85012345, sku: SHOP-IOS"

    private static func folder(mode: Int = 0o600) throws -> TemporaryFolder {
        let folder = try ConfigurationSample.folder(configuration: nil)
        try folder.write("AuthKey.p8", Self.pem, mode: mode)
        return folder
    }

    private static func load(
        _ parts: String,
        trust: String = "trust: apple",
        environment: [String: String] = [:]
    ) throws -> Configuration {
        let folder = try Self.folder()
        let line = "appStoreConnect: { \(parts) }"
        try folder.write("purser.yaml", ConfigurationSample.app(lines: [line]) + "\n" + trust)
        return try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
    }

    @Test("A team key arrives with vendor number and SKU, asks Apple, and is never shown")
    func complete() throws {
        let configuration = try Self.load(Self.plain)
        let credentials = try #require(configuration.apps[0].appStoreConnect)
        #expect(credentials.issuerID == "57246542-96fe")
        #expect(credentials.keyID == "2X9R4HXF34")
        #expect(credentials.privateKey.revealed == Self.pem)
        #expect(credentials.vendorNumber == "85012345")
        #expect(credentials.sku == "SHOP-IOS")
        #expect(credentials.address == nil)
        #expect(configuration.apps[0].appStore == nil)
        #expect(!"\(configuration)".contains("BEGIN"))
        #expect(!configuration.effective.contains("BEGIN"))
        for text in ["appStoreConnect.privateKey", "AuthKey.p8", "85012345", "SHOP-IOS"] {
            #expect(configuration.effective.contains(text))
        }
    }

    @Test("Its values come from variables and files too")
    func variables() throws {
        let configuration = try Self.load(
            "privateKey: AuthKey.p8, vendorNumber: 85012345, issuerId: 57246542-96fe, keyId: 2X9R4HXF34",
            environment: [
                "PURSER_APPS_SHOP_APP_STORE_CONNECT_SKU": "SHOP 2", "PURSER_APPS_SHOP_APP_STORE_CONNECT_KEY_ID": "B",
            ]
        )
        let credentials = try #require(configuration.apps[0].appStoreConnect)
        #expect(credentials.sku == "SHOP 2")
        #expect(credentials.keyID == "B")
    }

    @Test("With a simulated world it asks the address that is named, without its last slash")
    func simulated() throws {
        let configuration = try Self.load(
            Self.plain + ", address: \"http://127.0.0.1:8090/\"",
            trust: "trust: { simulator: a.der }"
        )
        #expect(configuration.apps[0].appStoreConnect?.address == "http://127.0.0.1:8090")
    }

    @Test(
        "Every mistake in it has its line, its key and its remedy",
        arguments: [
            ("host: c", "trust: apple", "host: unknown key."),
            (
                "address: \"https://a.example\"", "trust: apple",
                "address: an address of App Store Connect, while Apple's"
            ),
            ("address: a.example", "trust: { simulator: a.der }", "address: must be an http or https address"),
            ("", "trust: { simulator: a.der }", "address: missing."),
        ]
    )
    func mistakes(part: String, trust: String, message: String) throws {
        let parts = part.isEmpty ? Self.plain : Self.plain + ", " + part
        let text = ConfigurationSample.app(lines: ["appStoreConnect: { \(parts) }"]) + "\n" + trust
        let messages = try ConfigurationSample.messages(text, in: Self.folder())
        #expect(messages.count == 1)
        let start = "purser.yaml:3: apps.shop.appStoreConnect." + message
        #expect(messages.first?.hasPrefix(start) == true, "\(messages)")
    }

    @Test(
        "A vendor number of letters, no SKU and a key that is none are refused",
        arguments: [
            ("vendorNumber: 85012345", "vendorNumber: A1", "vendorNumber: must be the digits of a vendor number"),
            (", sku: SHOP-IOS", "", "sku: missing."),
            (
                "AuthKey.p8", "secret.key",
                "privateKey: the file \"secret.key\" is not a private key of App Store Connect."
            ),
        ]
    )
    func values(written: String, instead: String, message: String) throws {
        let parts = Self.plain.replacingOccurrences(of: written, with: instead)
        let text = ConfigurationSample.app(lines: ["appStoreConnect: { \(parts) }"]) + "\ntrust: apple"
        let folder = try Self.folder()
        try folder.write("secret.key", ConfigurationSample.key + "\n", mode: 0o600)
        let messages = try ConfigurationSample.messages(text, in: folder)
        #expect(messages.count == 1)
        let start = "purser.yaml:3: apps.shop.appStoreConnect." + message
        #expect(messages.first?.hasPrefix(start) == true, "\(messages)")
    }

    @Test("A private key is not taken from a file that others may read")
    func open() throws {
        let messages = try ConfigurationSample.messages(
            ConfigurationSample.app(lines: ["appStoreConnect: { \(Self.plain) }"]),
            in: Self.folder(mode: 0o644)
        )
        #expect(messages.count == 1)
        #expect(messages.first?.contains("is open to others than its owner. Run: chmod 600 AuthKey.p8") == true)
    }
}
