import Crypto
import Foundation
import PurserService
import Testing
import purser

@Suite struct AppStoreCredentialsTests {
    private static let pem = P256.Signing.PrivateKey().pemRepresentation
    private static let right = "appStore: { issuerId: 57246542-96fe, keyId: 2X9R4HXF34, privateKey: AuthKey.p8 }"

    private static func folder(mode: Int = 0o600, key: String = Self.pem) throws -> TemporaryFolder {
        let folder = try ConfigurationSample.folder(configuration: nil)
        try folder.write("AuthKey.p8", key, mode: mode)
        return folder
    }

    private static func load(
        _ line: String,
        trust: String = "trust: apple",
        environment: [String: String] = [:]
    ) throws -> Configuration {
        let folder = try Self.folder()
        try folder.write("purser.yaml", ConfigurationSample.app(lines: [line]) + "\n" + trust)
        return try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
    }

    @Test("A key for Apple's server API arrives, asks Apple's own hosts, and is never shown")
    func complete() throws {
        let configuration = try Self.load(Self.right)
        let credentials = try #require(configuration.apps[0].appStore)
        #expect(credentials.issuerID == "57246542-96fe")
        #expect(credentials.keyID == "2X9R4HXF34")
        #expect(credentials.privateKey.revealed == Self.pem)
        #expect(credentials.production.isEmpty && credentials.sandbox.isEmpty)
        #expect(!"\(configuration)".contains("BEGIN"))
        #expect(!configuration.effective.contains("BEGIN"))
        #expect(configuration.effective.contains("AuthKey.p8"))
    }

    @Test("Without the key Apple is not asked")
    func absent() throws {
        #expect(try Self.load("environments: [Production, Sandbox]").apps[0].appStore == nil)
    }

    @Test("Addresses may be several, lose their last slash, and come from variables too")
    func addresses() throws {
        let configuration = try Self.load(
            Self.right.dropLast() + ", production: [\"https://a.example/\", \"https://b.example\"] }",
            environment: ["PURSER_APPS_SHOP_APP_STORE_SANDBOX": "https://c.example,https://d.example"]
        )
        let credentials = try #require(configuration.apps[0].appStore)
        #expect(credentials.production == ["https://a.example", "https://b.example"])
        #expect(credentials.sandbox == ["https://c.example", "https://d.example"])
    }

    @Test(
        "Every mistake in it has its line, its key and its remedy",
        arguments: [
            (
                "appStore: { issuerId: a, keyId: b, privateKey: AuthKey.p8, host: c }", "trust: apple",
                "purser.yaml:3: apps.shop.appStore.host: unknown key."
            ),
            (
                "appStore: { issuerId: a, keyId: b }", "trust: apple",
                "purser.yaml:3: apps.shop.appStore.privateKey: missing."
            ),
            (
                "appStore: { issuerId: a b, keyId: b, privateKey: AuthKey.p8 }", "trust: apple",
                "purser.yaml:3: apps.shop.appStore.issuerId: must be letters, digits and hyphens, but is \"a b\"."
            ),
            (
                "appStore: { issuerId: a, keyId: b, privateKey: secret.key }", "trust: apple",
                "purser.yaml:3: apps.shop.appStore.privateKey: the file \"secret.key\" is not a private key of App Store"
            ),
            (
                "appStore: { issuerId: a, keyId: b, privateKey: none.p8 }", "trust: apple",
                "purser.yaml:3: apps.shop.appStore.privateKey: the file \"none.p8\" does not exist."
            ),
            (
                "appStore: { issuerId: a, keyId: b, privateKey: AuthKey.p8, production: \"http://a.example\" }",
                "trust: apple",
                "purser.yaml:3: apps.shop.appStore.production: an address without TLS, while Apple's certificates are"
            ),
            (
                "appStore: { issuerId: a, keyId: b, privateKey: AuthKey.p8, sandbox: a.example }", "trust: apple",
                "purser.yaml:3: apps.shop.appStore.sandbox: must be an http or https address"
            ),
            (
                "appStore: { issuerId: a, keyId: b, privateKey: AuthKey.p8, sandbox: \"http://127.0.0.1:1\" }",
                "trust: { simulator: a.der }",
                "purser.yaml:3: apps.shop.appStore.production: missing."
            ),
        ]
    )
    func mistakes(line: String, trust: String, message: String) throws {
        let text = ConfigurationSample.app(lines: [line]) + "\n" + trust
        let messages = try ConfigurationSample.messages(text, in: Self.folder())
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix(message) == true, "\(messages)")
    }

    @Test("A private key is not taken from a file that others may read", arguments: [0o644, 0o640, 0o604])
    func open(mode: Int) throws {
        let messages = try ConfigurationSample.messages(
            ConfigurationSample.app(lines: [Self.right]),
            in: Self.folder(mode: mode)
        )
        #expect(
            messages == [
                "purser.yaml:3: apps.shop.appStore.privateKey: the file \"AuthKey.p8\" is open to others than its "
                    + "owner. Run: chmod 600 AuthKey.p8"
            ]
        )
    }

    @Test("A key file that is not beside the configuration is taken from the service manager's folder")
    func credentials() throws {
        let folder = try ConfigurationSample.folder(configuration: ConfigurationSample.app(lines: [Self.right]))
        let credentials = try TemporaryFolder()
        try credentials.write("AuthKey.p8", Self.pem, mode: 0o400)
        let configuration = try Configuration.load(
            file: folder.path + "/purser.yaml",
            environment: ["CREDENTIALS_DIRECTORY": credentials.path]
        )
        #expect(configuration.apps[0].appStore?.privateKey.revealed == Self.pem)
        #expect(throws: ValidationIssues.self) {
            try Configuration.load(file: folder.path + "/purser.yaml", environment: ["CREDENTIALS_DIRECTORY": "/none"])
        }
    }
}
