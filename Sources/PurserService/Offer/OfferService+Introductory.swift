import AppStore
package import Ledger

extension OfferService {
    /// Signs whether a customer may have the introductory offer of a subscription, whatever Apple thinks of it.
    ///
    /// He may have it unless the ledger knows that he, or an Apple Account of his under whatever customer, had one of
    /// the group. The caller may forbid what they allow, and never allow what they forbid.
    ///
    /// - Parameters:
    ///   - productID: The subscription.
    ///   - transaction: Any transaction or app transaction of the customer; Apple demands one, and it says which Apple
    ///     Account is meant.
    ///   - customer: For whom; `nil` for the owner of the transaction.
    ///   - isForbidden: Whether the caller forbids it.
    ///   - environment: Whose purchases count.
    ///   - origin: Who wants it.
    ///   - app: The app.
    /// - Returns: What to hand to StoreKit, and what it says.
    /// - Throws: Why nothing was signed.
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

    /// Whom it is about, and whether the group's offer was used.
    private func introductoryUse(
        of product: Product,
        _ transaction: TransactionID,
        _ customer: CustomerID?,
        _ environment: StoreEnvironment,
        _ app: ServedApp
    ) async throws(RepositoryError) -> (person: CustomerID?, isUsed: Bool) {
        let owned = try await self.repository.chain(of: transaction, app: app.name, environment: environment)
        let snapshot = owned?.chain.transactions.first { $0.transactionID == transaction }?.current
        // What is no transaction here may be an app transaction's id, which is that of the Apple Account itself.
        let account = snapshot == nil ? AppTransactionID(transaction.rawValue) : snapshot?.appTransactionID
        var person = customer ?? owned?.claims[transaction]?.owner
        if person?.isErased == true { person = nil }
        let query = CustomerQuery(repository: self.repository, ambient: self.ambient)
        let uses = try await query.introductoryUses(
            of: person,
            in: app,
            environment: environment,
            furtherAccounts: account.map { [$0] } ?? []
        )
        return (person, uses.contains { $0.group == product.group && !$0.isEligible })
    }
}
