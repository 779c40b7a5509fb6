import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import PurserHTTP
import PurserService

/// The apps of a configuration, each with the verifier of its data.
struct AppAssembly {
    /// The apps.
    let apps: [ServedApp]
    /// Their secret keys.
    let keys: SecretKeys
    /// The checker of revoked chains; `nil` with a simulated App Store, which has no responder.
    let revocation: RevocationChecker?
    /// A stream that yields when a chain's revocation status has changed.
    let revocationChanges: AsyncStream<Void>

    /// Creates the apps; without a connection the server does not call Apple's APIs.
    init(
        configuration: Configuration,
        httpClient: HTTPClient,
        appStore: AppStoreConnection? = nil,
        logger: Logger
    ) throws {
        var revocation: RevocationChecker?
        // Several changes can be merged, because each leads to a check of all held evidence.
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.revocationChanges = changes
        let roots: [[UInt8]]
        switch configuration.trust {
        case .apple:
            roots = [AppleRoots.g3]
            // Certificates are valid in real time, regardless of the ledger's clock.
            let live = Ambient.live
            revocation = RevocationChecker(
                transport: .http(httpClient),
                now: { live.now().milliseconds },
                nonce: { live.randomBytes(32) },
                onChange: { change in
                    continuation.yield()
                    let level: Logger.Level = if case .good = change.new { .info } else { .error }
                    logger.log(
                        level: level,
                        "The revocation status of one of Apple's certificate chains changed.",
                        metadata: ["from": "\(change.old)", "to": "\(change.new)"]
                    )
                }
            )
        case .simulator(let simulated): roots = simulated
        }
        self.revocation = revocation

        // Apps that trust the same certificates share a verifier, which caches signers.
        var verifiers: [[UInt8]?: SignatureVerifier] = [:]
        var apps: [ServedApp] = []
        var keys: [(key: String, app: ServedApp)] = []
        for app in configuration.apps {
            let verifier: SignatureVerifier
            if let known = verifiers[app.xcodeCertificate] {
                verifier = known
            } else {
                let anchors: TrustAnchors
                do {
                    anchors = try TrustAnchors(roots: roots, xcodeCertificate: app.xcodeCertificate)
                } catch {
                    StandardStream.error.write(
                        line: "apps.\(app.name): the certificates to trust cannot be used (\(error.rawValue))."
                    )
                    throw ExitStatus.badConfiguration.error
                }
                verifier = SignatureVerifier(anchors: anchors) { [revocation] chain in revocation?.note(chain) }
                verifiers[app.xcodeCertificate] = verifier
            }
            let environments = Set(app.environments.map { AppStoreEnvironment(rawValue: $0.rawValue) })
            guard
                let identity = AppIdentity(
                    bundleID: app.bundleID,
                    appAppleID: app.appAppleID,
                    environments: environments
                )
            else {
                StandardStream.error.write(
                    line: "apps.\(app.name): Production needs appAppleId to check notifications against."
                )
                throw ExitStatus.badConfiguration.error
            }
            let served = ServedApp(
                name: app.name,
                verifier: SignedDataVerifier(signatures: verifier, app: identity),
                catalog: app.catalog.catalog,
                appStore: try appStore?.client(of: app, trust: configuration.trust),
                offerSigner: try appStore?.signer(of: app),
                guards: app.guards,
                orderLimits: app.orderLimits,
                messages: app.messages.reduce(.standard) { $0.adding($1) },
                sharedSecrets: SharedSecrets(app.sharedSecrets.map(\.revealed)),
                receiptClient: appStore?.receiptClient(of: app)
            )
            apps.append(served)
            keys.append((app.secretKey.revealed, served))
        }
        self.apps = apps
        self.keys = SecretKeys(keys)
    }
}
