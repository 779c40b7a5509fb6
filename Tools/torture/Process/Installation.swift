import Foundation

/// The configuration of the server under test, in a folder of its own.
struct Installation {
    /// The folder.
    let folder: String

    /// Opens the configuration in an existing folder.
    init(folder: String) {
        self.folder = folder
    }

    /// Writes everything that a server needs to start into a folder; `allowed` lists the addresses that it may call on
    /// this machine.
    init(making folder: String, roots: [[UInt8]], allowed: [String]) throws {
        self.folder = folder
        _ = try ConfigurationFolder(
            making: folder,
            apps: TortureCorpus.apps,
            roots: roots,
            allowed: allowed,
            first: """
                server:
                  address: 127.0.0.1:0
                storage: sqlite:data/purser.db

                """
        )
    }

    /// The path of the database.
    var database: String { self.folder + "/data/purser.db" }
    /// The folder of the database.
    var data: String { self.folder + "/data" }
    /// The file to which the server writes its events.
    var events: String { self.folder + "/events.jsonl" }

    /// The log of the receivers.
    var arrivals: String { self.folder + "/arrivals" }
    /// The file with the current address of the spoofed name.
    var names: String { self.folder + "/names" }

    /// The real binary, which the build puts beside this one.
    static var program: URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("purser")
    }

    /// Starts the server, which follows a clock.
    func start(clock: String, environment: [String: String]) throws -> ServerProcess {
        try ServerProcess(
            Self.program,
            ["serve", "--config", self.folder + "/purser.yaml", "--clock", clock, "--events", self.events],
            environment: environment,
            log: self.folder + "/server.log"
        )
    }
}
