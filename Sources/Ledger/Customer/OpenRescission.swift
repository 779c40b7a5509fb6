/// A rescission of consent that still sets something in motion: for which customers, what, why, and until when.
///
/// It is derived from what is stored whenever it is read, so the order in which Apple's notifications, purchases and
/// consents arrive, and their repetition, change nothing.
package struct OpenRescission: Hashable, Sendable {
    /// A customer of the Apple Account with their consents.
    package struct Candidate: Hashable, Sendable {
        /// The customer.
        package let customer: CustomerID
        /// The customer's consents, with their withdrawals.
        package let consents: [Consent]

        /// Creates a candidate with these consents.
        package init(_ customer: CustomerID, _ consents: [Consent]) {
            self.customer = customer
            self.consents = consents
        }

        /// Returns whether the rescission still concerns the customer, who is neither erased nor has consented since.
        func isConcerned(by rescission: RecordedRescission, at now: Instant) -> Bool {
            guard !self.customer.isErased else { return false }
            let current = Consent.current(among: self.consents, at: now)
            return current.map { $0.givenAt <= rescission.rescindedAt } ?? true
        }
    }

    /// The Apple Account in this app.
    package let account: AppTransactionID
    /// The environment of the rescission.
    package let environment: StoreEnvironment
    /// The instant at which Apple signed the rescission.
    package let rescindedAt: Instant
    /// The storefront whose row of the policy applies; `nil` where no purchase of the account names one.
    package let storefront: String?
    /// The customers whom it concerns, by name.
    package let customers: [CustomerID]
    /// What the policy sets in motion, in the order of its cases.
    package let actions: [RescissionPolicy.Action]
    /// The instant until which the customers have to be erased; `nil` unless the policy asks for it.
    package let deleteBy: Instant?

    /// Creates what a rescission sets in motion; `nil` when it is resolved, concerns no customer any more, or the
    /// policy sets nothing in motion.
    package init?(
        _ rescission: RecordedRescission,
        in environment: StoreEnvironment,
        storefront: String?,
        among candidates: [Candidate],
        under policy: RescissionPolicy,
        at now: Instant
    ) {
        let row = policy.row(in: storefront, at: rescission.rescindedAt)
        let concerned = Set(candidates.filter { $0.isConcerned(by: rescission, at: now) }.map(\.customer))
        guard !rescission.isResolved, !row.actions.isEmpty, !concerned.isEmpty else { return nil }
        self.account = rescission.account
        self.environment = environment
        self.rescindedAt = rescission.rescindedAt
        self.storefront = storefront
        self.customers = concerned.sorted()
        self.actions = RescissionPolicy.Action.allCases.filter(row.actions.contains)
        self.deleteBy = row.actions.contains(.delete) ? rescission.rescindedAt + row.deleteWithin : nil
    }

    /// The block of its customers; `nil` unless the policy freezes them.
    package var block: CustomerBlock? {
        self.actions.contains(.freeze) ? CustomerBlock(forRescissionOf: self) : nil
    }

    /// Returns the storefront of an Apple Account at the instant of a rescission: that of its last purchase until then,
    /// otherwise that of its first purchase after it; `nil` where no purchase names one.
    ///
    /// A purchase in another country later therefore does not change which law applies.
    package static func storefront(
        of account: AppTransactionID,
        at instant: Instant,
        among transactions: some Sequence<TransactionSnapshot>
    ) -> String? {
        let own = transactions.filter { $0.appTransactionID == account && $0.storefront != nil }
            .sorted { ($0.purchaseAt, $0.transactionID) < ($1.purchaseAt, $1.transactionID) }
        return (own.last { $0.purchaseAt <= instant } ?? own.first)?.storefront
    }
}
