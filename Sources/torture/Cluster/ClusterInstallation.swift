import AppStoreSimulator
import Foundation

/// What both nodes of the server are configured by, in a folder of which each gets a copy.
struct ClusterInstallation {
    /// The folder.
    let folder: String

    /// Writes the folder.
    ///
    /// - Parameters:
    ///   - folder: Where.
    ///   - corpus: What is sent.
    ///   - asked: What nobody sends.
    ///   - apple: Where the App Store is asked, the production first.
    ///   - allowed: What may be called though it is not of the open internet.
    /// - Throws: Why a file cannot be written.
    init(
        making folder: String,
        corpus: TortureCorpus,
        asked: AskedShop,
        apple: (production: String, sandbox: String),
        allowed: [String]
    ) throws {
        self.folder = folder
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/data")
        var names: [String] = []
        for (number, root) in Set(corpus.roots + asked.roots).enumerated() {
            names.append("root\(number).der")
            try Data(root).write(to: URL(fileURLWithPath: "\(folder)/root\(number).der"))
        }
        let key = try asked.production.apiKey()
        try Self.write(key.privateKeyPEM, to: folder + "/AuthKey.p8")
        // Made beforehand, so that both nodes have the same.
        let webhookKey = Data((0..<32).map { UInt8($0) }).base64EncodedString()
        try Self.write(webhookKey + "\n", to: folder + "/data/purser.webhook-key")
        var text = """
            trust: { simulator: [\(names.joined(separator: ", "))] }
            webhooks: { allow: [\(allowed.map { "\"\($0)\"" }.joined(separator: ", "))] }
            apps:

            """
        for app in TortureCorpus.apps + [AskedShop.app] {
            try Self.write("\(Installation.key)-\(app)\n", to: "\(folder)/\(app).key")
            text += """
                  \(app):
                    bundleId: \(TortureCorpus.bundleID(of: app))
                    appAppleId: \(TortureCorpus.appleID(of: app))
                    catalogue: catalogue.yaml
                    secretKey: { file: \(app).key }

                """
        }
        text += """
                appStore:
                  issuerId: \(key.issuerId)
                  keyId: \(key.keyId)
                  privateKey: AuthKey.p8
                  production: \(apple.production)
                  sandbox: \(apple.sandbox)

            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: self.file))
        try Data(TortureCorpus.catalogue.utf8).write(to: URL(fileURLWithPath: folder + "/catalogue.yaml"))
    }

    /// The configuration.
    var file: String { self.folder + "/purser.yaml" }

    private static func write(_ text: String, to path: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
    }
}
