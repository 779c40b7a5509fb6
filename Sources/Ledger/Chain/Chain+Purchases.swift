extension Chain {
    /// What was bought in this chain, each thing once, in the order of `Purchase.precedes`.
    ///
    /// Periods of a subscription are told apart by `webOrderLineItemId`; a transaction whose evidence lacks it joins the
    /// period of the same product that begins at the same instant.
    package var purchases: [Purchase] {
        self.twins
            .compactMap { key, twins in Purchase(key: key, twins: twins, reports: self.reports(of: key, twins)) }
            .sorted(by: Purchase.precedes)
    }

    /// What counts of each transaction, by ascending id: what Apple signed of it, with the refund that a report on its
    /// purchase tells of where the catalog has that count.
    package var counted: [TransactionSnapshot] {
        let currents = self.transactions.map(\.current)
        guard !self.reportedRefunds.isEmpty else { return currents }
        var refunds: [TransactionID: Revocation] = [:]
        for purchase in self.purchases where purchase.reportedRefund?.treatment == .act {
            for id in purchase.transactionIDs { refunds[id] = purchase.snapshot.revocation }
        }
        return currents.map { current in
            var counted = current
            counted.revocation = current.revocation ?? refunds[current.transactionID]
            return counted
        }
    }

    /// What is reported of a purchase: of a restored one the report may name a transaction that nobody submitted.
    private func reports(of key: PurchaseKey, _ twins: [TransactionRecord]) -> [ReportedRefund] {
        guard !self.reportedRefunds.isEmpty else { return [] }
        if case .owned = key { return self.reportedRefunds }
        return self.reportedRefunds.filter { report in
            twins.contains { $0.transactionID == report.transactionID }
        }
    }

    /// The original transaction id that names the chain in purchase keys: the one that existed before any migration.
    package var rootID: OriginalTransactionID? {
        if let only = self.onlyOriginalID { return only }
        let snapshots = self.transactions.map(\.current)
        let migrated = Set(
            snapshots.filter { $0.previousOriginalTransactionID != nil }.map(\.originalTransactionID)
        )
        let known = Set(snapshots.map(\.originalTransactionID))
            .union(snapshots.compactMap(\.previousOriginalTransactionID))
            .union(self.renewals.map(\.originalTransactionID))
            .union(self.statuses.map(\.originalTransactionID))
        return known.subtracting(migrated).min() ?? known.min()
    }

    /// The original transaction id that everything in the chain has, as nearly all chains do; `nil` with several.
    private var onlyOriginalID: OriginalTransactionID? {
        guard let first = self.transactions.first?.snapshots[0].originalTransactionID else { return nil }
        let isOnly =
            self.transactions.allSatisfy { record in
                record.snapshots.allSatisfy {
                    $0.originalTransactionID == first && $0.previousOriginalTransactionID == nil
                }
            } && self.renewals.allSatisfy { $0.originalTransactionID == first }
            && self.statuses.allSatisfy { $0.originalTransactionID == first }
        return isOnly ? first : nil
    }

    /// The chain's transactions by the key of what they bought.
    private var twins: [PurchaseKey: [TransactionRecord]] {
        guard let root = self.rootID else { return [:] }
        let currents = self.transactions.map { (record: $0, snapshot: $0.current) }
        var lineItems: [Beginning: WebOrderLineItemID] = [:]
        for (_, snapshot) in currents where snapshot.kind == .autoRenewable {
            guard let lineItem = snapshot.webOrderLineItemID else { continue }
            let beginning = Beginning(product: snapshot.productID, at: snapshot.purchaseAt)
            lineItems[beginning] = min(lineItems[beginning] ?? lineItem, lineItem)
        }
        var twins: [PurchaseKey: [TransactionRecord]] = [:]
        for (record, snapshot) in currents {
            let key: PurchaseKey
            switch snapshot.kind {
            case .autoRenewable:
                let beginning = Beginning(product: snapshot.productID, at: snapshot.purchaseAt)
                if let lineItem = snapshot.webOrderLineItemID ?? lineItems[beginning] {
                    key = .period(root, lineItem)
                } else {
                    key = .periodBegunAt(root, snapshot.purchaseAt)
                }
            case .nonConsumable:
                key = .owned(root)
            case .consumable, .nonRenewing:
                key = .single(snapshot.transactionID)
            }
            twins[key, default: []].append(record)
        }
        return twins
    }

    /// What tells periods apart where a line item is missing.
    private struct Beginning: Hashable {
        let product: ProductID
        let at: Instant
    }
}
