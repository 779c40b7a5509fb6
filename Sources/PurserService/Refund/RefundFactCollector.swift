import Ledger

/// Collects what the ledger and the shop know about a request.
struct RefundFactCollector {
    let repository: any Repository
    let app: ServedApp
    let rules: RefundRules
    /// The requester of the shop's evidence; `nil` where the shop is not asked.
    var requester: ConsumptionRequester?

    /// Returns what the ledger knows about a request; `nil` where it does not know the purchase.
    ///
    /// Where `mayAsk` is true and an answer may be sent, the shop is asked first, and its evidence is stored before
    /// anything else is read: a later look, after a crash or a person's decision, needs no second request.
    func sources(
        on record: RefundRecord,
        _ request: RefundRequest,
        at now: Instant,
        mayAsk: Bool
    ) async throws(RepositoryError) -> RefundSources? {
        if mayAsk, let said = try await self.requester?.ask(record, request, at: now) {
            _ = try await self.repository.write { unit in
                try unit.state(said, of: record.transactionID, app: record.app, environment: record.environment)
            }
        }
        return try await self.repository.read { view in
            try view.refundSources(of: record, request, in: self.app, self.rules, at: now)
        }
    }
}
