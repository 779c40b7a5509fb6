package import Ledger

/// Asks Apple about orders that nobody paid for as far as is known, because a payment may have been lost on its way.
///
/// Apple answers about customers of whom a transaction is known. Whoever never bought anything cannot be asked about: his
/// payment is found by its notification, or when the app hands it in.
package struct OrderAsking: Sendable {
    let repository: any Repository
    let asking: ChainAsking
    let ambient: Ambient

    /// Asks within the rate that all questions to Apple share.
    package init(repository: any Repository, asking: ChainAsking, ambient: Ambient) {
        self.repository = repository
        self.asking = asking
        self.ambient = ambient
    }

    /// Asks about the orders of an app that are due, and returns about how many.
    @discardableResult
    package func ask(of app: ServedApp, limit: Int) async throws(RepositoryError) -> Int {
        let now = self.ambient.now()
        let orders = try await self.repository.ordersToAsk(of: app.name, at: now, limit: limit)
        var asked: Set<CustomerID> = []
        for record in orders {
            let order = record.order
            if app.askable.contains(order.environment), asked.insert(order.customer).inserted {
                try await self.askApple(about: order, in: app, at: now)
            }
            // One that cannot be asked about waits for its next turn too.
            _ = try await self.repository.act(.asked(at: now), on: order.id, app: app.name, at: now)
        }
        return orders.count
    }

    private func askApple(about order: Order, in app: ServedApp, at now: Instant) async throws(RepositoryError) {
        let ledger = try await self.repository.ledger(
            of: order.customer,
            app: app.name,
            environment: order.environment
        )
        // Any transaction of his leads Apple to his whole history.
        guard let root = ledger.chains.compactMap(\.chain.rootID).first else { return }
        let question = ChainQuestion(
            app: app.name,
            environment: order.environment,
            originalTransactionID: root,
            dueAt: now,
            revision: nil,
            isAboutEverything: true
        )
        try await self.asking.ask(question, of: app)
    }
}
