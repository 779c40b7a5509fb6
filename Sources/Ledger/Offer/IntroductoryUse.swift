/// Whether a customer has used an introductory offer in a subscription group, and by which transaction.
///
/// The App Store gives one introductory offer to an Apple Account in each group, whichever of its products is bought
/// and whichever customer was signed in to the app.
package struct IntroductoryUse: Hashable, Sendable {
    /// The group, by the catalog's name for it.
    package let group: GroupName
    /// The customer's earliest transaction with an introductory offer; `nil` while none is known.
    package let transactionID: TransactionID?
    /// The product of that transaction.
    package let productID: ProductID?
    /// Whether one of the customer's Apple Accounts used an offer under another customer.
    ///
    /// Neither that customer nor their purchase is stated.
    package let isByAppleAccount: Bool

    /// Creates a use of a group's offer; without a transaction and without an Apple Account it states that there was
    /// none.
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

    /// Whether the customer is eligible for an introductory offer, as far as the ledger knows.
    package var isEligible: Bool { self.transactionID == nil && !self.isByAppleAccount }

    /// Apple's `offerType` of introductory offers.
    package static let offerType = 1

    /// Returns, for each subscription group of the catalog, whether the customer or one of their Apple Accounts has
    /// used an introductory offer, by ascending name.
    ///
    /// Products that a family member or an organization shares use no offer of the customer. A refund does not restore
    /// an offer.
    ///
    /// - Parameters:
    ///   - ledger: The customer's ledger; `nil` when only Apple Accounts are known.
    ///   - catalog: The catalog, which defines the groups.
    ///   - accounts: The customer's Apple Accounts.
    ///   - others: Chains of other customers or without an owner that were seen with these accounts; only purchases by
    ///     the accounts count.
    /// - Returns: One value for each group, including those without a use.
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
                let claim = owned.claims[snapshot.transactionID]
                // The offer of a seat is the one of the purchaser.
                if snapshot.seats != nil, let customer = ledger?.customer, claim?.sharedWith.contains(customer) == true
                {
                    continue
                }
                guard let customer = ledger?.customer, claim?.serves(customer) == true
                else {
                    // One chain belongs to one Apple Account, whichever customer was signed in at the time.
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
    /// Returns the purchases of the chain with an introductory offer, each with the group of the offer.
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
