import Foundation
import Ledger
import PurserService
import Testing
import purser

@Suite struct ConfigurationTests {
    /// A key that a shop brought itself.
    private static let key = "0123456789abcdefghijklmnopqrstuv"
    /// The shortest thing that looks like a certificate from outside.
    private static let certificate: [UInt8] = [0x30, 3, 2, 1, 7]

    private static let complete = """
        server:
          address: 0.0.0.0:9000
          publicUrl: https://purchases.example.com/
        storage: sqlite:data/purser.db
        trust: { simulator: [a.der, b.der] }
        apps:
          shop:
            bundleId: com.example.shop
            appAppleId: 1234567890
            environments: [Production, Sandbox, Xcode]
            xcodeCertificate: a.der
            catalogue: catalogue.yaml
            secretKey: { file: secret.key }
          other-shop:
            bundleId: com.example.other
            environments: Sandbox
            catalogue: catalogue.yaml
            secretKey: purser_sk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        """

    private static func folder(configuration: String?) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        if let configuration {
            try folder.write("purser.yaml", configuration)
        }
        try folder.write("catalogue.yaml", "products: {}")
        try folder.write("secret.key", Self.key + "\n")
        try folder.write("a.der", Self.certificate)
        try folder.write("b.der", Self.certificate)
        try folder.write("data/keep", "")
        return folder
    }

    /// The messages about a configuration, without the folder's own path.
    private static func messages(
        _ configuration: String,
        environment: [String: String] = [:],
        in folder: TemporaryFolder? = nil
    ) throws -> [String] {
        let folder = try folder ?? Self.folder(configuration: nil)
        try folder.write("purser.yaml", configuration)
        do {
            _ = try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
            return []
        } catch {
            return error.findings.map { finding in
                finding.description.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
            }
        }
    }

    @Test("Every value of a complete file arrives")
    func complete() throws {
        let folder = try Self.folder(configuration: Self.complete)
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: ["HOME": "/"])
        #expect(configuration.address == Configuration.Address(host: "0.0.0.0", port: 9000))
        #expect(configuration.publicURL == "https://purchases.example.com")
        #expect(configuration.storage == .sqlite(path: folder.path + "/data/purser.db"))
        #expect(configuration.trust == .simulator(roots: [Self.certificate, Self.certificate]))
        #expect(configuration.apps.map(\.name.rawValue) == ["shop", "other-shop"])
        let shop = configuration.apps[0]
        #expect(shop.bundleID == "com.example.shop")
        #expect(shop.appAppleID == 1_234_567_890)
        #expect(shop.environments == [.production, .sandbox, .xcode])
        #expect(shop.xcodeCertificate == Self.certificate)
        #expect(shop.catalogue.catalogue == Catalogue())
        #expect(shop.secretKey.revealed == Self.key)
        let other = configuration.apps[1]
        #expect(other.appAppleID == nil)
        #expect(other.environments == [.sandbox])
        #expect(other.xcodeCertificate == nil)
    }

    @Test("What is left out has the documented defaults: this machine, SQLite beside the file, Apple's roots")
    func defaults() throws {
        let folder = try Self.folder(
            configuration: """
                apps:
                  shop: { bundleId: a.b, appAppleId: 1, catalogue: catalogue.yaml, secretKey: \(Self.key) }
                """
        )
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: [:])
        #expect(configuration.address == Configuration.Address(host: "127.0.0.1", port: 8080))
        #expect(configuration.publicURL == nil)
        #expect(configuration.storage == .sqlite(path: folder.path + "/data/purser.db"))
        #expect(configuration.trust == .apple)
        #expect(configuration.apps[0].environments == [.production, .sandbox])
    }

    @Test("The effective configuration names every source and blanks the secrets")
    func effective() throws {
        let folder = try Self.folder(configuration: Self.complete)
        let configuration = try Configuration.load(
            file: folder.path + "/purser.yaml",
            environment: [
                "PURSER_SERVER_ADDRESS": "[::1]:0", "PURSER_APPS_OTHER_SHOP_BUNDLE_ID": "com.example.changed",
            ]
        )
        let lines = configuration.effective.split(separator: "\n").map { line in
            line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " | ")
                .split(separator: folder.path + "/", omittingEmptySubsequences: false).joined()
        }
        #expect(
            lines == [
                "server.address | [::1]:0 | PURSER_SERVER_ADDRESS",
                "server.publicUrl | https://purchases.example.com/ | purser.yaml:3",
                "storage | sqlite:data/purser.db | purser.yaml:4",
                "trust.simulator[0] | a.der | purser.yaml:5",
                "trust.simulator[1] | b.der | purser.yaml:5",
                "apps.shop.bundleId | com.example.shop | purser.yaml:8",
                "apps.shop.appAppleId | 1234567890 | purser.yaml:9",
                "apps.shop.environments | Production, Sandbox, Xcode | purser.yaml:10",
                "apps.shop.xcodeCertificate | a.der | purser.yaml:11",
                "apps.shop.catalogue | catalogue.yaml | purser.yaml:12",
                "apps.shop.secretKey | (secret) | purser.yaml:13, secret.key",
                "apps.other-shop.bundleId | com.example.changed | PURSER_APPS_OTHER_SHOP_BUNDLE_ID",
                "apps.other-shop.environments | Sandbox | purser.yaml:16",
                "apps.other-shop.catalogue | catalogue.yaml | purser.yaml:17",
                "apps.other-shop.secretKey | (secret) | purser.yaml:18",
            ]
        )
        #expect(!String(reflecting: configuration).contains(Self.key))
        #expect(!"\(configuration)".contains("AAAAAAAA"))
    }

    @Test("Everything can come from the environment, without a file")
    func environmentAlone() throws {
        let folder = try Self.folder(configuration: nil)
        let configuration = try Configuration.load(
            file: nil,
            environment: [
                "PURSER_STORAGE": "sqlite:\(folder.path)/data/purser.db",
                "PURSER_TRUST_SIMULATOR": "\(folder.path)/a.der,\(folder.path)/b.der",
                "PURSER_APPS_MY_SHOP_BUNDLE_ID": "com.example.shop",
                "PURSER_APPS_MY_SHOP_APP_APPLE_ID": "7",
                "PURSER_APPS_MY_SHOP_ENVIRONMENTS": "Production,Sandbox",
                "PURSER_APPS_MY_SHOP_CATALOGUE": "\(folder.path)/catalogue.yaml",
                "PURSER_APPS_MY_SHOP_SECRET_KEY_FILE": "\(folder.path)/secret.key",
                "PURSER_VECTORS": "no setting", "PATH": "/bin",
            ]
        )
        #expect(configuration.apps.map(\.name.rawValue) == ["my-shop"])
        #expect(configuration.apps[0].appAppleID == 7)
        #expect(configuration.apps[0].secretKey.revealed == Self.key)
        #expect(configuration.trust == .simulator(roots: [Self.certificate, Self.certificate]))
    }

    @Test("Nothing at all is one finding that says what to add")
    func nothing() throws {
        do {
            _ = try Configuration.load(file: nil, environment: ["PURSER_STORAGE": "sqlite:purser.db"])
            Issue.record("accepted")
        } catch {
            #expect(
                error.description == "environment: apps: missing. "
                    + "Add for example: apps: { shop: { bundleId: com.example.shop } }"
            )
        }
    }

    @Test("A variable beats the file, also where the file has another form", arguments: [true, false])
    func trustFromVariable(isSimulator: Bool) throws {
        let folder = try Self.folder(configuration: nil)
        let trust = isSimulator ? "apple" : "{ simulator: a.der }"
        try folder.write("purser.yaml", Self.app(lines: []) + "\ntrust: \(trust)\n")
        let variable = isSimulator ? ["PURSER_TRUST_SIMULATOR": "b.der"] : ["PURSER_TRUST": "apple"]
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: variable)
        #expect(configuration.trust == (isSimulator ? .simulator(roots: [Self.certificate]) : .apple))
    }

    @Test(
        "Every mistake in a variable names the variable and its remedy",
        arguments: [
            (
                ["PURSER_SERVER_ADRESS": "x"],
                "environment: PURSER_SERVER_ADRESS: unknown variable. Did you mean \"PURSER_SERVER_ADDRESS\"?"
            ),
            (
                ["PURSER_APPS_SHPO_BUNDLE_ID": "x"],
                "environment: PURSER_APPS_SHPO_BUNDLE_ID: unknown variable. "
                    + "Did you mean \"PURSER_APPS_SHOP_BUNDLE_ID\"?"
            ),
            (
                ["PURSER_X": "x"],
                "environment: PURSER_X: unknown variable. A variable is a key in capitals, "
                    + "for example PURSER_SERVER_ADDRESS; apps are named in the file."
            ),
            (
                ["PURSER_SERVER_ADDRESS": "localhost"],
                "environment: PURSER_SERVER_ADDRESS: must be a host and a port, but is \"localhost\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                ["PURSER_APPS_SHOP_ENVIRONMENTS": "Production,Sandbx"],
                "environment: PURSER_APPS_SHOP_ENVIRONMENTS: unknown word \"Sandbx\". Did you mean \"Sandbox\"?"
            ),
            (
                ["PURSER_APPS_SHOP_SECRET_KEY": "short"],
                "environment: PURSER_APPS_SHOP_SECRET_KEY: shorter than 32 characters. " + Self.keyRemedy
            ),
            (
                ["PURSER_APPS_SHOP_SECRET_KEY": Self.key, "PURSER_APPS_SHOP_SECRET_KEY_FILE": "secret.key"],
                "environment: PURSER_APPS_SHOP_SECRET_KEY_FILE: set together with PURSER_APPS_SHOP_SECRET_KEY. "
                    + "Keep one of the two."
            ),
            (
                ["PURSER_TRUST": "apple", "PURSER_TRUST_SIMULATOR": "a.der"],
                "environment: PURSER_TRUST_SIMULATOR: set together with PURSER_TRUST. Keep one of the two."
            ),
        ]
    )
    func variables(environment: [String: String], message: String) throws {
        #expect(try Self.messages(Self.app(lines: []), environment: environment) == [message])
    }

    private static let keyRemedy =
        "Make a new one: echo purser_sk_$(openssl rand -base64 32 | tr '+/' '-_' | tr -d =)"

    /// A right configuration of one app whose lines of these keys are replaced; line 3 is its first.
    private static func app(lines: [String], without key: String = "") -> String {
        let all = [
            "bundleId: com.example.shop", "appAppleId: 1", "catalogue: catalogue.yaml",
            "secretKey: { file: secret.key }",
        ]
        let kept = all.filter { key.isEmpty || !$0.hasPrefix(key) }
        return (["apps:", "  shop:"] + (lines + kept).map { "    " + $0 }).joined(separator: "\n")
    }

    @Test(
        "Every mistake of an app has its line, its key and its remedy",
        arguments: [
            ("bundleId", "bundelId: a.b", "purser.yaml:3: apps.shop.bundelId: unknown key. Did you mean \"bundleId\"?"),
            (
                "bundleId", "bundleId: a_b",
                "purser.yaml:3: apps.shop.bundleId: must be letters, digits, dots and hyphens, but is \"a_b\". "
                    + "Write for example: bundleId: com.example.shop"
            ),
            (
                "appAppleId", "environments: [Production]",
                "purser.yaml:2: apps.shop.appAppleId: missing. Add for example: appAppleId: 1234567890"
            ),
            (
                "appAppleId", "appAppleId: 0",
                "purser.yaml:3: apps.shop.appAppleId: must be a whole number from 1 without quotes, but is \"0\". "
                    + "Write for example: appAppleId: 1234567890"
            ),
            (
                "none", "environments: [Production, sandbox]",
                "purser.yaml:3: apps.shop.environments[1]: unknown word \"sandbox\". Did you mean \"Sandbox\"?"
            ),
            (
                "none", "environments: [Production, LocalTesting]",
                "purser.yaml:3: apps.shop.environments[1]: unknown word \"LocalTesting\". "
                    + "Known here: Production, Sandbox, Xcode."
            ),
            (
                "none", "environments: [Sandbox, Sandbox]",
                "purser.yaml:3: apps.shop.environments[1]: \"Sandbox\" is listed twice. Keep one of the two."
            ),
            (
                "none", "environments: []",
                "purser.yaml:3: apps.shop.environments: must be at least one environment, but is a list. "
                    + "Write for example: environments: [Production, Sandbox]"
            ),
            (
                "none", "environments: [Sandbox, Xcode]",
                "purser.yaml:2: apps.shop.xcodeCertificate: missing. Add for example: xcodeCertificate: xcode.der"
            ),
            (
                "none", "xcodeCertificate: a.der",
                "purser.yaml:3: apps.shop.xcodeCertificate: a certificate without Xcode among the environments. "
                    + "Remove it, or write: environments: [Production, Sandbox, Xcode]"
            ),
            (
                "catalogue", "catalogue: catalog.yaml",
                "purser.yaml:3: apps.shop.catalogue: the file \"catalog.yaml\" does not exist. "
                    + "Paths are relative to the configuration file; "
                    + "one to start from is written by: purser init shop"
            ),
            (
                "catalogue", "catalogue: data",
                "purser.yaml:3: apps.shop.catalogue: the file \"data\" is a folder, not a file. "
                    + "Paths are relative to the configuration file; "
                    + "one to start from is written by: purser init shop"
            ),
            (
                "secretKey", "secretKey: { fil: secret.key }",
                "purser.yaml:3: apps.shop.secretKey.fil: unknown key. Did you mean \"file\"?"
            ),
            ("secretKey", "secretKey: 0123456789", "purser.yaml:3: apps.shop.secretKey: shorter than 32 characters. "),
            ("secretKey", "secretKey:", "purser.yaml:3: apps.shop.secretKey: empty. "),
            (
                "secretKey", "secretKey: [a]",
                "purser.yaml:3: apps.shop.secretKey: must be a text. "
                    + "Write for example: secretKey: { file: secret.key }"
            ),
            (
                "secretKey", "secretKey: 0123456789 0123456789 0123456789",
                "purser.yaml:3: apps.shop.secretKey: has characters that a header cannot carry. "
            ),
            (
                "secretKey", "secretKey: purser_sk_0123456789012345678901234567890123456789",
                "purser.yaml:3: apps.shop.secretKey: "
                    + "begins with purser_sk_ but does not go on with 43 base64url characters. "
            ),
            (
                "none", "appStore: { issuerId: x }",
                "purser.yaml:3: apps.shop.appStore: not supported by this version yet. "
                    + "Apple's server API is not asked for anything; remove the key."
            ),
            (
                "none", "sharedSecret: x",
                "purser.yaml:3: apps.shop.sharedSecret: not supported by this version yet. "
                    + "Receipts and V1 notifications are not taken; remove the key."
            ),
        ]
    )
    func apps(replaced: String, line: String, message: String) throws {
        let messages = try Self.messages(Self.app(lines: [line], without: replaced))
        let exact = message.hasSuffix(". ") ? message + Self.keyRemedy : message
        // A misspelt key leaves the right one missing, which is said as well.
        #expect(messages.filter { $0 == exact || !$0.contains(": missing. Add") } == [exact])
    }

    @Test(
        "Every mistake outside the apps has its line, its key and its remedy",
        arguments: [
            ("sever: {}", "purser.yaml:7: sever: unknown key. Did you mean \"server\"?"),
            (
                "server: 8080",
                "purser.yaml:7: server: must be a map, but is \"8080\". "
                    + "Write for example: server: { address: 127.0.0.1:8080 }"
            ),
            (
                "server: { address: 127.0.0.1 }",
                "purser.yaml:7: server.address: must be a host and a port, but is \"127.0.0.1\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                "server: { address: \"::1:80\" }",
                "purser.yaml:7: server.address: must be a host and a port, but is \"::1:80\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                "server: { address: \"a:65536\" }",
                "purser.yaml:7: server.address: must be a host and a port, but is \"a:65536\". "
                    + "Write for example: address: 127.0.0.1:8080"
            ),
            (
                "server: { publicUrl: purchases.example.com }",
                "purser.yaml:7: server.publicUrl: must be an http or https address without query, "
                    + "but is \"purchases.example.com\". Write for example: publicUrl: https://purchases.example.com"
            ),
            (
                "server: { tls: {} }",
                "purser.yaml:7: server.tls: not supported by this version yet. "
                    + "Let a proxy in front end TLS, and remove the key."
            ),
            (
                "server: { trustedProxies: [] }",
                "purser.yaml:7: server.trustedProxies: not supported by this version yet. "
                    + "Forwarded addresses are never believed; remove the key."
            ),
            (
                "webhooks: {}",
                "purser.yaml:7: webhooks: not supported by this version yet. "
                    + "Shops poll GET /v1/customers/{id}/entitlements for now; remove the key."
            ),
            (
                "storage: postgres://u:p@h/d",
                "purser.yaml:7: storage: PostgreSQL is not built into this version. "
                    + "Write for example: storage: sqlite:data/purser.db"
            ),
            (
                "storage: data/purser.db",
                "purser.yaml:7: storage: must be \"sqlite:\" and the path of a file. "
                    + "Write for example: storage: sqlite:data/purser.db"
            ),
            (
                "storage: \"sqlite::memory:\"",
                "purser.yaml:7: storage: must be \"sqlite:\" and the path of a file. "
                    + "Write for example: storage: sqlite:data/purser.db"
            ),
            (
                "storage: sqlite:no where/purser.db",
                "purser.yaml:7: storage: the folder \"no where\" does not exist. Run: mkdir -m 700 'no where'"
            ),
            ("trust: aple", "purser.yaml:7: trust: unknown word \"aple\". Did you mean \"apple\"?"),
            (
                "trust: simulator",
                "purser.yaml:7: trust: names no root certificate of a simulator. "
                    + "Write for example: trust: { simulator: root.der }"
            ),
            (
                "trust: { simulator: a.der, apple: }",
                "purser.yaml:7: trust.apple: Apple's roots and a simulator's are never trusted together. "
                    + "Keep one: trust: apple, or trust: { simulator: root.der }"
            ),
            (
                "trust: { simulator: root.der }",
                "purser.yaml:7: trust.simulator: the file \"root.der\" does not exist. "
                    + "The simulator writes it when it starts: purser simulate --root root.der"
            ),
            (
                "trust: { simulator: secret.key }",
                "purser.yaml:7: trust.simulator: the file \"secret.key\" is no certificate in DER. If it is PEM, "
                    + "convert it: openssl x509 -in secret.key -outform DER -out certificate.der"
            ),
            (
                "trust: { simulator: [] }",
                "purser.yaml:7: trust.simulator: must be a path or paths, but is a list. "
                    + "Write for example: trust: { simulator: root.der }"
            ),
        ]
    )
    func others(line: String, message: String) throws {
        #expect(try Self.messages(Self.app(lines: []) + "\n" + line) == [message])
    }

    @Test(
        "The names of apps are checked",
        arguments: ["Shop", "-shop", "a_b", "a.b", String(repeating: "a", count: 33)]
    )
    func names(name: String) throws {
        let text = Self.app(lines: []).replacingOccurrences(of: "  shop:", with: "  \(name):")
        #expect(
            try Self.messages(text) == [
                "purser.yaml:2: apps.\(name): the name of an app has 1 to 32 lower-case letters, digits and hyphens, "
                    + "no hyphen first. Rename it."
            ]
        )
    }

    @Test("Two apps never share a key")
    func sharedKey() throws {
        let text =
            Self.app(lines: []) + "\n"
            + Self.app(lines: []).replacingOccurrences(of: "apps:\n  shop:", with: "  other:")
        #expect(
            try Self.messages(text) == [
                "purser.yaml:11: apps.other.secretKey: the same key as the one of shop. "
                    + "A key belongs to one app. \(Self.keyRemedy)"
            ]
        )
    }

    @Test("A secret is not taken from a file that others may read", arguments: [0o644, 0o640, 0o604, 0o620])
    func openSecret(mode: Int) throws {
        let folder = try Self.folder(configuration: nil)
        try folder.write("secret.key", Self.key, mode: mode)
        #expect(
            try Self.messages(Self.app(lines: []), in: folder) == [
                "purser.yaml:6: apps.shop.secretKey.file: the file \"secret.key\" is open to others than its owner. "
                    + "Run: chmod 600 secret.key"
            ]
        )
        try folder.write("secret.key", Self.key, mode: 0o400)
        #expect(try Self.messages(Self.app(lines: []), in: folder).isEmpty)
    }

    @Test("A mistake in the catalogue is reported with the catalogue's line, beside those of the configuration")
    func catalogueMistakes() throws {
        let folder = try Self.folder(configuration: nil)
        try folder.write("catalogue.yaml", "products:\n  a: { kind: gold }\n")
        #expect(
            try Self.messages(Self.app(lines: []) + "\nsever: 1\n", in: folder)
                == [
                    "purser.yaml:7: sever: unknown key. Did you mean \"server\"?",
                    "catalogue.yaml:2: products.a.kind: unknown word \"gold\". "
                        + "Known here: auto-renewable, non-renewing, consumable, non-consumable.",
                ]
        )
    }

    @Test("A file that is not there names the command that writes one")
    func missing() {
        do {
            _ = try Configuration.load(file: "nowhere/purser.yaml", environment: [:])
            Issue.record("accepted")
        } catch {
            #expect(
                error.description == "nowhere/purser.yaml: does not exist. Write a first one: purser init shop"
            )
        }
    }
}
