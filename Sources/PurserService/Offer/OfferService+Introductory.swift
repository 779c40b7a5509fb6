import AppStore
package import Ledger

extension OfferService {
    /// Signs whether a customer may redeem the introductory offer of a subscription, which overrides Apple's own
    /// decision.
    ///
    /// The customer may redeem it unless the ledger knows that they, or one of their Apple accounts under any customer,
    /// have redeemed one of the group. The caller may forbid what the ledger allows, but not allow what the ledger
    /// forbids.
    ///
    /// - Parameters:
    ///   - productID: The subscription.
    ///   - transaction: Any transaction or app transaction of the customer; Apple requires one, which identifies the
    ///     Apple account.
    ///   - customer: The customer; `nil` for the owner of the transaction.
    ///   - isForbidden: Whether the caller forbids it.
    ///   - environment: The environment of the purchases.
    ///   - origin: The operator or key that requests the signature.
    ///   - app: The app.
    /// - Returns: The signature for StoreKit, and what it permits.
    /// - Throws: The reason why nothing was signed.
    package func introductory(
        of productID: ProductID,
        for transaction: TransactionID,
        customer: CustomerID?,
        isForbidden: Bool,
        in environment: StoreEnvironment,
        by origin: RequestOrigin,
        app: ServedApp
    ) async throws(OfferError) -> (jws: String, isAllowed: Bool) {
        guard let signer = app.offerSigner else { throw .withoutKey }
        guard let product = app.catalog.products[productID], product.kind == .autoRenewable else {
            throw .refused(.unknownProduct)
        }
        let person: CustomerID?
        let isUsed: Bool
        do throws(RepositoryError) {
            (person, isUsed) = try await self.introductoryUse(of: product, transaction, customer, environment, app)
        } catch {
            throw .storage(error)
        }
        let isAllowed = !isForbidden && !isUsed
        let (nonce, now) = try self.stamp()
        let jws: String
        do {
            jws = try signer.introductoryOffer(
                isAllowed: isAllowed,
                of: productID.rawValue,
                for: transaction.rawValue,
                nonce: nonce,
                at: now.milliseconds
            )
        } catch {
            throw .unsigned
        }
        let details = [
            "kind": "introductory", "allowed": "\(isAllowed)", "transaction": transaction.rawValue,
            "environment": environment.rawValue,
        ]
        try await self.enter(details, on: productID.rawValue, about: person, in: environment, by: origin, app: app)
        return (jws, isAllowed)
    }

    /// Returns the customer, and whether the group's offer was redeemed.
    private func introductoryUse(
        of product: Product,
        _ transaction: TransactionID,
        _ customer: CustomerID?,
        _ environment: StoreEnvironment,
        _ app: ServedApp
    ) async throws(RepositoryError) -> (person: CustomerID?, isUsed: Bool) {
        try await self.repository.read { view in
            let owned = try view.chain(of: transaction, app: app.name, environment: environment)
            let snapshot = owned?.chain.transactions.first { $0.transactionID == transaction }?.current
            // An id that is not a transaction may be an app transaction's id, which identifies the Apple account
            // itself.
            let account = snapshot == nil ? AppTransactionID(transaction.rawValue) : snapshot?.appTransactionID
            var person = customer ?? owned?.claims[transaction]?.owner
            if person?.isErased == true { person = nil }
            let uses = try view.introductoryUses(
                of: person,
                in: app,
                environment: environment,
                furtherAccounts: account.map { [$0] } ?? []
            )
            return (person, uses.contains { $0.group == product.group && !$0.isEligible })
        }
    }
}
