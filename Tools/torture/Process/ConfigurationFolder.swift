import Foundation

/// A folder with a configuration and the files that it names: roots, keys, the catalog.
struct ConfigurationFolder {
    /// The prefix of the apps' keys, followed by a hyphen and the app's name.
    static let key = "sk_torture_0123456789abcdef0123456789abcdef"

    /// Its path.
    let path: String

    /// The path of the configuration.
    var file: String { self.path + "/purser.yaml" }

    /// Writes the folder.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - apps: The apps of the server.
    ///   - roots: The trusted root certificates.
    ///   - allowed: The addresses that may be called although they are not on the open internet.
    ///   - first: The lines before all of this.
    ///   - last: The further lines of the last app.
    /// - Throws: Why a file cannot be written.
    init(
        making path: String,
        apps: [String],
        roots: [[UInt8]],
        allowed: [String],
        first: String = "",
        last: String = ""
    ) throws {
        self.path = path
        let manager = FileManager.default
        try manager.createDirectory(atPath: path + "/data", withIntermediateDirectories: true)
        try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path + "/data")
        var names: [String] = []
        for (number, root) in roots.enumerated() {
            names.append("root\(number).der")
            try Data(root).write(to: URL(fileURLWithPath: "\(path)/root\(number).der"))
        }
        var text =
            first + """
                trust: { simulator: [\(names.joined(separator: ", "))] }
                webhooks: { allow: [\(allowed.map { "\"\($0)\"" }.joined(separator: ", "))] }
                apps:

                """
        for app in apps {
            try self.writeSecret("\(Self.key)-\(app)\n", to: "\(app).key")
            text += """
                  \(app):
                    bundleId: \(TortureCorpus.bundleID(of: app))
                    appAppleId: \(TortureCorpus.appleID(of: app))
                    catalog: catalog.yaml
                    secretKey: { file: \(app).key }

                """
        }
        try Data((text + last).utf8).write(to: URL(fileURLWithPath: self.file))
        try Data(TortureCorpus.catalog.utf8).write(to: URL(fileURLWithPath: path + "/catalog.yaml"))
    }

    /// Writes a file that only its owner may read.
    func writeSecret(_ text: String, to name: String) throws {
        guard
            FileManager.default.createFile(
                atPath: self.path + "/" + name,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
    }
}
