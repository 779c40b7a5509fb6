import Foundation

/// A receiver of webhooks that checks them with the libraries of others, as a process of its own.
final class RunningReceiver {
    /// The receiver did not start.
    struct NotReady: Error {}

    /// The port on which it listens.
    let port: Int

    private let process: Process
    private let output: FileHandle

    /// Starts it with these secrets and waits until it listens.
    init(secrets: [String: String], in folder: TemporaryFolder) throws {
        let file = try folder.write("secrets.json", Array(try JSONEncoder().encode(secrets)))
        let process = Process()
        process.executableURL = JudgeInstallation.webhooks
        process.arguments = ["webhooks.py", file]
        process.currentDirectoryURL = JudgeInstallation.programs
        // Compiled programs would lie in the project's sources.
        process.environment = ["PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        self.output = output.fileHandleForReading
        guard let line = try self.output.line(), let port = Int(line) else { throw NotReady() }
        self.port = port
    }

    deinit {
        if self.process.isRunning { kill(self.process.processIdentifier, SIGKILL) }
    }

    /// Returns the receiver's verdict on the next call.
    func verdict() throws -> String? { try self.output.line() }
}
