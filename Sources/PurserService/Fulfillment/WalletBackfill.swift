package import Ledger
import Synchronization

/// Credits wallets with coins that were due, and waited for a fulfiller, before the catalog turned wallets on.
///
/// Coins that become due afterwards are credited at once; the backfill covers earlier ones, for which no further event
/// may occur.
package struct WalletBackfill: Sendable {
    /// The number of fulfillments handled together.
    private static let page = 200

    private final class Seen: Sendable {
        let policy = Mutex<FulfillmentPolicy?>(nil)
    }

    private let app: ServedApp
    private let repository: any Repository
    private let ambient: Ambient
    private let onConfirmed: @Sendable (Fulfillment) async -> Void
    private let seen = Seen()
    private let metrics = FulfillmentMetrics()

    /// Creates a backfill for an app; `ambient` is the ledger's time, and `onConfirmed` receives each credited
    /// fulfillment.
    package init(
        for app: ServedApp,
        repository: any Repository,
        ambient: Ambient,
        onConfirmed: @escaping @Sendable (Fulfillment) async -> Void = { _ in }
    ) {
        self.app = app
        self.repository = repository
        self.ambient = ambient
        self.onConfirmed = onConfirmed
    }

    /// Credits the due fulfillments once for each policy that the catalog has had; returns how many it credited.
    @discardableResult
    package func book() async throws(RepositoryError) -> Int {
        let catalog = self.app.catalog
        let policy = catalog.fulfillment
        guard self.seen.policy.withLock({ $0 != policy }) else { return 0 }
        var count = 0
        if policy?.coins == .wallets {
            var position: Int64 = 0
            while true {
                let page = try await self.repository.read { [position] view in
                    try view.fulfillments(
                        of: self.app.name,
                        matching: FulfillmentFilter(state: .due),
                        after: position,
                        limit: Self.page
                    )
                }
                for positioned in page where Self.waits(positioned.fulfillment) {
                    let now = self.ambient.now()
                    let booked = try await self.repository.write { unit -> Fulfillment? in
                        let id = positioned.fulfillment.id
                        let answer = try unit.perform(.retry, on: id, of: self.app.name, at: now, catalog: catalog)
                        guard let answer, answer.fulfillment.isBooked(at: now) else { return nil }
                        try unit.hear([], fulfillments: [id], app: self.app.name, at: now)
                        return answer.fulfillment
                    }
                    guard let booked else { continue }
                    count += 1
                    self.metrics.noteConfirmed(booked, takesProduction: self.app.takesProduction)
                    await self.onConfirmed(booked)
                }
                guard page.count == Self.page, let last = page.last?.position else { break }
                position = last
            }
        }
        self.seen.policy.withLock { $0 = policy }
        return count
    }

    private static func waits(_ fulfillment: Fulfillment) -> Bool {
        fulfillment.call?.kind == .fulfill && !fulfillment.goods.coins.isEmpty
    }
}
