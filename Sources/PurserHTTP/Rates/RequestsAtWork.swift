package import PurserService
import Synchronization

/// Lets a bounded number of one caller's requests be at work at once; further ones wait in the order in which they came.
///
/// The threads for requests take what is ready in turn. Without a bound, a caller with a thousand connections would have a
/// thousand turns for each one that another caller has. One connection has one request at work in any case: HTTP/1.1
/// answers in the order of the requests (RFC 9112, section 9.3.2), and the server reads the next one after the answer.
package final class RequestsAtWork: Sendable {
    /// How many requests with one key: as many as one transaction of the database can take together with good effect.
    package static let maximumOfKey = 128
    /// How many requests with a publishable key from one address: a household's, or a mobile network's in a busy second.
    package static let maximumOfAppsAtAddress = 16

    /// Whose requests are counted together.
    package struct Name: Hashable, Sendable {
        /// The key, or what stands for the one in the configuration.
        package let key: String
        /// Where the request came from; `nil` where the key alone counts.
        package let network: NetworkAddress?

        /// Requests with this key, from one network or from anywhere.
        package init(key: String, network: NetworkAddress? = nil) {
            self.key = key
            self.network = network
        }
    }

    /// The requests of one caller.
    private struct Line {
        var atWork = 0
        /// Whoever waits, each with what ends the wait.
        var waiting: [(number: UInt64, turn: AsyncStream<Never>.Continuation)] = []
    }

    private struct State {
        var lines: [Name: Line] = [:]
        var number: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Nothing is at work.
    package init() {}

    /// Does work as soon as fewer than `maximum` requests of this name are at work.
    ///
    /// - Throws: What the work throws, and `CancellationError` where the task was cancelled while it waited.
    package func whenFree<Outcome>(
        _ name: Name,
        maximum: Int,
        _ work: () async throws -> Outcome
    ) async throws -> Outcome {
        try await self.begin(name, maximum: maximum)
        defer { self.end(name) }
        return try await work()
    }

    private func begin(_ name: Name, maximum: Int) async throws {
        let place = self.state.withLock { state -> (number: UInt64, wait: AsyncStream<Never>)? in
            if state.lines[name, default: Line()].atWork < maximum {
                state.lines[name, default: Line()].atWork += 1
                return nil
            }
            state.number += 1
            let (wait, turn) = AsyncStream<Never>.makeStream()
            state.lines[name]?.waiting.append((state.number, turn))
            return (state.number, wait)
        }
        guard let place else { return }
        // Ends with its turn, and with the task.
        for await _ in place.wait {}
        let isStillWaiting = self.state.withLock { state -> Bool in
            guard let index = state.lines[name]?.waiting.firstIndex(where: { $0.number == place.number }) else {
                return false
            }
            state.lines[name]?.waiting.remove(at: index)
            return true
        }
        if isStillWaiting { throw CancellationError() }
    }

    /// Gives the turn to the next one, or counts one less.
    private func end(_ name: Name) {
        let turn = self.state.withLock { state -> AsyncStream<Never>.Continuation? in
            guard var line = state.lines[name] else { return nil }
            defer { state.lines[name] = line.atWork > 0 ? line : nil }
            guard line.waiting.isEmpty else { return line.waiting.removeFirst().turn }
            line.atWork -= 1
            return nil
        }
        turn?.finish()
    }
}
