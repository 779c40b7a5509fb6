/// Whether a customer has had an introductory offer in a subscription group, and by which transaction.
///
/// The App Store gives one introductory offer to an Apple Account in each group, whichever product of it is bought.
package struct IntroductoryUse: Hashable, Sendable {
    /// The group, by the catalogue's own name for it.
    package let group: String
    /// The earliest transaction that was bought under one; `nil` as long as none is known.
    package let transactionID: TransactionID?
    /// Its product.
    package let productID: ProductID?

    /// Whether another may be offered, as far as is known.
    package var isEligible: Bool { self.transactionID == nil }

    /// Apple's `offerType` of introductory offers.
    package static let offerType = 1
}

extension Sequence<Chain> {
    /// For each group of the catalogue that has subscriptions, whether an introductory offer of it was used in these
    /// chains, by ascending name.
    ///
    /// What a family member or an organization shares uses nobody's offer. A refund gives none back.
    package func introductoryUses(catalogue: Catalogue) -> [IntroductoryUse] {
        var first: [String: TransactionSnapshot] = [:]
        for chain in self {
            for record in chain.transactions {
                let snapshot = record.current
                guard snapshot.ownership == .purchased,
                    record.snapshots.contains(where: { $0.offer?.type == IntroductoryUse.offerType }),
                    let group = catalogue.products[snapshot.productID]?.group
                else { continue }
                if let other = first[group],
                    (other.purchaseAt, other.transactionID) <= (snapshot.purchaseAt, snapshot.transactionID)
                {
                    continue
                }
                first[group] = snapshot
            }
        }
        let groups = Set(catalogue.products.values.filter { $0.kind == .autoRenewable }.compactMap(\.group))
        return groups.sorted().map { group in
            let use = first[group]
            return IntroductoryUse(group: group, transactionID: use?.transactionID, productID: use?.productID)
        }
    }
}
