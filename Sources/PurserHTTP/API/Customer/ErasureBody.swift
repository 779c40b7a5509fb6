import PurserService

/// What erasing a customer takes away and leaves, as our JSON shows it.
struct ErasureBody: Encodable {
    /// What goes.
    struct Erased: Encodable {
        let facts: Int
        let consentDetails: Int
        let accountTokens: Int
        let appleAccounts: Int
        let auditReasons: Int
    }

    /// What stays, without his name.
    struct Kept: Encodable {
        let purchases: Int
        let consents: Int
    }

    let erases: Erased
    let keeps: Kept
    let ownership: OwnershipOutcomeBody

    init(_ preview: ErasurePreview, _ outcome: OwnershipOutcome) {
        self.erases = Erased(
            facts: preview.facts,
            consentDetails: preview.consents,
            accountTokens: preview.tokens,
            appleAccounts: preview.accounts,
            auditReasons: preview.reasons
        )
        self.keeps = Kept(purchases: preview.purchases, consents: preview.consents)
        self.ownership = OwnershipOutcomeBody(outcome)
    }
}
