extension UnitOfWork {
    /// Records an intake, and updates the orders whose tokens its transactions have.
    ///
    /// So an order is paid, and its fulfillment known, as soon as the evidence is recorded, and reading an order changes
    /// nothing. Everything else that concerns orders follows the events: purchases without an order's token, changes of
    /// owners, and reported refunds.
    package func ingest(_ intake: Intake) throws -> RecordingResult {
        let recorded = try self.record(intake)
        // What is recorded without events concerns an order once a later event reports it.
        guard recorded.isNew, intake.publishesEvents else { return recorded }
        let payments = try self.orderPayments(in: intake)
        if !payments.isEmpty {
            try self.hear(payments, fulfillments: [], app: intake.app, at: intake.receivedAt)
        }
        return recorded
    }
}

extension ReadView {
    /// Returns the purchases in the chains of a recorded intake that have the tokens of orders among its transactions.
    ///
    /// An intake without such a token costs one query for each of its tokens.
    fileprivate func orderPayments(in intake: Intake) throws -> [OrderPayment] {
        let tokens = try Set(intake.transactions.compactMap(\.accountToken)).filter { token in
            try self.hasOrder(with: token, app: intake.app)
        }
        guard !tokens.isEmpty else { return [] }
        let position = try self.newestEventPosition(of: intake.app)
        var payments: [OrderPayment] = []
        var known: Set<TransactionID> = []
        for snapshot in intake.transactions where snapshot.accountToken.map(tokens.contains) ?? false {
            guard !known.contains(snapshot.transactionID),
                let owned = try self.chain(
                    of: snapshot.transactionID,
                    app: intake.app,
                    environment: intake.environment
                )
            else { continue }
            known.formUnion(owned.chain.transactions.map(\.transactionID))
            payments += owned.payments(with: tokens, in: intake.environment, eventPosition: position)
        }
        return payments
    }
}

extension Repository {
    /// Records an intake and updates its orders as one unit of work, for which the implementation may load in advance
    /// what it needs.
    package func ingest(
        _ intake: Intake,
        name: StaticString = #function
    ) async throws(RepositoryError) -> RecordingResult {
        try await self.write(as: name, recording: intake) { unit in try unit.ingest(intake) }
    }
}
