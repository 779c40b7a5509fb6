package import Ledger
import Synchronization

/// Books coins into wallets that waited for a fulfiller when the catalogue came to keep coins in wallets.
///
/// What becomes due from then on is booked at once; this is for what was due before, of which nothing more may be heard.
package struct CoinBooking: Sendable {
    /// How many deliveries are looked at together.
    private static let page = 200

    private final class Seen: Sendable {
        let policy = Mutex<DeliveryPolicy?>(nil)
    }

    private let app: ServedApp
    private let repository: any Repository
    private let books: Ambient
    private let onConfirmed: @Sendable (Delivery) async -> Void
    private let seen = Seen()
    private let figures = DeliveryFigures()

    /// Books for an app; `books` is the time of the books, and `onConfirmed` is told of what was booked.
    package init(
        for app: ServedApp,
        repository: any Repository,
        books: Ambient,
        onConfirmed: @escaping @Sendable (Delivery) async -> Void = { _ in }
    ) {
        self.app = app
        self.repository = repository
        self.books = books
        self.onConfirmed = onConfirmed
    }

    /// Looks once through what is due for each policy that the catalogue came to have, and books what can be; how much that was.
    @discardableResult
    package func book() async throws(RepositoryError) -> Int {
        let catalogue = self.app.catalogue
        let policy = catalogue.deliveries
        guard self.seen.policy.withLock({ $0 != policy }) else { return 0 }
        var count = 0
        if policy?.coins == .wallets {
            var position: Int64 = 0
            while true {
                let page = try await self.repository.deliveries(
                    of: self.app.name,
                    matching: DeliveryFilter(state: .due),
                    after: position,
                    limit: Self.page
                )
                for placed in page where Self.waits(placed.delivery) {
                    let now = self.books.now()
                    let answer = try await self.repository.act(
                        .retry,
                        on: placed.delivery.id,
                        of: self.app.name,
                        at: now,
                        catalogue: catalogue
                    )
                    guard let answer, answer.delivery.isBooked(at: now) else { continue }
                    count += 1
                    self.figures.noteConfirmed(answer.delivery, takesProduction: self.app.takesProduction)
                    await self.onConfirmed(answer.delivery)
                }
                guard page.count == Self.page, let last = page.last?.position else { break }
                position = last
            }
        }
        self.seen.policy.withLock { $0 = policy }
        return count
    }

    private static func waits(_ delivery: Delivery) -> Bool {
        delivery.call?.kind == .handOver && !delivery.goods.coins.isEmpty
    }
}
