import Ledger
import NIOCore
import PurserService
import PurserTesting
import Synchronization

/// A sender with a resolver and a clock that tests control, shut down at the end.
struct OutboundStage: Sendable {
    /// The answers of the resolver, and the number of lookups.
    final class Names: Sendable {
        private let state: Mutex<(answers: [String: [[NetworkAddress]]], asked: [String])>

        /// Names with their answers, one after the other; the last one stays.
        init(_ answers: [String: [[String]]]) {
            let parsed = answers.mapValues { $0.map { $0.compactMap(NetworkAddress.init) } }
            self.state = Mutex((parsed, []))
        }

        /// The names that were looked up, in order.
        var asked: [String] { self.state.withLock { $0.asked } }

        var resolver: HostResolver {
            HostResolver { host, done in
                let answer = self.state.withLock { state -> [NetworkAddress] in
                    state.asked.append(host)
                    guard let next = state.answers[host]?.first else { return [] }
                    if let count = state.answers[host]?.count, count > 1 { state.answers[host]?.removeFirst() }
                    return next
                }
                done(answer)
            }
        }
    }

    /// A clock that advances only when the test says so.
    final class Clock: Sendable {
        private let state = Mutex(NIODeadline.uptimeNanoseconds(1))

        var now: NIODeadline { self.state.withLock { $0 } }

        func turn(_ amount: TimeAmount) { self.state.withLock { $0 = $0 + amount } }
    }

    /// The instant for dates in responses.
    static let now = Instant(milliseconds: 1_700_000_000_000)
    /// The timeout of a call that is not expected to time out.
    static let patience = TestTimeout.duration

    let sender: OutboundSender
    let names: Names
    let clock: Clock

    /// Runs a closure with a sender.
    static func run<Result>(
        allow: [String],
        names: [String: [[String]]] = [:],
        resolver: HostResolver? = nil,
        roots: [[UInt8]] = [],
        _ body: (OutboundStage) async throws -> Result
    ) async throws -> Result {
        let names = Names(names)
        let clock = Clock()
        let sender = try OutboundSender(
            guard: AddressGuard(allow: allow.compactMap(AllowedAddress.init)),
            ambient: Ambient(now: { Self.now }, randomBytes: { Array(repeating: 1, count: $0) }),
            resolver: resolver ?? names.resolver,
            connectionsPerAddress: 4,
            additionalRoots: roots,
            now: { clock.now }
        )
        do {
            let result = try await body(OutboundStage(sender: sender, names: names, clock: clock))
            await sender.shutdown()
            return result
        } catch {
            await sender.shutdown()
            throw error
        }
    }

    /// Posts a small body.
    func post(
        _ url: String,
        body: String = "{}",
        headers: [(String, String)] = [],
        timeout: Duration = Self.patience
    ) async throws -> OutboundAnswer {
        try await self.sender.post(Array(body.utf8), headers: headers, to: try OutboundURL(url), timeout: timeout)
    }

    /// Returns why posting fails; `nil` if there is a response.
    func failure(_ url: String, timeout: Duration = Self.patience) async throws -> OutboundFailure? {
        do {
            _ = try await self.post(url, timeout: timeout)
            return nil
        } catch let failure as OutboundFailure {
            return failure
        }
    }
}
