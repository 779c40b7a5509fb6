import AppStore
import Foundation
import Synchronization

/// A process of the real `purser serve`.
final class ServerProcess: Sendable {
    /// How the process ended.
    struct End: Hashable, Sendable {
        /// The exit status, or the number of the signal.
        let status: Int32
        /// Whether a signal ended it.
        let isSignal: Bool
    }

    private struct State {
        var line: [UInt8] = []
        var url: String?
        var end: End?
    }

    /// The process id.
    let identifier: Int32
    private let shared: Shared

    /// Starts a program with these arguments and variables; appends its error output to a file.
    init(_ program: URL, _ arguments: [String], environment: [String: String], log: String) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment =
            ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PURSER_") }
            .merging(environment) { _, new in new }
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let complaints = FileHandle(forWritingAtPath: log)
        try complaints?.seekToEnd()
        process.standardError = complaints ?? FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        let shared = Shared()
        process.terminationHandler = { process in
            let isSignal = process.terminationReason == .uncaughtSignal
            shared.state.withLock { $0.end = End(status: process.terminationStatus, isSignal: isSignal) }
        }
        output.fileHandleForReading.readabilityHandler = { handle in
            let bytes = handle.availableData
            if bytes.isEmpty {
                handle.readabilityHandler = nil
                return
            }
            shared.take(bytes)
        }
        try process.run()
        self.identifier = process.processIdentifier
        self.shared = shared
    }

    private final class Shared: Sendable {
        let state = Mutex(State())

        /// Reads the ready line.
        func take(_ bytes: Data) {
            self.state.withLock { state in
                state.line += bytes
                guard state.url == nil, let end = state.line.firstIndex(of: UInt8(ascii: "\n")),
                    case .object(let members)? = try? JSONValue(json: Array(state.line[..<end])),
                    case .string(let url)? = members.first(where: { $0.key == "url" })?.value
                else { return }
                state.url = url
            }
        }
    }

    /// The URL of the server, once it listens.
    var url: String? { self.shared.state.withLock { $0.url } }
    /// How it ended, once it has.
    var end: End? { self.shared.state.withLock { $0.end } }

    /// Sends a signal, if the process is running.
    func signal(_ signal: Int32) {
        guard self.end == nil else { return }
        kill(self.identifier, signal)
    }

    /// Waits until it listens or has ended, at most for the limit.
    func becomesReady(within limit: Duration, clock: ContinuousClock) async throws -> Bool {
        try await self.wait(within: limit, clock: clock) { self.url != nil || self.end != nil }
        return self.url != nil && self.end == nil
    }

    /// Waits until it has ended, at most for the limit.
    func ends(within limit: Duration, clock: ContinuousClock) async throws -> End? {
        try await self.wait(within: limit, clock: clock) { self.end != nil }
        return self.end
    }

    private func wait(within limit: Duration, clock: ContinuousClock, until holds: () -> Bool) async throws {
        let deadline = clock.now + limit
        while !holds(), clock.now < deadline { try await clock.sleep(for: .milliseconds(3)) }
    }
}
