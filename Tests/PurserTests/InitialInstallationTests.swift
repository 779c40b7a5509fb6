import AppStoreSimulator
import Foundation
import Ledger
import PurserService
import Testing
import purser

@Suite struct InitialInstallationTests {
    private static func installation(
        in folder: TemporaryFolder,
        language: Language = .english
    ) -> InitialInstallation {
        InitialInstallation(
            name: "shop",
            directory: folder.path,
            bundleID: "com.example.shop",
            messages: InitMessages(language)
        )
    }

    private static func zeros(_ count: Int) -> [UInt8] {
        Array(repeating: 0, count: count)
    }

    @Test("What is written loads without issues once the simulator has left its root", arguments: Language.allCases)
    func loads(language: Language) throws {
        let folder = try TemporaryFolder()
        try Self.installation(in: folder, language: language).write(randomBytes: Self.zeros)
        let file = folder.path + "/shop/purser.yaml"
        do {
            _ = try Configuration.load(file: file, environment: [:])
            Issue.record("the simulator's root was not missed")
        } catch {
            #expect(error.issues.count == 3)
            let root = folder.path + "/shop/simulator/root.der"
            #expect(
                error.issues.first?.remedy
                    == "The simulator writes it when it starts: purser simulate --root \(root)"
            )
            #expect(
                error.issues.dropFirst().map(\.keyPath)
                    == ["apps.shop.appStore.privateKey", "apps.shop.appStoreConnect.privateKey"]
            )
            #expect(
                error.issues.dropFirst().allSatisfy { issue in
                    issue.remedy
                        == "The simulator writes it when it starts, into the folder of its root certificate."
                }
            )
        }
        try folder.write("shop/simulator/root.der", [0x30, 3, 2, 1, 7])
        let key = APIKey(seed: 1, app: 0)
        try folder.write("shop/simulator/\(key.keyId).p8", key.privateKeyPEM, mode: 0o600)
        let account = ReportAccount(seed: 1)
        try folder.write("shop/simulator/\(account.key.keyId).p8", account.key.privateKeyPEM, mode: 0o600)
        let configuration = try Configuration.load(file: file, environment: [:])
        let app = try #require(configuration.apps.first)
        #expect(app.name.rawValue == "shop")
        #expect(app.environments == [.production, .sandbox])
        #expect(
            app.catalog.productIDs.map(\.rawValue) == [
                "pro.monthly", "pro.yearly", "gems.600", "pass.30days", "frame.gold",
            ]
        )
        #expect(app.catalog.terms.values.allSatisfy { $0.price != nil })
        let credentials = try #require(app.appStore)
        #expect(credentials.issuerID == key.issuerId && credentials.keyID == key.keyId)
        #expect(credentials.production == ["http://127.0.0.1:8090"] && credentials.sandbox == credentials.production)
        let connect = try #require(app.appStoreConnect)
        #expect(connect.issuerID == account.key.issuerId && connect.keyID == account.key.keyId)
        #expect(connect.vendorNumber == account.vendorNumber && connect.sku == app.bundleID)
        #expect(connect.address == "http://127.0.0.1:8090")
        #expect(app.secretKey.revealed == "purser_sk_" + String(repeating: "A", count: 43))
    }

    @Test("The key and the folders are the owner's alone")
    func modes() throws {
        let folder = try TemporaryFolder()
        try Self.installation(in: folder).write(randomBytes: Self.zeros)
        #expect(try folder.mode("shop") == 0o700)
        #expect(try folder.mode("shop/data") == 0o700)
        #expect(try folder.mode("shop/secret.key") == 0o600)
    }

    @Test("A second time is refused, names what is there, and changes nothing")
    func twice() throws {
        let folder = try TemporaryFolder()
        try Self.installation(in: folder).write(randomBytes: Self.zeros)
        do {
            try Self.installation(in: folder).write { Array(repeating: 255, count: $0) }
            Issue.record("overwritten")
        } catch {
            let remedy = "Choose another name or folder: purser init NAME --directory DIR"
            #expect(
                error.issues.map(\.description)
                    == ["secret.key", "catalog.yaml", "purser.yaml"].map { name in
                        "\(folder.path)/shop/\(name): already exists, and the command overwrites no file. \(remedy)"
                    }
            )
        }
        let key = try String(contentsOfFile: folder.path + "/shop/secret.key", encoding: .utf8)
        #expect(key == "purser_sk_" + String(repeating: "A", count: 43) + "\n")
    }

    @Test("One file that is there already keeps everything else from being written")
    func halfway() throws {
        let folder = try TemporaryFolder()
        try folder.write("shop/catalog.yaml", "mine")
        #expect(throws: ValidationIssues.self) { try Self.installation(in: folder).write(randomBytes: Self.zeros) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/shop") == ["catalog.yaml"])
    }

    @Test("A place that cannot be written to is refused")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        try folder.write("file", "")
        let installation = InitialInstallation(
            name: "shop",
            directory: folder.path + "/file",
            bundleID: "com.example.shop",
            messages: InitMessages(.english)
        )
        #expect(throws: ValidationIssues.self) { try installation.write(randomBytes: Self.zeros) }
    }

    @Test("The next commands are filled in and quoted")
    func nextCommands() {
        let installation = InitialInstallation(
            name: "shop",
            directory: "my apps/",
            bundleID: "com.example.shop",
            messages: InitMessages(.english)
        )
        #expect(
            installation.nextCommands == [
                "purser simulate --catalog 'my apps/shop/catalog.yaml' --bundle-id com.example.shop "
                    + "--app-apple-id 1234567890 --folder 'my apps/shop/simulator' "
                    + "--notify http://127.0.0.1:8080/apple/shop/notifications",
                "purser serve --config 'my apps/shop/purser.yaml' --clock http://127.0.0.1:8090/_sim/v1/clock",
                "export PURSER_CONFIG='my apps/shop/purser.yaml'",
                "curl -s http://127.0.0.1:8090/_sim/v1/actions "
                    + #"-d '{"action":"buy","customer":"anna","product":"gems.600"}' > bought.json"#,
                #"sed 's/.*"signedTransaction":"\([^"]*\)".*/{"customer":"anna","signedTransaction":"\1"}/' bought.json "#
                    + "| curl -s -H \"Authorization: Bearer $(cat 'my apps/shop/secret.key')\" "
                    + "http://127.0.0.1:8080/v1/purchases -d @-",
                "purser wallets list anna",
            ]
        )
    }

    @Test("Both languages report the same files and commands, each in its own words")
    func languages() throws {
        let folder = try TemporaryFolder()
        let english = Self.installation(in: folder)
        let chinese = Self.installation(in: folder, language: .simplifiedChinese)
        #expect(english.report.count == chinese.report.count)
        #expect(english.report.first == "Written:")
        #expect(chinese.report.first == "已写入：")
        for command in english.nextCommands {
            #expect(english.report.contains("  " + command))
            #expect(chinese.report.contains("  " + command))
        }
    }

    @Test(
        "The language follows the locale, LC_ALL first",
        arguments: [
            ([:], .english), (["LANG": "zh_CN.UTF-8"], .simplifiedChinese), (["LANG": "en_GB"], .english),
            (["LC_ALL": "C", "LANG": "zh_CN"], .english), (["LC_ALL": "", "LANG": "zh_CN"], .simplifiedChinese),
            (["LC_MESSAGES": "zh_CN", "LANG": "en_US"], .simplifiedChinese),
        ] as [([String: String], Language)]
    )
    func locale(environment: [String: String], language: Language) {
        #expect(Language(environment: environment) == language)
    }

    @Test("Keys made of system randomness are well-formed and differ")
    func keys() {
        let keys = (0..<8).map { _ in SecretKey.make(randomBytes: SystemRandomness.bytes(SecretKey.randomByteCount)) }
        #expect(Set(keys).count == keys.count)
        #expect(keys.allSatisfy { SecretKey.problem(of: $0) == nil })
        #expect(
            SecretKey.make(randomBytes: Array(0..<32)) == "purser_sk_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
        )
    }

    @Test(
        "The keys that are commented out in the first catalog are right ones",
        arguments: [Language.english, .simplifiedChinese]
    )
    func commentedKeys(language: Language) throws {
        var text = InitialFiles(messages: InitMessages(language)).catalog()
        #expect(try CatalogFile(bytes: Array(text.utf8), file: "c.yaml").warnings == [])
        let policy = try CatalogFile(bytes: Array(text.utf8), file: "c.yaml").catalog.fulfillment
        #expect(policy?.coins == .wallets, "What is bought is handed over.")
        for key in ["sandbox:", "transfer:", "pricePoints:"] {
            #expect(text.contains("\n# " + key))
            text = text.replacing("\n# " + key, with: "\n" + key)
        }
        let catalog = try CatalogFile(bytes: Array(text.utf8), file: "c.yaml").catalog
        #expect(catalog.sandbox[.consumable] == .capped(fulfillmentsADay: 20, coinsADay: ["gems": 6000]))
        #expect(catalog.pricePoints.currencies == ["USD"])
    }
}
