package import Ledger
import Synchronization

/// A client that asks Apple about unpaid orders, because a payment's notification may have been lost.
///
/// Apple answers about customers with a known transaction. About a customer without one Apple cannot be asked: the
/// server learns of their payment from its notification, or when the app submits it.
package struct OrderChecker: Sendable {
    /// The pause of an app's order checks after a check that Apple did not answer.
    package static let rest = Span.minutes(1)

    private final class Rests: Sendable {
        let until = Mutex<[AppName: Instant]>([:])
    }

    let repository: any Repository
    let checker: ChainChecker
    let ambient: Ambient
    private let rests = Rests()

    /// Creates a checker that uses the rate that all requests to Apple share.
    package init(repository: any Repository, checker: ChainChecker, ambient: Ambient) {
        self.repository = repository
        self.checker = checker
        self.ambient = ambient
    }

    /// Checks the due orders of an app, and returns the number of answers.
    ///
    /// If Apple does not answer, the orders stay due and are checked again after a pause.
    @discardableResult
    package func check(of app: ServedApp, limit: Int) async throws(RepositoryError) -> Int {
        let begun = self.ambient.now()
        guard self.rests.until.withLock({ $0[app.name].map { $0 <= begun } ?? true }) else { return 0 }
        let orders = try await self.repository.read { view in
            try view.dueOrderChecks(of: app.name, at: begun, limit: limit)
        }
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
            // An order that cannot be checked waits for its next check too. The request takes time, in which the order
            // may have expired.
            _ = try await self.repository.write({ unit in
                try unit.perform(
                    .asked(at: askedAt),
                    on: order.id,
                    app: app.name,
                    at: self.ambient.now()
                )
            })
        }
        return orders.count
    }

    /// Asks Apple; returns whether it answered, or whether there was nothing to ask.
    private func isAnswered(
        about order: Order,
        in app: ServedApp,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
        let ledger = try await self.repository.read { view in
            try view.ledger(
                of: order.customer,
                app: app.name,
                environment: order.environment
            )
        }
        // Any transaction of the customer gives access to their whole history.
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
