import Foundation

/// The configuration of the server under torture, in a folder of its own.
struct Installation {
    /// The key of an app is this, a hyphen and the app's name.
    static let key = "sk_torture_0123456789abcdef0123456789abcdef"

    /// The folder.
    let folder: String

    /// The one that is in a folder already.
    init(folder: String) {
        self.folder = folder
    }

    /// Writes everything that a server needs to start into a folder; `allowed` is what it may call on this machine.
    init(making folder: String, roots: [[UInt8]], allowed: [String]) throws {
        self.folder = folder
        let manager = FileManager.default
        try manager.createDirectory(atPath: folder + "/data", withIntermediateDirectories: true)
        try manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/data")
        var names: [String] = []
        for (number, root) in roots.enumerated() {
            names.append("root\(number).der")
            try Data(root).write(to: URL(fileURLWithPath: "\(folder)/root\(number).der"))
        }
        var text = """
            server:
              address: 127.0.0.1:0
            storage: sqlite:data/purser.db
            trust: { simulator: [\(names.joined(separator: ", "))] }
            webhooks: { allow: [\(allowed.map { "\"\($0)\"" }.joined(separator: ", "))] }
            apps:

            """
        for app in TortureCorpus.apps {
            try self.writeSecret("\(Self.key)-\(app)\n", to: "\(folder)/\(app).key")
            text += """
                  \(app):
                    bundleId: \(TortureCorpus.bundleID(of: app))
                    appAppleId: \(TortureCorpus.appleID(of: app))
                    catalogue: catalogue.yaml
                    secretKey: { file: \(app).key }

                """
        }
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/purser.yaml"))
        try Data(TortureCorpus.catalogue.utf8).write(to: URL(fileURLWithPath: folder + "/catalogue.yaml"))
    }

    /// The path of the database.
    var database: String { self.folder + "/data/purser.db" }
    /// The folder of the database.
    var data: String { self.folder + "/data" }
    /// The file that the server tells its events.
    var events: String { self.folder + "/events.jsonl" }

    /// The file of what arrived at receivers.
    var arrivals: String { self.folder + "/arrivals" }
    /// The file of what the foreign name means.
    var names: String { self.folder + "/names" }

    /// The real binary, which the build leaves beside this one.
    static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("purser")
    }

    /// Starts one life of the server, which follows a clock.
    func start(clock: String, environment: [String: String]) throws -> ServerProcess {
        try ServerProcess(
            Self.program,
            ["serve", "--config", self.folder + "/purser.yaml", "--clock", clock, "--events", self.events],
            environment: environment,
            log: self.folder + "/server.log"
        )
    }

    private func writeSecret(_ text: String, to path: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw CocoaError(.fileWriteUnknown) }
    }
}
