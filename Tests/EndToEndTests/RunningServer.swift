import AppStore
import Foundation
import PurserTesting

/// `purser serve` as a process of its own, on a first configuration that trusts an authority of ours.
final class RunningServer {
    /// Why it did not come up.
    struct NotReady: Error {
        let status: Int32
    }

    /// Talks to it.
    let calls: ServerCalls
    /// Its first line.
    let readyLine: String

    private let process: Process

    /// Writes the first configuration, and the root that it trusts.
    static func prepare(_ folder: TemporaryFolder, root: [UInt8]) throws {
        _ = try Binary.run(["init", "shop", "--bundle-id", SamplePayloads.bundleID], in: folder)
        _ = try folder.write("shop/simulator/root.der", root)
        // No App Store API knows the tests' own authority, so the configuration gets no key for one.
        let path = folder.path + "/shop/purser.yaml"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let kept = lines.prefix { !$0.contains("asks the App Store") && !$0.hasPrefix("    appStore:") }
        _ = try folder.write("shop/purser.yaml", Array(kept.joined(separator: "\n").utf8))
        try folder.fulfill(by: "")
    }

    /// Starts it and waits for its first line; what it complains of goes to `complaints`, or nowhere.
    init(
        in folder: TemporaryFolder,
        through wrapper: [String] = [],
        options: [String] = [],
        complaints: Pipe? = nil
    ) throws {
        let process = Binary.process(
            ["serve", "--config", "shop/purser.yaml", "--port", "0"] + options,
            in: folder,
            through: wrapper
        )
        let output = Pipe()
        process.standardOutput = output
        process.standardError = complaints ?? FileHandle.nullDevice as Any
        try process.run()
        self.process = process
        self.readyLine = try output.fileHandleForReading.line() ?? ""
        guard case .string(let url)? = try? JSONValue(json: Array(self.readyLine.utf8))["url"] else {
            process.waitUntilExit()
            throw NotReady(status: process.terminationStatus)
        }
        let key = try String(contentsOfFile: folder.path + "/shop/secret.key", encoding: .utf8)
        self.calls = ServerCalls(url: url, key: key.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    deinit {
        if self.process.isRunning { kill(self.process.processIdentifier, SIGKILL) }
    }

    /// The number of its process.
    var processID: Int32 { self.process.processIdentifier }

    /// Sends a signal, waits for the end, and says how it ended.
    func end(_ signal: Int32) -> Int32 {
        kill(self.process.processIdentifier, signal)
        self.process.waitUntilExit()
        return self.process.terminationStatus
    }
}
