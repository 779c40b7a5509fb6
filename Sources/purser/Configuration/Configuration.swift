import AppStore
internal import Foundation
package import Ledger
package import Observability
package import PurserHTTP
package import PurserService

/// Everything that one file and the environment decide about a server, validated as a whole.
///
/// Each value is read once at the start; what follows can rely on it. Paths are ready to be opened: those in the file
/// are relative to its folder.
package struct Configuration: Sendable {
    /// Where the server listens.
    package struct Address: Hashable, Sendable, CustomStringConvertible {
        /// A host name or an address, IPv6 without brackets.
        package let host: String
        /// The TCP port; 0 lets the system choose a free one.
        package let port: Int

        /// An address of a host and a port.
        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        /// `host:port`, IPv6 in brackets.
        package var description: String {
            (self.host.contains(":") ? "[\(self.host)]" : self.host) + ":\(self.port)"
        }
    }

    /// Where the ledger is kept.
    package enum Storage: Hashable, Sendable {
        /// In an SQLite database file at this path, whose folder exists.
        case sqlite(path: String)
        /// In a PostgreSQL database; what only this machine has lies beside a path, whose folder exists.
        case postgreSQL(connection: Secret, beside: String)
    }

    /// Whose signatures count: Apple's, or those of one simulated world, never both.
    package enum Trust: Hashable, Sendable {
        /// Apple's root certificates, which are part of the program.
        case apple
        /// The root certificates (DER) of a simulated world.
        case simulator(roots: [[UInt8]])
    }

    /// One app.
    package struct App: Sendable {
        /// Its short name in paths and in the database.
        package let name: AppName
        /// Its bundle id.
        package let bundleID: String
        /// Apple's numeric id of it; always there when Production is among the environments.
        package let appAppleID: Int64?
        /// The environments whose purchases it takes.
        package let environments: Set<StoreEnvironment>
        /// The one certificate (DER) that Xcode signs with; there exactly when Xcode is among the environments.
        package let xcodeCertificate: [UInt8]?
        /// What it sells.
        package let catalog: CatalogFile
        /// The key with which the shop's backend calls; no two apps have the same.
        package let secretKey: Secret
        /// How Apple's server API is asked for it; `nil` where it is not.
        package let appStore: AppStoreCredentials?
        /// How App Store Connect is asked for reports and prices; `nil` where it is not.
        package let appStoreConnect: AppStoreConnectCredentials?
        /// What customers who are about to cancel are shown; `nil` where Apple's default message is enough.
        package let retention: RetentionRules?
        /// What guards its orders; `nil` where every order is made.
        package let guards: RuleSet?
        /// How many orders its customers may have, and how long unpaid ones stay.
        package let orderLimits: OrderLimits
        /// What its players are told, besides and instead of what is built in; later files count.
        package let messages: [PlayerMessageFile]
        /// The keys with which its shop signs who the customers are; `nil` where it does not.
        package let customerTokens: CustomerTokenKeys?
        /// The secrets that it shares with Apple for receipts and notifications of version 1, the one that is sent
        /// first.
        package let sharedSecrets: [Secret]
        /// Where Apple is asked about receipts while the app has such a secret and no key; `nil` where it is not.
        package let verifyReceipt: VerifyReceiptAddress?
        /// Since when the developer is in the Small Business Program; `nil` when it is not.
        package let smallBusinessFrom: PacificDay?
    }

    /// Where Apple's verifyReceipt is.
    package enum VerifyReceiptAddress: Hashable, Sendable {
        /// At Apple's own two addresses.
        case apple
        /// Below another address, which has no slash at its end: a simulated world's.
        case below(String)
    }

    /// How Apple's server API is asked.
    package struct AppStoreCredentials: Sendable {
        /// The issuer's id, from the keys page of App Store Connect.
        package let issuerID: String
        /// The key's id.
        package let keyID: String
        /// The private key as PEM of PKCS#8.
        package let privateKey: Secret
        /// Where Production is asked, preferred first; empty for Apple's own hosts.
        package let production: [String]
        /// Where the Sandbox is asked, preferred first; empty for Apple's own hosts.
        package let sandbox: [String]
    }

    /// How App Store Connect is asked.
    package struct AppStoreConnectCredentials: Sendable {
        /// The issuer's id, from the keys page of App Store Connect.
        package let issuerID: String
        /// The id of a team key.
        package let keyID: String
        /// The private key as PEM of PKCS#8.
        package let privateKey: Secret
        /// The vendor number of the account, digits.
        package let vendorNumber: String
        /// The app's SKU, which the rows of its in-app purchases name in `Parent Identifier`.
        package let sku: String
        /// Where a simulated App Store Connect is; `nil` for Apple's.
        package let address: String?
    }

    /// Where the certificate and the key for TLS are, as PEM; both could be used when they were read.
    package struct CertificateFiles: Hashable, Sendable {
        /// The certificates, the server's own first.
        package let certificate: String
        /// The private key.
        package let key: String
    }

    /// One value with its source, as `purser serve --check` shows it.
    package struct Setting: Hashable, Sendable {
        /// The keys that lead to it, joined by dots.
        package let keyPath: String
        /// The value; secrets are blanked.
        package let value: String
        /// Where it came from: `purser.yaml:3`, a variable, or `default`; and the file it was read from, if any.
        package let origin: String
    }

    /// Where the server listens.
    package let address: Address
    /// The address under which others reach the server, without a slash at the end.
    package let publicURL: String?
    /// Whether the description of the API and the metrics are shown to anybody.
    package let areDocumentsOpen: Bool
    /// The files for TLS; `nil` where the server speaks plain HTTP.
    package let tls: CertificateFiles?
    /// Whose word on who sent a request is believed.
    package let proxies: TrustedProxies
    /// How often the server may be asked.
    package let limits: RateLimits
    /// How many connections one address may have open.
    package let connectionsPerAddress: Int
    /// Where the ledger is kept.
    package let storage: Storage
    /// Whose signatures count.
    package let trust: Trust
    /// Where people may have the server call although it is not of the open internet.
    package let webhookAllow: [AllowedAddress]
    /// How the log is written.
    package let logs: LogSettings
    /// Where spans are sent; `nil` where nothing is traced.
    package let tracing: TracingSettings?
    /// What is watched, and who is told of alarms.
    package let watch: WatchSettings
    /// The apps, at least one, in the order of the file.
    package let apps: [App]
    /// Beside which path lies what only this machine has: key files and the operators' socket.
    var statePath: String {
        switch self.storage {
        case .sqlite(let path): path
        case .postgreSQL(_, let path): path
        }
    }

    /// Where the key lies that signs for webhooks, and passes where several nodes do.
    package var signingKeyPath: String { self.statePath + ".webhook-key" }

    /// Every value with its source, in the order of the documentation.
    package let settings: [Setting]

    /// Variables that begin with `PURSER_` and are no settings.
    ///
    /// The path of the configuration file itself, and the test data and the scale of the project's own suites.
    package static let otherVariables: Set<String> = ["PURSER_CONFIG", "PURSER_TEST_SCALE", "PURSER_VECTORS"]

    /// The largest file in bytes that a single value or certificate is read from.
    package static let valueSizeLimitBytes = 65536

    /// Reads and validates a configuration, or throws everything that is wrong with it.
    ///
    /// Without a file everything comes from the environment, and paths are relative to the working folder.
    package static func load(file: String?, environment: [String: String]) throws(ValidationIssues) -> Configuration {
        var document = DocumentNode(origin: .environment(""), content: .map([]))
        if let file {
            let content: BoundedFile
            do {
                content = try BoundedFile(path: file, limitBytes: DocumentReader.sizeLimitBytes)
            } catch {
                let remedy = error == .missing ? Self.remedy(forMissing: file) : "Write a first one: purser init shop"
                throw ValidationIssues(ValidationIssue(file: file, problem: error.rawValue, remedy: remedy))
            }
            document = try DocumentReader.read(content.bytes, file: file)
        }
        var overlay = EnvironmentOverlay(document: document)
        overlay.apply(environment)
        var reading = ConfigurationReading(
            file: file ?? "environment",
            directory: file.map { ($0 as NSString).deletingLastPathComponent } ?? "",
            credentials: environment["CREDENTIALS_DIRECTORY"]
        )
        if !overlay.issues.isEmpty {
            reading.validation.add(ValidationIssues(overlay.issues))
        }
        return try reading.read(overlay.document)
    }

    /// The effective configuration, one value a line: key, value, and where it came from.
    package var effective: String {
        let keyWidth = self.settings.map(\.keyPath.count).max() ?? 0
        let valueWidth = self.settings.map(\.value.count).max() ?? 0
        return self.settings.map { setting in
            let key = setting.keyPath.padding(toLength: keyWidth + 2, withPad: " ", startingAt: 0)
            let value = setting.value.padding(toLength: valueWidth + 2, withPad: " ", startingAt: 0)
            return key + value + setting.origin
        }.joined(separator: "\n")
    }

    /// How many names of a folder are looked at.
    private static let lookedAt = 1000

    /// What to do where there is no configuration at a path: name the one that lies there under another name, or in a
    /// folder beside it.
    static func remedy(forMissing file: String) -> String {
        let folder = (file as NSString).deletingLastPathComponent
        let name = (file as NSString).lastPathComponent
        let manager = FileManager.default
        let listed = (try? manager.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
        let names = listed.sorted().prefix(Self.lookedAt)
        let documents = names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
        let near = Spelling.nearest(to: name, among: documents).map { (folder as NSString).appendingPathComponent($0) }
        let below = names.lazy
            .map { ((folder as NSString).appendingPathComponent($0) as NSString).appendingPathComponent(name) }
            .first { manager.fileExists(atPath: $0) }
        guard let found = near ?? below else { return "Write a first one: purser init shop" }
        return "Did you mean --config \(ShellArgument(found))?"
    }
}

extension Configuration.Trust {
    /// The name of what is trusted, for the ready line and for health.
    var name: String {
        switch self {
        case .apple: "apple"
        case .simulator: "simulator"
        }
    }
}
