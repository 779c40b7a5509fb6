package import Ledger

/// What erasing a customer takes away and what it leaves.
package struct ErasurePreview: Hashable, Sendable {
    /// How many words of the shop about him go.
    package let facts: Int
    /// How many consents lose where and by whom they were given; that he agreed, to what and when, stays.
    package let consents: Int
    /// How many account tokens stand for nobody any more.
    package let tokens: Int
    /// How many Apple accounts are not bound to him any more.
    package let accounts: Int
    /// How many entries of the audit log lose the words of their reason.
    package let reasons: Int
    /// How many purchases stay in the ledger, without his name.
    package let purchases: Int
}

extension CustomerService {
    /// Forgets a customer's name and what speaks of him; or only says what would go and what would stay.
    ///
    /// Why is kept with the erasure itself, so it should name nobody. Done again after it broke off, it goes on.
    package func erase(
        _ customer: CustomerID,
        in app: ServedApp,
        by origin: RequestOrigin,
        isPreview: Bool
    ) async throws(CustomerError) -> (preview: ErasurePreview, outcome: OwnershipOutcome) {
        if customer.isErased { throw .refused(.customerGone) }
        let profile = try await self.profile(of: customer, in: app)
        if profile.mergedInto != nil { throw .refused(.customerGone) }
        let acts = try await self.withRepository { repository throws(RepositoryError) in
            try await repository.auditEntries(of: customer, app: app.name, limit: Self.longestList)
        }
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
