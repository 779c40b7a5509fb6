package import Ledger

/// The data that erasing a customer removes and the data that it leaves.
package struct ErasurePreview: Hashable, Sendable {
    /// The number of facts stated by the shop that are deleted.
    package let facts: Int
    /// The number of consents that lose where and by whom they were given; that the customer agreed, to what and when,
    /// stays.
    package let consents: Int
    /// The number of account tokens that no longer belong to any customer.
    package let tokens: Int
    /// The number of Apple accounts that are no longer bound to the customer.
    package let accounts: Int
    /// The number of audit log entries whose reason is redacted.
    package let reasons: Int
    /// The number of purchases that stay in the ledger without the customer's name.
    package let purchases: Int
}

extension CustomerService {
    /// Erases a customer's name and the personal data about them, or only returns what an erasure would remove and
    /// leave.
    ///
    /// The reason is stored with the erasure itself, so it should name no person. An erasure that was interrupted
    /// continues when it is requested again.
    package func erase(
        _ customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> (preview: ErasurePreview, outcome: OwnershipOutcome) {
        if customer.isErased { throw .refused(.customerGone) }
        let now = self.ambient.now()
        let known = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.read { view in
                try view.profile(of: customer, in: app, at: now).map { profile in
                    (profile, try view.auditEntries(of: customer, app: app.name, limit: Self.longestList))
                }
            }
        }
        guard let (profile, acts) = known else { throw .refused(.unknownCustomer) }
        if profile.mergedInto != nil { throw .refused(.customerGone) }
        let preview = ErasurePreview(
            facts: profile.facts.byTopic.count,
            consents: profile.consentCount,
            tokens: profile.tokens.count,
            accounts: profile.accounts.count,
            reasons: acts.filter { $0.reason?.text != nil }.count,
            purchases: profile.counts.map(\.purchases).reduce(0, +)
        )
        let outcome = try await self.change(
            .erase(customer),
            action: .customerErase,
            about: [customer],
            in: app,
            by: origin,
            isPreview: isPreview
        )
        return (preview, outcome)
    }
}
