package import AppStore
package import AppStoreSimulator
import Foundation
import Synchronization

/// A line to a world's answers without a network, for the real client of Apple's server interfaces.
package final class WorldTransport: Sendable {
    private let world: World
    private let lines = Mutex<[String]>([])
    private let accepted = Mutex<Int?>(nil)
    private let lookUp = Mutex<[UInt8]?>(nil)

    /// A line to a world.
    package init(to world: World) {
        self.world = world
    }

    /// Every call that was made, as method and path, with its query.
    package var calls: [String] { self.lines.withLock { $0 } }

    /// Sets the number of calls after which the world refuses the key; `nil` accepts it again.
    package func acceptKey(calls: Int?) { self.accepted.withLock { $0 = calls } }

    /// Sets the body with which Apple answers lookups of order numbers; `nil` has the world answer.
    package func answerLookUps(_ body: [UInt8]?) { self.lookUp.withLock { $0 = body } }

    /// The way that calls go, with the failures that the world's faults ask for.
    package var transport: AppStoreTransport {
        AppStoreTransport { call, timeout throws(AppStoreTransportError) in
            guard !Task.isCancelled else { throw .canceled }
            guard let parts = URLComponents(string: call.url) else { throw .unreachable }
            let query = parts.query.map { "?" + $0 } ?? ""
            self.lines.withLock { $0.append("\(call.method) \(parts.path)\(query)") }
            let isRefused = self.accepted.withLock { accepted in
                guard let left = accepted else { return false }
                accepted = max(0, left - 1)
                return left == 0
            }
            guard !isRefused else { return AppStoreHTTPResponse(status: 401) }
            if parts.path.contains("/lookup/"), let body = self.lookUp.withLock({ $0 }) {
                return AppStoreHTTPResponse(status: 200, headers: [], body: body)
            }
            return try await self.world.transport.exchange(call, timeout)
        }
    }

    /// Returns the real client of one of the world's apps, which waits on the world's clock.
    ///
    /// `onAnswer` gets the outcomes of requests.
    package func client(
        bundleID: String,
        budget: any RequestBudget,
        onAnswer: (@Sendable (AppStoreRequestMetrics) -> Void)? = nil
    ) throws -> AppStoreClient {
        let world = self.world
        let key = try world.apiKey(of: bundleID)
        return AppStoreClient(
            key: try AppStoreKey(issuerID: key.issuerId, keyID: key.keyId, pem: key.privateKeyPEM),
            bundleID: bundleID,
            hosts: AppStoreHosts(address: "http://world"),
            transport: self.transport,
            budget: budget,
            time: world.time,
            jitter: { 0.5 },
            onResponse: onAnswer
        )
    }
}
