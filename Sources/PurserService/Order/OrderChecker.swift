package import Ledger
import Synchronization

/// Asks Apple about orders that nobody paid for as far as is known, because a payment may have been lost on its way.
///
/// Apple answers about customers of whom a transaction is known. Whoever never bought anything cannot be asked about:
/// his payment is found by its notification, or when the app submits it.
package struct OrderChecker: Sendable {
    /// How long an app's orders rest after a check that Apple did not answer.
    package static let rest = Span.minutes(1)

    private final class Rests: Sendable {
        let until = Mutex<[AppName: Instant]>([:])
    }

    let repository: any Repository
    let checker: ChainChecker
    let ambient: Ambient
    private let rests = Rests()

    /// Asks within the rate that all checks to Apple share.
    package init(repository: any Repository, checker: ChainChecker, ambient: Ambient) {
        self.repository = repository
        self.checker = checker
        self.ambient = ambient
    }

    /// Asks about the orders of an app that are due, and returns about how many it got an answer.
    ///
    /// Where Apple does not answer, the orders stay due, and are asked about again after a rest.
    @discardableResult
    package func check(of app: ServedApp, limit: Int) async throws(RepositoryError) -> Int {
        let begun = self.ambient.now()
        guard self.rests.until.withLock({ $0[app.name].map { $0 <= begun } ?? true }) else { return 0 }
        let orders = try await self.repository.dueOrderChecks(of: app.name, at: begun, limit: limit)
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
            // One that cannot be asked about waits for its next turn too. Asking takes time, in which it may have
            // expired.
            _ = try await self.repository.perform(
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
        let check = ChainCheck(
            app: app.name,
            environment: order.environment,
            originalTransactionID: root,
            dueAt: now,
            revision: nil,
            isAboutEverything: true
        )
        return try await self.checker.check(check, of: app)
    }
}
