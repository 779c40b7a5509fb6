import AppStore
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import Synchronization

/// The clock of a simulated App Store, followed over HTTP.
///
/// The address returns `{"now": milliseconds}`. Each request of a client waits for an answer to a question that was sent
/// after the request arrived, so that a client that advances the clock and then sends a request gets an answer at the new
/// time. One question at a time is under way, and the next one answers all requests that arrived meanwhile.
final class RemoteClock: Sendable {
    /// The address of the clock of a simulated App Store on this machine.
    static let example = "http://127.0.0.1:8090\(path)"
    /// The path of every simulator's clock.
    private static let path = "/_sim/v1/clock"
    /// The timeout of a response.
    private static let timeout = TimeAmount.seconds(5)
    /// The shortest time from one question to the next while several requests wait for each: questions then cost a busy
    /// server a few percent of a core, and a request waits at most this long for its question.
    private static let pause = Duration.milliseconds(1)
    /// The maximum size of a response in bytes.
    private static let maximumAnswer = 4096

    private let url: String
    private let client: HTTPClient
    private let state = Mutex(State())

    private struct State {
        /// The newest known instant.
        var latest = Instant(milliseconds: 0)
        /// Whether a question is under way.
        var isAsking = false
        /// The callers that the question under way answers, by their number.
        var asked: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// The callers that came since it was sent.
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        private var callCount = 0

        /// Returns the number of a new caller.
        mutating func number() -> Int {
            self.callCount += 1
            return self.callCount
        }

        /// Adds a caller, and returns whether to begin asking.
        mutating func add(_ number: Int, _ caller: CheckedContinuation<Void, any Error>) -> Bool {
            self.waiting[number] = caller
            defer { self.isAsking = true }
            return !self.isAsking
        }

        /// Begins a question for the callers that wait; returns `false` without any.
        mutating func begin() -> Bool {
            self.isAsking = !self.waiting.isEmpty
            self.asked = self.waiting
            self.waiting = [:]
            return self.isAsking
        }

        /// Removes a caller that does not wait any longer.
        mutating func remove(_ number: Int) -> CheckedContinuation<Void, any Error>? {
            self.waiting.removeValue(forKey: number) ?? self.asked.removeValue(forKey: number)
        }

        /// Whether the question under way answers several callers.
        var isShared: Bool { self.asked.count > 1 }

        /// Ends the question, and returns the callers that it answers.
        mutating func end() -> [CheckedContinuation<Void, any Error>] {
            defer { self.asked = [:] }
            return Array(self.asked.values)
        }
    }

    /// Creates a clock that follows the one at an address.
    init(url: String, client: HTTPClient) {
        self.url = url
        self.client = client
    }

    /// The newest known instant.
    var now: Instant { self.state.withLock { $0.latest } }

    /// An error of following the clock.
    enum Refusal: Error {
        /// The address does not return a time.
        case notAClock
    }

    /// Waits for an answer to a question that is sent after this call; the time never goes backward.
    func catchUp() async throws {
        let number = self.state.withLock { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { caller in
                let begins: Bool? = self.state.withLock { state in
                    // Under the lock, because the handler of a cancellation takes the lock too, before or after.
                    Task.isCancelled ? nil : state.add(number, caller)
                }
                guard let begins else { return caller.resume(throwing: CancellationError()) }
                // The question serves all callers, so it does not end with the task of one of them.
                if begins { Task { await self.askForAll() } }
            }
        } onCancel: {
            self.state.withLock { $0.remove(number) }?.resume(throwing: CancellationError())
        }
    }

    /// Asks for the time until no caller waits.
    private func askForAll() async {
        while self.state.withLock({ $0.begin() }) {
            let begun = ContinuousClock.now
            let isShared = self.state.withLock { $0.isShared }
            do {
                let now = try await self.ask()
                let callers = self.state.withLock { state in
                    state.latest = max(state.latest, now)
                    return state.end()
                }
                for caller in callers { caller.resume() }
            } catch {
                for caller in self.state.withLock({ $0.end() }) { caller.resume(throwing: error) }
            }
            guard isShared else { continue }
            try? await ContinuousClock().sleep(until: begun.advanced(by: Self.pause), tolerance: nil)
        }
    }

    /// Asks for the time once.
    private func ask() async throws -> Instant {
        let response = try await self.client.execute(HTTPClientRequest(url: self.url), timeout: Self.timeout)
        let body = try await response.body.collect(upTo: Self.maximumAnswer)
        guard response.status == .ok,
            case .object(let members)? = try? JSONValue(json: Array(body.readableBytesView)),
            let now = members.first(where: { $0.key == "now" }),
            case .number(let text) = now.value, let milliseconds = Int64(text)
        else { throw Refusal.notAClock }
        return Instant(milliseconds: milliseconds)
    }

    /// Returns a clock that has responded once.
    ///
    /// - Throws: The exit status, after writing what is wrong with the address.
    static func following(_ url: String, client: HTTPClient) async throws -> RemoteClock {
        try WebAddress.require(url, option: "--clock", example: Self.example)
        let followed = RemoteClock(url: url, client: client)
        do {
            try await followed.catchUp()
            return followed
        } catch Refusal.notAClock {
            let base = url.hasSuffix("/") ? String(url.dropLast()) : url
            let isBare = ["", "/"].contains(URL(string: url)?.path() ?? url)
            StandardStream.error.write(
                line: "--clock \(url): the response is not from a clock. "
                    + (isBare ? "Did you mean \(base)\(Self.path)?" : "A simulator's is at \(Self.path).")
            )
        } catch {
            StandardStream.error.write(
                line: "--clock \(url): no server responds there. Start the simulator first: purser simulate"
            )
        }
        throw ExitStatus.unavailable.error
    }
}
