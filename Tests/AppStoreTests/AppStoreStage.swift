import AppStore
import Crypto
import Foundation
import Synchronization

/// A client with scripted responses from Apple, whose clocks advance only when it sleeps.
final class AppStoreStage: Sendable {
    /// The result of one HTTP exchange.
    enum Turn: Sendable {
        case reply(Int, String, headers: [(name: String, value: String)] = [])
        case fails(AppStoreTransportError)
        /// Waits until the task is canceled.
        case hangs
        /// Takes this time, then continues with another turn.
        indirect case after(Int64, Turn)
    }

    private struct State: Sendable {
        var turns: [Turn]
        var calls: [AppStoreHTTPRequest] = []
        var timeouts: [Duration] = []
        var sleeps: [Int64] = []
        var now: Int64 = AppStoreStage.opening
        var allRequestMetrics: [AppStoreRequestMetrics] = []
    }

    /// 2026-03-01T00:00:00Z.
    static let opening: Int64 = 1_772_323_200_000
    static let issuerID = "57246542-96fe-1a63-e053-0824d011072a"
    static let keyID = "2X9R4HXF34"

    private let state: Mutex<State>
    let budget = LocalRequestBudget()
    let privateKey: P256.Signing.PrivateKey
    let jitter: Double

    init(_ turns: [Turn], jitter: Double = 1) {
        self.state = Mutex(State(turns: turns))
        self.privateKey = P256.Signing.PrivateKey()
        self.jitter = jitter
    }

    var calls: [AppStoreHTTPRequest] { self.state.withLock { $0.calls } }
    var timeouts: [Duration] { self.state.withLock { $0.timeouts } }
    var sleeps: [Int64] { self.state.withLock { $0.sleeps } }
    var allRequestMetrics: [AppStoreRequestMetrics] { self.state.withLock { $0.allRequestMetrics } }
    var now: Int64 { self.state.withLock { $0.now } }
    var tokens: [String] { self.calls.compactMap { $0.headers.first { $0.name == "Authorization" }?.value } }
    var hosts: [String] { self.calls.compactMap { URL(string: $0.url)?.host() } }

    func advance(milliseconds: Int64) {
        self.state.withLock { $0.now += milliseconds }
    }

    func script(_ turns: [Turn]) {
        self.state.withLock { $0.turns += turns }
    }

    func key() throws -> AppStoreKey {
        try AppStoreKey(issuerID: Self.issuerID, keyID: Self.keyID, pem: self.privateKey.pemRepresentation)
    }

    func client(hosts: AppStoreHosts = .apple, budget: (any RequestBudget)? = nil) throws -> AppStoreClient {
        AppStoreClient(
            key: try self.key(),
            bundleID: "com.example.shop",
            hosts: hosts,
            transport: AppStoreTransport { call, timeout throws(AppStoreTransportError) in
                try await self.play(call, timeout)
            },
            budget: budget ?? self.budget,
            time: AppStoreTime(
                now: { self.now },
                wallNow: { self.now },
                sleep: { duration in
                    try Task.checkCancellation()
                    let (seconds, attoseconds) = duration.components
                    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
                    self.state.withLock { state in
                        state.sleeps.append(milliseconds)
                        state.now += milliseconds
                    }
                }
            ),
            jitter: { self.jitter },
            onResponse: { requestMetrics in self.state.withLock { $0.allRequestMetrics.append(requestMetrics) } }
        )
    }

    func play(
        _ call: AppStoreHTTPRequest,
        _ timeout: Duration
    ) async throws(AppStoreTransportError) -> AppStoreHTTPResponse {
        let turn = self.state.withLock { state -> Turn in
            state.calls.append(call)
            state.timeouts.append(timeout)
            return state.turns.isEmpty ? .fails(.unreachable) : state.turns.removeFirst()
        }
        return try await self.result(of: turn)
    }

    private func result(of turn: Turn) async throws(AppStoreTransportError) -> AppStoreHTTPResponse {
        switch turn {
        case .reply(let status, let body, let headers):
            return AppStoreHTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        case .fails(let error): throw error
        case .hangs:
            while !Task.isCancelled { await Task.yield() }
            throw .canceled
        case .after(let milliseconds, let turn):
            self.advance(milliseconds: milliseconds)
            return try await self.result(of: turn)
        }
    }
}

/// Returns the result of a call for comparison.
func outcome<Answer>(_ call: () async throws(AppStoreError) -> Answer) async -> Result<Answer, AppStoreError> {
    do throws(AppStoreError) {
        return .success(try await call())
    } catch {
        return .failure(error)
    }
}
