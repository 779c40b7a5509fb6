import AppStoreSimulator
import Foundation

/// The configuration of both nodes of the server, in a folder of which each gets a copy.
struct ClusterInstallation {
    /// The path of the configuration.
    let file: String

    /// Writes the folder.
    ///
    /// - Parameters:
    ///   - folder: The folder of the installation.
    ///   - corpus: The messages that clients send.
    ///   - asked: The shop whose messages no client sends.
    ///   - apple: The addresses of the App Store, production first.
    ///   - allowed: The addresses that may be called although they are not on the open internet.
    /// - Throws: Why a file cannot be written.
    init(
        making folder: String,
        corpus: TortureCorpus,
        asked: PolledShop,
        apple: (production: String, sandbox: String),
        allowed: [String]
    ) throws {
        let key = try asked.production.apiKey()
        let written = try ConfigurationFolder(
            making: folder,
            apps: TortureCorpus.apps + [PolledShop.app],
            roots: Array(Set(corpus.roots + asked.roots)),
            allowed: allowed,
            last: """
                    appStore:
                      issuerId: \(key.issuerId)
                      keyId: \(key.keyId)
                      privateKey: AuthKey.p8
                      production: \(apple.production)
                      sandbox: \(apple.sandbox)

                """
        )
        self.file = written.file
        try written.writeSecret(key.privateKeyPEM, to: "AuthKey.p8")
        // Made in advance, so that both nodes have the same key.
        let webhookKey = Data((0..<32).map { UInt8($0) }).base64EncodedString()
        try written.writeSecret(webhookKey + "\n", to: "data/purser.webhook-key")
    }
}
