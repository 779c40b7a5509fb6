import AppStore
import Foundation

/// `scripts/cluster`, for the cluster in one folder.
struct ClusterScript: Sendable {
    /// A failure of the script.
    struct Failure: Error, CustomStringConvertible {
        /// The command and the script's last output.
        let description: String
    }

    /// The status of the cluster.
    struct Status {
        /// A node of the cluster.
        struct Node {
            /// The name of the node.
            let name: String
            /// The address of the node.
            let address: String
            /// The state of the node.
            let state: String
            /// Whether the primary waits for this node.
            let isWaitedFor: Bool
        }

        /// The primary, if there is one.
        let primary: String?
        /// Whether everything except the server's nodes is running and healthy.
        let isWhole: Bool
        /// Whether every node has a network of its own.
        let hasNetworks: Bool
        /// All nodes.
        let nodes: [Node]

        /// Returns the node with a name.
        func node(_ name: String?) -> Node? { self.nodes.first { $0.name == name } }
    }

    /// The script's path.
    let path: String
    /// The cluster's folder.
    let folder: String
    /// The path of the log of the script's errors.
    let log: String

    /// Runs a command, and returns its output.
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

    /// Returns the status of every node.
    func status() async throws -> Status {
        let (text, _) = try await self.output(["status", "--json"])
        guard let json = try? JSONValue(json: Array(text.utf8)), case .array(let nodes)? = json["nodes"] else {
            throw Failure(description: "the output of scripts/cluster status cannot be parsed; see \(self.log)")
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
                // The script's children write elsewhere, so reading ends; and the output is shorter than a pipe's
                // buffer.
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
