/// Whether a customer has had an introductory offer in a subscription group, and by which transaction.
///
/// The App Store gives one introductory offer to an Apple Account in each group, whichever product of it is bought and
/// whoever was signed in to the app.
package struct IntroductoryUse: Hashable, Sendable {
    /// The group, by the catalog's own name for it.
    package let group: GroupName
    /// The customer's earliest transaction that was bought under one; `nil` as long as none of his is known.
    package let transactionID: TransactionID?
    /// Its product.
    package let productID: ProductID?
    /// Whether an Apple Account of his had one under another customer, who is not named, nor is what he bought.
    package let isByAppleAccount: Bool

    /// A use of a group's offer; without a transaction and without an Apple Account, none.
    package init(
        group: GroupName,
        transactionID: TransactionID? = nil,
        productID: ProductID? = nil,
        isByAppleAccount: Bool = false
    ) {
        self.group = group
        self.transactionID = transactionID
        self.productID = productID
        self.isByAppleAccount = isByAppleAccount
    }

    /// Whether another may be offered, as far as is known.
    package var isEligible: Bool { self.transactionID == nil && !self.isByAppleAccount }

    /// Apple's `offerType` of introductory offers.
    package static let offerType = 1

    /// For each group of the catalog that has subscriptions, whether an introductory offer of it was used by the
    /// customer or by one of his Apple Accounts, by ascending name.
    ///
    /// What a family member or an organization shares uses nobody's offer. A refund gives none back.
    ///
    /// - Parameters:
    ///   - ledger: What the customer holds; `nil` where nothing but Apple Accounts is known.
    ///   - catalog: Which products form a group.
    ///   - accounts: The customer's Apple Accounts.
    ///   - others: Chains of others who were seen with these accounts, or of nobody; only what the accounts bought
    ///     counts.
    /// - Returns: One use for each group, also where there was none.
    package static func all(
        own ledger: CustomerLedger?,
        catalog: Catalog,
        accounts: Set<AppTransactionID> = [],
        others: [OwnedChain] = []
    ) -> [IntroductoryUse] {
        var own: [GroupName: TransactionSnapshot] = [:]
        var byAccounts: Set<GroupName> = []
        for owned in ledger?.chains ?? [] {
            for (group, snapshot) in owned.introductoryPurchases(catalog: catalog) {
                guard let customer = ledger?.customer, owned.claims[snapshot.transactionID]?.serves(customer) == true
                else {
                    // One chain is one Apple Account, whoever was signed in at the time.
                    byAccounts.insert(group)
                    continue
                }
                let earlier = own[group].map { ($0.purchaseAt, $0.transactionID) }
                if let earlier, earlier <= (snapshot.purchaseAt, snapshot.transactionID) { continue }
                own[group] = snapshot
            }
        }
        for owned in others {
            for (group, snapshot) in owned.introductoryPurchases(catalog: catalog) {
                guard let account = snapshot.appTransactionID, accounts.contains(account) else { continue }
                byAccounts.insert(group)
            }
        }
        let groups = Set(catalog.products.values.filter { $0.kind == .autoRenewable }.compactMap(\.group))
        return groups.sorted().map { group in
            let use = own[group]
            return IntroductoryUse(
                group: group,
                transactionID: use?.transactionID,
                productID: use?.productID,
                isByAppleAccount: use == nil && byAccounts.contains(group)
            )
        }
    }
}

extension OwnedChain {
    /// What was bought in the chain under an introductory offer, with the group it was an offer of.
    fileprivate func introductoryPurchases(catalog: Catalog) -> [(group: GroupName, snapshot: TransactionSnapshot)] {
        self.chain.transactions.compactMap { record in
            let snapshot = record.current
            guard snapshot.ownership == .purchased,
                record.snapshots.contains(where: { $0.offer?.type == IntroductoryUse.offerType }),
                let group = catalog.products[snapshot.productID]?.group
            else { return nil }
            return (group, snapshot)
        }
    }
}
