import Foundation

/// The real binary, which the build puts beside this one, with a new configuration.
final class PurserProcess {
    /// The reason why it did not start.
    enum Refusal: Error {
        case noBinary(String)
        case notReady
        case noKey
        case failed(String)
    }

    /// The port it listens on.
    let port: Int
    /// The time from starting the process to the ready line.
    let startup: Duration

    private let process: Process

    /// Starts `purser serve` in a folder that `prepare` has made.
    init(folder: String) throws {
        let process = Process()
        process.executableURL = try Self.binary()
        process.arguments = ["serve", "--config", "\(folder)/shop/purser.yaml", "--port", "0"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let clock = ContinuousClock()
        let started = clock.now
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        self.startup = clock.now - started
        self.process = process
        let text = String(decoding: line, as: UTF8.self)
        guard let digits = text.split(separator: "127.0.0.1:").last?.prefix(while: \.isNumber), let port = Int(digits)
        else {
            process.terminate()
            throw Refusal.notReady
        }
        self.port = port
    }

    /// Creates a key for the app's phones in the folder's database.
    static func publishableKey(folder: String) throws -> String {
        let text = try Self.run(["keys", "create", "publishable", "--app", "shop", "--name", "phones"], folder: folder)
        guard let key = text.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("purser_pk_") }) else {
            throw Refusal.noKey
        }
        return String(key)
    }

    /// Runs a command with the folder's configuration, and returns what it wrote.
    static func run(_ command: [String], folder: String) throws -> String {
        let process = Process()
        process.executableURL = try Self.binary()
        process.arguments = command + ["--config", "\(folder)/shop/purser.yaml"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Refusal.failed(command.joined(separator: " ")) }
        return text
    }

    /// Writes a first configuration whose server trusts this root.
    static func prepare(folder: String, root: [UInt8]) throws {
        let process = Process()
        process.executableURL = try Self.binary()
        process.arguments = ["init", "shop", "--directory", folder]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let simulator = "\(folder)/shop/simulator"
        try FileManager.default.createDirectory(atPath: simulator, withIntermediateDirectories: true)
        try Data(root).write(to: URL(fileURLWithPath: "\(simulator)/root.der"))
        // The simulated App Store has no server for this root certificate, so lookups are impossible.
        let path = URL(fileURLWithPath: "\(folder)/shop/purser.yaml")
        let lines = try String(contentsOf: path, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        let kept = lines.prefix { !$0.contains("asks the App Store") && !$0.hasPrefix("    appStore:") }
        try Data(kept.joined(separator: "\n").utf8).write(to: path)
    }

    /// Returns its anonymous memory, which is not backed by files, in bytes.
    func anonymousBytes() throws -> Int {
        let path = "/proc/\(self.process.processIdentifier)/smaps_rollup"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for line in text.split(separator: "\n") where line.hasPrefix("Anonymous:") {
            let kilobytes = line.split(separator: " ").compactMap { Int($0) }.first ?? 0
            return kilobytes * 1024
        }
        return 0
    }

    /// Stops it as an operator does, and waits for its end.
    func stop() -> Int32 {
        self.process.terminate()
        self.process.waitUntilExit()
        return self.process.terminationStatus
    }

    /// Kills it, as in a crash.
    func kill() {
        Foundation.kill(self.process.processIdentifier, SIGKILL)
        self.process.waitUntilExit()
    }

    private static func binary() throws -> URL {
        let url = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent("purser")
        guard FileManager.default.isExecutableFile(atPath: url.path) else { throw Refusal.noBinary(url.path) }
        return url
    }
}
