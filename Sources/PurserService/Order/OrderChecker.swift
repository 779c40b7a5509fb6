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
        let checks = try await self.repository.read { view in try view.orderChecks(of: app, at: begun, limit: limit) }
        for (count, check) in checks.enumerated() {
            let askedAt = self.ambient.now()
            if let root = check.root {
                guard try await self.isAnswered(about: check.order, root, in: app, at: askedAt) else {
                    self.rests.until.withLock { $0[app.name] = self.ambient.now() + Self.rest }
                    return count
                }
            }
            // An order that cannot be checked waits for its next check too. The request takes time, in which the order
            // may have expired.
            _ = try await self.repository.write({ unit in
                try unit.perform(
                    .asked(at: askedAt),
                    on: check.order.id,
                    app: app.name,
                    at: self.ambient.now()
                )
            })
        }
        return checks.count
    }

    /// Asks Apple; returns whether it answered.
    private func isAnswered(
        about order: Order,
        _ root: OriginalTransactionID,
        in app: ServedApp,
        at now: Instant
    ) async throws(RepositoryError) -> Bool {
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

/// An order about which Apple is due to be asked.
private struct OrderCheck: Sendable {
    /// The order.
    let order: Order
    /// A transaction of its customer, which gives access to their whole history; `nil` where there is nothing to ask:
    /// the customer has none, or another check of this round asks about them.
    let root: OriginalTransactionID?
}

extension ReadView {
    /// Returns the orders of an app about which Apple is due to be asked, earliest first.
    fileprivate func orderChecks(of app: ServedApp, at now: Instant, limit: Int) throws -> [OrderCheck] {
        var asked: Set<CustomerID> = []
        return try self.dueOrderChecks(of: app.name, at: now, limit: limit).map { record in
            let order = record.order
            guard app.askable.contains(order.environment), asked.insert(order.customer).inserted else {
                return OrderCheck(order: order, root: nil)
            }
            let ledger = try self.ledger(of: order.customer, app: app.name, environment: order.environment)
            return OrderCheck(order: order, root: ledger.chains.compactMap(\.chain.rootID).first)
        }
    }
}
