import AppStore
import Foundation

/// `purser simulate` as a process of its own.
final class RunningSimulator {
    /// Why it did not come up.
    struct NotReady: Error {
        let status: Int32
    }

    /// Its first line.
    let readyLine: String

    private let process: Process

    /// Starts it and waits for its first line; what it logs goes to `complaints`, or nowhere.
    init(_ arguments: [String], in folder: TemporaryFolder, complaints: Pipe? = nil) throws {
        let process = Binary.process(["simulate", "--port", "0"] + arguments, in: folder)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = complaints ?? FileHandle.nullDevice as Any
        try process.run()
        self.process = process
        self.readyLine = try output.fileHandleForReading.line() ?? ""
        guard (try? JSONValue(json: Array(self.readyLine.utf8))["ready"]) == .bool(true) else {
            process.waitUntilExit()
            throw NotReady(status: process.terminationStatus)
        }
    }

    deinit {
        if self.process.isRunning { kill(self.process.processIdentifier, SIGKILL) }
    }
}
