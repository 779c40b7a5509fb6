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
        if let customer = try await self.customer(of: tokens, for: app) { return customer }
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
        return try await self.customer(of: [token], for: app)
    }

    /// Returns the customer of the first of these tokens that has one.
    private func customer(of tokens: [AccountToken], for app: ServedApp) async throws(IngestError) -> CustomerID? {
        guard !tokens.isEmpty else { return nil }
        do {
            return try await self.repository.read { view in
                for token in tokens {
                    if let customer = try view.customer(of: token, app: app.name), !customer.isErased {
                        return customer
                    }
                }
                return nil
            }
        } catch {
            throw .storage(error)
        }
    }
}
