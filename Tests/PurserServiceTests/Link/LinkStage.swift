import Ledger
import NIOCore
import PurserService
import PurserTesting
import Synchronization

/// Probes of receivers on this machine.
enum LinkStage {
    /// A resolver that only answers when a test says so, and counts its lookups.
    final class StubbornResolver: Sendable {
        private let state = Mutex<(asked: [String], waiting: [@Sendable ([NetworkAddress]) -> Void])>(([], []))

        var asked: [String] { self.state.withLock { $0.asked } }

        var resolver: HostResolver {
            HostResolver { host, done in
                self.state.withLock { state in
                    state.asked.append(host)
                    state.waiting.append(done)
                }
            }
        }

        /// Answers all pending lookups.
        func answer(_ addresses: String...) {
            let waiting = self.state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for done in waiting { done(addresses.compactMap(NetworkAddress.init)) }
        }
    }

    /// Far more than any step needs that is expected to succeed.
    static let patient = LinkProbe.Limits(step: .seconds(TestTimeout.seconds), total: .seconds(TestTimeout.seconds))
    /// A short timeout, for steps that never complete.
    static let brief = LinkProbe.Limits(step: .seconds(2), total: .seconds(3))
    /// Sun, 06 Nov 1994 08:49:27 GMT: ten seconds before the date of the responses below.
    static let wall = Ambient(
        now: { Instant(milliseconds: 784_111_767_000) },
        randomBytes: { Array(repeating: 1, count: $0) }
    )

    /// A response with a status, a body, and a date.
    static func answer(_ status: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// The response of the server API to a request without a key.
    static let refusal = Self.answer("401 Unauthorized", "Unauthenticated\n")

    /// Probes a URL, whose names all resolve to this machine.
    static func probe(
        _ address: String,
        _ interface: LinkTarget.Interface = .serverAPI,
        limits: LinkProbe.Limits = Self.patient,
        resolver: HostResolver = HostResolver { _, done in done([NetworkAddress("127.0.0.1")].compactMap(\.self)) },
        roots: [[UInt8]] = []
    ) async throws -> LinkResult? {
        guard let target = LinkTarget(address, interface) else { return nil }
        let probe = try LinkProbe(wall: Self.wall, resolver: resolver, limits: limits, additionalRoots: roots)
        return await probe.run(target)
    }

    /// The failure of a probe of a receiver over plain HTTP.
    static func failure(
        _ behavior: Receiver.Behavior,
        _ interface: LinkTarget.Interface = .serverAPI,
        limits: LinkProbe.Limits = Self.patient
    ) async throws -> LinkFailure? {
        try await Receiver.run(behavior) { receiver async throws in
            try await Self.probe("http://apple.test:\(receiver.port)", interface, limits: limits)?.failure
        }
    }
}
