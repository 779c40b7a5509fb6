import AppStore
package import Ledger

extension Ingest {
    /// Returns the customer of the first of these tokens that has one, or else of the transaction's own token; `nil` if
    /// none has a customer.
    ///
    /// The token of an erased customer counts as absent, and so does a token inside a transaction that another person
    /// paid for.
    package func customer(
        namedBy tokens: [AccountToken],
        or compact: [UInt8]?,
        for app: ServedApp
    ) async throws(IngestError) -> CustomerID? {
        for token in tokens {
            if let customer = try await self.customer(of: token, for: app) { return customer }
        }
        guard let compact else { return nil }
        let verified: VerifiedObject<TransactionPayload>
        do {
            verified = try app.verifier.transaction(compact)
        } catch {
            // The token inside an unreadable transaction is unknown.
            guard !error.isUnreadable else { return nil }
            throw IngestError(error)
        }
        let ownership = verified.payload.inAppOwnershipType ?? .purchased
        guard ownership == .purchased, let token = verified.payload.appAccountToken.flatMap({ AccountToken($0) })
        else { return nil }
        return try await self.customer(of: token, for: app)
    }

    private func customer(of token: AccountToken, for app: ServedApp) async throws(IngestError) -> CustomerID? {
        do {
            let customer = try await self.repository.read { view in try view.customer(of: token, app: app.name) }
            return customer.flatMap { $0.isErased ? nil : $0 }
        } catch {
            throw .storage(error)
        }
    }
}
