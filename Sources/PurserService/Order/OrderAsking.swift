package import Ledger
import Synchronization

/// Asks Apple about orders that nobody paid for as far as is known, because a payment may have been lost on its way.
///
/// Apple answers about customers of whom a transaction is known. Whoever never bought anything cannot be asked about: his
/// payment is found by its notification, or when the app hands it in.
package struct OrderAsking: Sendable {
    /// How long an app's orders rest after a question that Apple did not answer.
    package static let rest = Span.minutes(1)

    private final class Rests: Sendable {
        let until = Mutex<[AppName: Instant]>([:])
    }

    let repository: any Repository
    let asking: ChainAsking
    let ambient: Ambient
    private let rests = Rests()

    /// Asks within the rate that all questions to Apple share.
    package init(repository: any Repository, asking: ChainAsking, ambient: Ambient) {
        self.repository = repository
        self.asking = asking
        self.ambient = ambient
    }

    /// Asks about the orders of an app that are due, and returns about how many it got an answer.
    ///
    /// Where Apple does not answer, the orders stay due, and are asked about again after a rest.
    @discardableResult
    package func ask(of app: ServedApp, limit: Int) async throws(RepositoryError) -> Int {
        let begun = self.ambient.now()
        guard self.rests.until.withLock({ $0[app.name].map { $0 <= begun } ?? true }) else { return 0 }
        let orders = try await self.repository.ordersToAsk(of: app.name, at: begun, limit: limit)
        var asked: Set<CustomerID> = []
        for (count, record) in orders.enumerated() {
            let order = record.order
            let askedAt = self.ambient.now()
            if app.askable.contains(order.environment), asked.insert(order.customer).inserted {
                guard try await self.isAnswered(about: order, in: app, at: askedAt) else {
                    self.rests.until.withLock { $0[app.name] = self.ambient.now() + Self.rest }
                    return count
                }
            }
            // One that cannot be asked about waits for its next turn too. Asking takes time, in which it may have expired.
            _ = try await self.repository.act(
                .asked(at: askedAt),
                on: order.id,
                app: app.name,
                at: self.ambient.now()
            )
        }
        return orders.count
    }

    /// Asks Apple, and says whether it answered, or there was nothing to ask.
    private func isAnswered(
        about order: Order,
        in app: ServedApp,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        let ledger = try await self.repository.ledger(
            of: order.customer,
            app: app.name,
            environment: order.environment
        )
        // Any transaction of his leads Apple to his whole history.
        guard let root = ledger.chains.compactMap(\.chain.rootID).first else { return true }
        let question = ChainQuestion(
            app: app.name,
            environment: order.environment,
            originalTransactionID: root,
            dueAt: now,
            revision: nil,
            isAboutEverything: true
        )
        return try await self.asking.ask(question, of: app)
    }
}
