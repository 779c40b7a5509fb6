import Foundation
import Ledger
import PurserService
import Testing
import purser

@Suite struct ConfigurationTests {
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
            catalog: catalog.yaml
            secretKey: { file: secret.key }
          other-shop:
            bundleId: com.example.other
            environments: Sandbox
            catalog: catalog.yaml
            secretKey: purser_sk_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        """

    @Test("Every value of a complete file arrives")
    func complete() throws {
        let folder = try ConfigurationSample.folder(configuration: Self.complete)
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: ["HOME": "/"])
        #expect(configuration.address == Configuration.Address(host: "0.0.0.0", port: 9000))
        #expect(configuration.publicURL == "https://purchases.example.com")
        #expect(configuration.storage == .sqlite(path: folder.path + "/data/purser.db"))
        #expect(
            configuration.trust
                == .simulator(roots: [ConfigurationSample.certificate, ConfigurationSample.certificate])
        )
        #expect(configuration.apps.map(\.name.rawValue) == ["shop", "other-shop"])
        let shop = configuration.apps[0]
        #expect(shop.bundleID == "com.example.shop")
        #expect(shop.appAppleID == 1_234_567_890)
        #expect(shop.environments == [.production, .sandbox, .xcode])
        #expect(shop.xcodeCertificate == ConfigurationSample.certificate)
        #expect(shop.catalog.catalog == Catalog())
        #expect(shop.secretKey.revealed == ConfigurationSample.key)
        let other = configuration.apps[1]
        #expect(other.appAppleID == nil)
        #expect(other.environments == [.sandbox])
        #expect(other.xcodeCertificate == nil)
    }

    @Test("What is left out has the documented defaults: this machine, SQLite beside the file, Apple's roots")
    func defaults() throws {
        let folder = try ConfigurationSample.folder(
            configuration: """
                apps:
                  shop: { bundleId: a.b, appAppleId: 1, catalog: catalog.yaml, secretKey: \(ConfigurationSample.key) }
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
        let folder = try ConfigurationSample.folder(configuration: Self.complete)
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
                "server.publicDocuments | false | default",
                "storage | sqlite:data/purser.db | purser.yaml:4",
                "trust.simulator[0] | a.der | purser.yaml:5",
                "trust.simulator[1] | b.der | purser.yaml:5",
                "watch.enabled | true | default",
                "watch.links | true | default",
                "apps.shop.bundleId | com.example.shop | purser.yaml:8",
                "apps.shop.appAppleId | 1234567890 | purser.yaml:9",
                "apps.shop.environments | Production, Sandbox, Xcode | purser.yaml:10",
                "apps.shop.xcodeCertificate | a.der | purser.yaml:11",
                "apps.shop.catalog | catalog.yaml | purser.yaml:12",
                "apps.shop.secretKey | (secret) | purser.yaml:13, secret.key",
                "apps.other-shop.bundleId | com.example.changed | PURSER_APPS_OTHER_SHOP_BUNDLE_ID",
                "apps.other-shop.environments | Sandbox | purser.yaml:16",
                "apps.other-shop.catalog | catalog.yaml | purser.yaml:17",
                "apps.other-shop.secretKey | (secret) | purser.yaml:18",
            ]
        )
        #expect(!String(reflecting: configuration).contains(ConfigurationSample.key))
        #expect(!"\(configuration)".contains("AAAAAAAA"))
    }

    @Test("The description and the metrics are open only where the configuration says so")
    func documents() throws {
        let folder = try ConfigurationSample.folder(configuration: Self.complete)
        let path = folder.path + "/purser.yaml"
        #expect(try !Configuration.load(file: path, environment: [:]).areDocumentsOpen)
        let variable = ["PURSER_SERVER_PUBLIC_DOCUMENTS": "true"]
        #expect(try Configuration.load(file: path, environment: variable).areDocumentsOpen)
        let yes = Self.complete.replacing("publicUrl:", with: "publicDocuments: true\n  publicUrl:")
        #expect(try Configuration.load(file: folder.write("open.yaml", yes), environment: [:]).areDocumentsOpen)
        let messages = try ConfigurationSample.messages(
            Self.complete,
            environment: ["PURSER_SERVER_PUBLIC_DOCUMENTS": "yes"]
        )
        #expect(messages.contains { $0.contains("true or false") }, "\(messages)")
    }

    @Test("The file of retention rules is read with the configuration, and its mistakes are the configuration's")
    func retention() throws {
        let folder = try ConfigurationSample.folder(
            configuration: Self.complete.replacing(
                "catalog: catalog.yaml\n    secretKey: {",
                with: "catalog: catalog.yaml\n    retention: retention.yaml\n    secretKey: {"
            )
        )
        try folder.write("retention.yaml", "rules: [{ message: 3f0e9a52-4b6d-4b6e-9d5b-0c6f6f0f8a11 }]")
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: [:])
        #expect(configuration.apps[0].retention?.rules.count == 1)
        #expect(configuration.apps[1].retention == nil)
        try folder.write("retention.yaml", "rules: [{ message: hello }]")
        #expect(throws: ValidationIssues.self) {
            try Configuration.load(file: folder.path + "/purser.yaml", environment: [:])
        }
    }

    @Test("Everything can come from the environment, without a file")
    func environmentAlone() throws {
        let folder = try ConfigurationSample.folder(configuration: nil)
        let configuration = try Configuration.load(
            file: nil,
            environment: [
                "PURSER_STORAGE": "sqlite:\(folder.path)/data/purser.db",
                "PURSER_TRUST_SIMULATOR": "\(folder.path)/a.der,\(folder.path)/b.der",
                "PURSER_APPS_MY_SHOP_BUNDLE_ID": "com.example.shop",
                "PURSER_APPS_MY_SHOP_APP_APPLE_ID": "7",
                "PURSER_APPS_MY_SHOP_ENVIRONMENTS": "Production,Sandbox",
                "PURSER_APPS_MY_SHOP_CATALOG": "\(folder.path)/catalog.yaml",
                "PURSER_APPS_MY_SHOP_SECRET_KEY_FILE": "\(folder.path)/secret.key",
                "PURSER_VECTORS": "no setting", "PATH": "/bin",
            ]
        )
        #expect(configuration.apps.map(\.name.rawValue) == ["my-shop"])
        #expect(configuration.apps[0].appAppleID == 7)
        #expect(configuration.apps[0].secretKey.revealed == ConfigurationSample.key)
        #expect(
            configuration.trust
                == .simulator(roots: [ConfigurationSample.certificate, ConfigurationSample.certificate])
        )
    }

    @Test("Nothing at all is one issue that says what to add")
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
        let folder = try ConfigurationSample.folder(configuration: nil)
        let trust = isSimulator ? "apple" : "{ simulator: a.der }"
        try folder.write("purser.yaml", ConfigurationSample.app(lines: []) + "\ntrust: \(trust)\n")
        let variable = isSimulator ? ["PURSER_TRUST_SIMULATOR": "b.der"] : ["PURSER_TRUST": "apple"]
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: variable)
        #expect(configuration.trust == (isSimulator ? .simulator(roots: [ConfigurationSample.certificate]) : .apple))
    }
}

@Suite struct SmallBusinessConfigurationTests {
    private func day(_ lines: [String], environment: [String: String] = [:]) throws -> PacificDay? {
        let folder = try ConfigurationSample.folder(configuration: ConfigurationSample.app(lines: lines))
        let configuration = try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
        return configuration.apps[0].proceedsTerms.memberships.first { $0.program == .smallBusiness }?.from
    }

    @Test("The day from which the reduced commission counts is written, or given by a variable, or there is none")
    func given() throws {
        #expect(try self.day([]) == nil)
        #expect(try self.day(["smallBusinessFrom: 2026-03-15"])?.text == "2026-03-15")
        let environment = ["PURSER_APPS_SHOP_SMALL_BUSINESS_FROM": "2026-04-15"]
        #expect(try self.day([], environment: environment)?.text == "2026-04-15")
    }

    @Test("What is no day is refused", arguments: ["2026-02-30", "yes", "15.03.2026"])
    func mistakes(text: String) throws {
        let messages = try ConfigurationSample.messages(
            ConfigurationSample.app(lines: ["smallBusinessFrom: \(text)"])
        )
        #expect(messages.count == 1, "\(messages)")
        #expect(messages.allSatisfy { $0.contains("apps.shop.smallBusinessFrom") })
    }
}
