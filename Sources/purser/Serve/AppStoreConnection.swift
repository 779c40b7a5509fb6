import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import PurserService

/// The dependencies of clients of Apple's APIs: the transport, the repository of their budgets, and the time.
struct AppStoreConnection {
    private let transport: AppStoreTransport
    private let receiptTransport: AppStoreTransport
    private let connectTransport: AppStoreTransport
    private let connectBudget: @Sendable (AppName) -> any ConnectBudget
    private let budget: @Sendable (AppName) -> any RequestBudget
    private let time: AppStoreTime
    private let logger: Logger

    /// A logger that discards everything.
    static let silence = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }

    /// Creates a connection through an HTTP client that is configured as in `AppStoreTransport.configuration`.
    ///
    /// Bearer tokens always use real time, regardless of the ledger's clock.
    init(
        httpClient: HTTPClient,
        repository: any Repository,
        ambient: Ambient,
        logger: Logger = AppStoreConnection.silence
    ) {
        self.init(
            transport: .http(httpClient),
            receiptTransport: .http(
                httpClient,
                maximumReplyByteCount: VerifyReceiptClient.maximumReplyByteCount
            ),
            connectTransport: .http(httpClient, maximumReplyByteCount: ConnectClient.maximumReportByteCount),
            connectBudget: { app in SharedConnectBudget(repository: repository, app: app) },
            budget: { app in SharedRequestBudget(repository: repository, app: app) },
            ambient: ambient,
            logger: logger
        )
    }

    /// Creates a connection through any transport, with budgets stored anywhere.
    init(
        transport: AppStoreTransport,
        receiptTransport: AppStoreTransport? = nil,
        connectTransport: AppStoreTransport? = nil,
        connectBudget: (@Sendable (AppName) -> any ConnectBudget)? = nil,
        budget: @escaping @Sendable (AppName) -> any RequestBudget,
        ambient: Ambient,
        logger: Logger = AppStoreConnection.silence
    ) {
        self.logger = logger
        self.transport = transport
        self.receiptTransport = AppleCallLog.noting("verifyReceipt", receiptTransport ?? transport, logger)
        self.connectTransport = AppleCallLog.noting("appStoreConnect", connectTransport ?? transport, logger)
        let ownBudget = LocalConnectBudget()
        self.connectBudget = connectBudget ?? { _ in ownBudget }
        self.budget = budget
        let live = Ambient.live
        self.time = AppStoreTime(
            now: { ambient.now().milliseconds },
            wallNow: { live.now().milliseconds },
            sleep: { length in try await ContinuousClock().sleep(for: length) }
        )
    }

    /// Returns the client of an app; `nil` if the configuration has no key for it.
    func client(of app: Configuration.App, trust: Configuration.Trust) throws -> AppStoreClient? {
        guard let hosts = app.appStoreHosts(trust: trust), let key = try Self.key(of: app) else { return nil }
        let logger = self.logger
        return AppStoreClient(
            key: key,
            bundleID: app.bundleID,
            hosts: hosts,
            transport: self.transport,
            budget: self.budget(app.name),
            time: self.time,
            jitter: {
                // 53 random bits produce every Double from 0 up to 1.
                let bits = SystemRandomness.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                return Double(bits >> 11) / Double(UInt64(1) << 53)
            },
            onResponse: { requestMetrics in
                AppleCallLog(requestMetrics, of: app.name).write(to: logger)
                AppStoreCallMetrics.note(requestMetrics, of: app.name)
            }
        )
    }

    /// Returns the client of an app's team for App Store Connect; `nil` if the configuration has no key for it.
    ///
    /// Apps with the same key share its limit, which is stored under the first of `apps` that has it.
    func connectClient(of app: Configuration.App, among apps: [Configuration.App]) throws -> ConnectClient? {
        guard let credentials = app.appStoreConnect else { return nil }
        let key = try Self.key(
            of: app,
            "appStoreConnect",
            issuerID: credentials.issuerID,
            keyID: credentials.keyID,
            privateKey: credentials.privateKey
        )
        let first = apps.first { $0.appStoreConnect?.keyID == credentials.keyID } ?? app
        return ConnectClient(
            key: key,
            address: credentials.address ?? ConnectClient.address,
            transport: self.connectTransport,
            budget: self.connectBudget(first.name),
            time: self.time
        )
    }

    /// Returns the client that asks Apple about receipts of an app; `nil` if the app has a key, no secret, or no
    /// address.
    func receiptClient(of app: Configuration.App) -> ReceiptClient? {
        guard app.appStore == nil, let secret = app.sharedSecrets.first, let address = app.verifyReceipt else {
            return nil
        }
        let sleep: @Sendable (Duration) async throws -> Void = { try await ContinuousClock().sleep(for: $0) }
        let client =
            switch address {
            case .apple: VerifyReceiptClient(transport: self.receiptTransport, sleep: sleep)
            case .below(let base):
                VerifyReceiptClient(
                    production: base + "/verifyReceipt",
                    sandbox: base + "/sandbox/verifyReceipt",
                    transport: self.receiptTransport,
                    sleep: sleep
                )
            }
        return ReceiptClient(
            client: client,
            secret: secret.revealed,
            next: app.sharedSecrets.dropFirst().first?.revealed
        )
    }

    /// Returns the signer of an app's offers; `nil` if the configuration has no key for it.
    func signer(of app: Configuration.App) throws -> OfferSigner? {
        try Self.key(of: app).map { OfferSigner(key: $0, bundleID: app.bundleID) }
    }

    private static func key(of app: Configuration.App) throws -> AppStoreKey? {
        guard let credentials = app.appStore else { return nil }
        return try Self.key(
            of: app,
            "appStore",
            issuerID: credentials.issuerID,
            keyID: credentials.keyID,
            privateKey: credentials.privateKey
        )
    }

    private static func key(
        of app: Configuration.App,
        _ map: String,
        issuerID: String,
        keyID: String,
        privateKey: Secret
    ) throws -> AppStoreKey {
        do {
            return try AppStoreKey(issuerID: issuerID, keyID: keyID, pem: privateKey.revealed)
        } catch {
            StandardStream.error.write(
                line: "apps.\(app.name).\(map): the key cannot be used (\(error.code)). "
                    + "Compare it with the keys page of App Store Connect."
            )
            throw ExitStatus.badConfiguration.error
        }
    }
}

extension Configuration {
    /// Returns the App Store Connect clients of the apps.
    ///
    /// - Throws: The exit status, after writing which key cannot be used.
    func connect(through connection: AppStoreConnection) throws -> [AppName: Services.Connect] {
        var connect: [AppName: Services.Connect] = [:]
        for app in self.apps {
            let credentials = app.appStoreConnect
            connect[app.name] = Services.Connect(
                client: try connection.connectClient(of: app, among: self.apps),
                account: ReportAccount(vendor: credentials?.vendorNumber, sku: credentials?.sku),
                appNumber: app.appAppleID
            )
        }
        return connect
    }
}
