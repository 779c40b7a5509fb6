import Foundation

/// `purser listen` as a process of its own.
final class RunningListener {
    /// The listener did not start.
    struct NotReady: Error {}

    /// The secret that it says it signs with.
    let secret: String

    private let process: Process

    /// Starts it and waits until it follows.
    init(_ arguments: [String], in folder: TemporaryFolder) throws {
        let process = Binary.process(["listen"] + arguments, in: folder)
        let complaints = Pipe()
        process.standardOutput = FileHandle.nullDevice
        process.standardError = complaints
        try process.run()
        self.process = process
        guard let line = try complaints.fileHandleForReading.line(), let secret = line.split(separator: " ").last,
            secret.hasPrefix("whsec_")
        else {
            process.waitUntilExit()
            throw NotReady()
        }
        self.secret = String(secret)
    }

    deinit {
        if self.process.isRunning { kill(self.process.processIdentifier, SIGKILL) }
    }
}
