import AppStore
import Foundation

/// `scripts/cluster`, for the cluster in one folder.
struct ClusterScript: Sendable {
    /// The script failed.
    struct Failure: Error, CustomStringConvertible {
        /// What was wanted, and what it said last.
        let description: String
    }

    /// What the cluster says of itself.
    struct Status {
        /// A node of it.
        struct Node {
            /// What it is called.
            let name: String
            /// Where it listens.
            let address: String
            /// How it is.
            let state: String
            /// Whether the primary waits for it.
            let isWaitedFor: Bool
        }

        /// The primary, if there is one.
        let primary: String?
        /// Whether everything but the server's nodes is there and well.
        let isWhole: Bool
        /// Whether every node has a network of its own.
        let hasNetworks: Bool
        /// All nodes.
        let nodes: [Node]

        /// Returns the node of a name.
        func node(_ name: String?) -> Node? { self.nodes.first { $0.name == name } }
    }

    /// The script's path.
    let path: String
    /// The cluster's folder.
    let folder: String
    /// Where the script's complaints go.
    let log: String

    /// Runs a command, and returns what it printed.
    @discardableResult
    func run(_ words: String...) async throws -> String {
        let (text, status) = try await self.output(words)
        guard status == 0 else {
            throw Failure(
                description: "scripts/cluster \(words.joined(separator: " ")) ended with \(status); see \(self.log)"
            )
        }
        return text
    }

    /// Asks every node how it is.
    func status() async throws -> Status {
        let (text, _) = try await self.output(["status", "--json"])
        guard let json = try? JSONValue(json: Array(text.utf8)), case .array(let nodes)? = json["nodes"] else {
            throw Failure(description: "scripts/cluster status cannot be understood; see \(self.log)")
        }
        return Status(
            primary: Self.text(json["primary"]),
            isWhole: json["whole"] == .bool(true),
            hasNetworks: Self.text(json["network"]) == "namespaces",
            nodes: nodes.map { node in
                Status.Node(
                    name: Self.text(node["name"]) ?? "",
                    address: Self.text(node["address"]) ?? "",
                    state: Self.text(node["state"]) ?? "",
                    isWaitedFor: node["sync"] == .bool(true)
                )
            }
        )
    }

    private static func text(_ value: JSONValue?) -> String? {
        guard case .string(let text)? = value else { return nil }
        return text
    }

    private func output(_ words: [String]) async throws -> (text: String, status: Int32) {
        if !FileManager.default.fileExists(atPath: self.log) {
            _ = FileManager.default.createFile(atPath: self.log, contents: nil)
        }
        let complaints = FileHandle(forWritingAtPath: self.log)
        try complaints?.seekToEnd()
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: self.path)
        process.arguments = words + ["--dir", self.folder]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = complaints ?? FileHandle.nullDevice
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { process in
                // What it starts writes elsewhere, so this ends; and it is shorter than a pipe holds.
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                continuation.resume(returning: (text, process.terminationStatus))
            }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
