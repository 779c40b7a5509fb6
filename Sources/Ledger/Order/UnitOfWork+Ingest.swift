extension UnitOfWork {
    /// Records an intake, and updates the orders whose tokens its transactions have.
    ///
    /// So an order is paid, and its fulfillment known, as soon as the evidence is recorded, and reading an order changes
    /// nothing. The rest follows the events: purchases without an order's token, and changes of owners.
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
    /// Returns the purchases with the tokens of orders in the chains of a recorded intake.
    ///
    /// An intake without such a token costs one query for each of its tokens.
    fileprivate func orderPayments(in intake: Intake) throws -> [OrderPayment] {
        var known: [AccountToken: Bool] = [:]
        func hasOrder(_ token: AccountToken) throws -> Bool {
            if let answer = known[token] { return answer }
            let answer = try self.hasOrder(with: token, app: intake.app)
            known[token] = answer
            return answer
        }
        let bought = try intake.transactions.filter { try $0.accountToken.map(hasOrder) ?? false }
        // A reported refund does not state the token of its purchase.
        let ids = bought.map(\.transactionID) + intake.reportedRefunds.map(\.transactionID)
        var payments: [OrderPayment] = []
        var seen: Set<TransactionID> = []
        for id in ids where !seen.contains(id) {
            guard let owned = try self.chain(of: id, app: intake.app, environment: intake.environment) else { continue }
            seen.formUnion(owned.chain.transactions.map(\.transactionID))
            let tokens = try Set(owned.chain.purchases.compactMap(\.accountToken)).filter(hasOrder)
            guard !tokens.isEmpty else { continue }
            payments += owned.payments(
                with: tokens,
                in: intake.environment,
                eventPosition: try self.newestEventPosition(of: intake.app)
            )
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
