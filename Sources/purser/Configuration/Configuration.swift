package import AppStore
internal import Foundation
package import Ledger
package import Observability
package import PurserHTTP
package import PurserService

/// The settings of a server from one file and the environment, validated as a whole.
///
/// The server reads each value once, at its start. Paths in the file are relative to its folder; here they are ready to
/// open.
package struct Configuration: Sendable {
    /// The address on which the server listens.
    package struct Address: Hashable, Sendable, CustomStringConvertible {
        /// A host name or an address, IPv6 without brackets.
        package let host: String
        /// The TCP port; 0 lets the system choose a free one.
        package let port: Int

        /// Creates an address from a host and a port.
        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }

        /// `host:port`, IPv6 in brackets.
        package var description: String {
            (self.host.contains(":") ? "[\(self.host)]" : self.host) + ":\(self.port)"
        }
    }

    /// The location of the ledger.
    package enum Storage: Hashable, Sendable {
        /// An SQLite database file at this path, whose folder exists.
        case sqlite(path: String)
        /// A PostgreSQL database; the files of this machine are beside a path, whose folder exists.
        case postgreSQL(connection: Secret, beside: String)
    }

    /// The trusted root certificates: Apple's, or those of one simulated store, never both.
    package enum Trust: Hashable, Sendable {
        /// Apple's root certificates, which are part of the program.
        case apple
        /// The root certificates (DER) of a simulated store.
        case simulator(roots: [[UInt8]])
    }

    /// One app.
    package struct App: Sendable {
        /// Its short name in paths and in the database.
        package let name: AppName
        /// Its bundle id.
        package let bundleID: String
        /// The app's Apple ID; present if Production is among the environments.
        package let appAppleID: Int64?
        /// The environments whose purchases the server accepts.
        package let environments: Set<StoreEnvironment>
        /// The certificate (DER) with which Xcode signs; present exactly if Xcode is among the environments.
        package let xcodeCertificate: [UInt8]?
        /// The catalog file.
        package let catalog: CatalogFile
        /// The key with which the shop's backend calls; unique among the apps.
        package let secretKey: Secret
        /// The credentials for Apple's server API; `nil` if the server does not call it.
        package let appStore: AppStoreCredentials?
        /// The credentials for App Store Connect; `nil` if the server does not call it.
        package let appStoreConnect: AppStoreConnectCredentials?
        /// The rules for retention messages; `nil` if Apple's default message is used.
        package let retention: RetentionRules?
        /// The guards of orders; `nil` if every order is allowed.
        package let guards: RuleSet?
        /// The limits on orders, and the retention of unpaid ones.
        package let orderLimits: OrderLimits
        /// Files with messages for customers, in addition to the built-in ones; later files take precedence.
        package let messages: [PlayerMessageFile]
        /// The keys with which the shop signs customer tokens; `nil` if there are none.
        package let customerTokens: CustomerTokenKeys?
        /// The secrets that the app shares with Apple for receipts and version 1 notifications; the first one is sent.
        package let sharedSecrets: [Secret]
        /// The address of verifyReceipt, for an app with a shared secret and no key; `nil` if the server does not call
        /// it.
        package let verifyReceipt: VerifyReceiptAddress?
        /// The terms by which the server estimates proceeds: the developer's programs, and the app's platform.
        package let proceedsTerms: ProceedsTerms
        /// The combination of limits by which price increases need consent; `nil` for both.
        package let priceConsentLimits: PriceIncreaseRule.Limits?
    }

    /// The address of Apple's verifyReceipt.
    package enum VerifyReceiptAddress: Hashable, Sendable {
        /// Apple's own two addresses.
        case apple
        /// Paths below another address, without a slash at its end: a simulated store.
        case below(String)
    }

    /// The credentials for Apple's server API.
    package struct AppStoreCredentials: Sendable {
        /// The issuer's id, from the keys page of App Store Connect.
        package let issuerID: String
        /// The key's id.
        package let keyID: String
        /// The private key as PEM of PKCS#8.
        package let privateKey: Secret
        /// The addresses for Production, in order of preference; empty for Apple's own hosts.
        package let production: [String]
        /// The addresses for the Sandbox, in order of preference; empty for Apple's own hosts.
        package let sandbox: [String]
    }

    /// The credentials for App Store Connect.
    package struct AppStoreConnectCredentials: Sendable {
        /// The issuer's id, from the keys page of App Store Connect.
        package let issuerID: String
        /// The id of a team key.
        package let keyID: String
        /// The private key as PEM of PKCS#8.
        package let privateKey: Secret
        /// The vendor number of the account, digits.
        package let vendorNumber: String
        /// The app's SKU, which the rows of its In-App Purchases contain as `Parent Identifier`.
        package let sku: String
        /// The address of a simulated App Store Connect; `nil` for Apple's.
        package let address: String?
    }

    /// The paths of the TLS certificate and key, as PEM; both were valid when the configuration was read.
    package struct CertificateFiles: Hashable, Sendable {
        /// The certificates, the server's own first.
        package let certificate: String
        /// The private key.
        package let key: String
    }

    /// A value with its source, as `purser serve --check` shows it.
    package struct Setting: Hashable, Sendable {
        /// The path of its keys, joined by dots.
        package let keyPath: String
        /// The value; secrets are hidden.
        package let value: String
        /// The source: `purser.yaml:3`, a variable, or `default`; and the file from which it was read, if any.
        package let origin: String
    }

    /// The address on which the server listens.
    package let address: Address
    /// The public address of the server, without a slash at the end.
    package let publicURL: String?
    /// Whether the description of the API and the metrics need no key.
    package let areDocumentsOpen: Bool
    /// The files for TLS; `nil` for plain HTTP.
    package let tls: CertificateFiles?
    /// The proxies whose headers about clients are trusted.
    package let proxies: TrustedProxies
    /// The rate limits.
    package let limits: RateLimits
    /// The maximum number of open connections per address.
    package let connectionsPerAddress: Int
    /// The location of the ledger.
    package let storage: Storage
    /// The trusted root certificates.
    package let trust: Trust
    /// The private addresses to which the server may send webhooks.
    package let webhookAllow: [AllowedAddress]
    /// The settings of the log.
    package let logs: LogSettings
    /// The settings of tracing; `nil` without tracing.
    package let tracing: TracingSettings?
    /// The settings of metrics history, link probes and alarms.
    package let watch: WatchSettings
    /// The apps, at least one, in the order of the file.
    package let apps: [App]
    /// The path beside which the files of this machine are: key files and the operators' socket.
    var statePath: String {
        switch self.storage {
        case .sqlite(let path): path
        case .postgreSQL(_, let path): path
        }
    }

    /// The path of the key that signs webhooks, and with several nodes also passes.
    package var signingKeyPath: String { self.statePath + ".webhook-key" }

    /// Every value with its source, in the order of the documentation.
    package let settings: [Setting]

    /// Variables that begin with `PURSER_` and are not settings.
    ///
    /// They are the path of the configuration file, and the test data and scale of the project's test suites.
    package static let otherVariables: Set<String> = ["PURSER_CONFIG", "PURSER_TEST_SCALE", "PURSER_VECTORS"]

    /// The maximum size in bytes of a file with a single value or a certificate.
    package static let valueSizeLimitBytes = 65536

    /// Reads and validates a configuration, or throws everything that is wrong with it.
    ///
    /// Without a file, all values come from the environment, and paths are relative to the working directory.
    package static func load(file: String?, environment: [String: String]) throws(ValidationIssues) -> Configuration {
        var document = DocumentNode(origin: .environment(""), content: .map([]))
        if let file {
            let content: BoundedFile
            do {
                content = try BoundedFile(path: file, limitBytes: DocumentReader.sizeLimitBytes)
            } catch {
                let remedy = error == .missing ? Self.remedy(forMissing: file) : "Create a first one: purser init shop"
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

    /// The effective configuration, one value per line: key, value, and source.
    package var effective: String {
        let keyWidth = self.settings.map(\.keyPath.count).max() ?? 0
        let valueWidth = self.settings.map(\.value.count).max() ?? 0
        return self.settings.map { setting in
            let key = setting.keyPath.padding(toLength: keyWidth + 2, withPad: " ", startingAt: 0)
            let value = setting.value.padding(toLength: valueWidth + 2, withPad: " ", startingAt: 0)
            return key + value + setting.origin
        }.joined(separator: "\n")
    }

    /// The maximum number of names in a folder that are examined.
    private static let lookedAt = 1000

    /// Returns the remedy for a missing configuration: the file with another name, or in a folder beside the path.
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
        guard let found = near ?? below else { return "Create a first one: purser init shop" }
        return "Did you mean --config \(ShellArgument(found))?"
    }
}

extension Configuration.Trust {
    /// The name of what is trusted, for the ready line and the health endpoint.
    var name: String {
        switch self {
        case .apple: "apple"
        case .simulator: "simulator"
        }
    }
}
