/// The difference between the sales of a chain and the sales of the chains from which it was made.
///
/// A renewal changes none of the sales of earlier periods. Where that is certain, only the periods with new evidence
/// are derived, so that the cost of recording does not depend on the number of periods of a subscription.
package struct SaleChange: Hashable, Sendable {
    /// The positions at which there is no sale any longer, ascending.
    package let removed: [SaleCursor]
    /// The sales that are new or different, in the order of their positions.
    package let written: [Sale]
    /// The sales before of the purchases whose sales may have changed, by chain.
    let former: [[Sale]]
    /// The sales now of these purchases.
    let current: [Sale]

    /// Creates the change from some chains to the one into which they were merged.
    package init(from former: [Chain], to chain: Chain, in environment: StoreEnvironment) {
        var (former, chain) = (former, chain)
        if former.count == 1, let lineItems = Self.changedLineItems(from: former[0], to: chain) {
            former = former.map { Self.part(of: $0, lineItems) }
            chain = Self.part(of: chain, lineItems)
        }
        var known: [SaleCursor: Sale] = [:]
        self.former = former.map { $0.sales(in: environment) }
        self.current = chain.sales(in: environment)
        for sale in self.former.joined() { known[sale.cursor] = sale }
        var written: [Sale] = []
        for sale in self.current where known.removeValue(forKey: sale.cursor) != sale {
            written.append(sale)
        }
        self.removed = known.keys.sorted()
        self.written = written
    }

    /// Returns the line items of the periods whose evidence differs; `nil` where the sales of other periods may differ
    /// too.
    ///
    /// They cannot differ where every snapshot of the chain has a line item, which distinguishes its periods, and
    /// neither a report nor another product, to which an upgrade may have led, relates one period to another. New
    /// renewal evidence affects the periods whose charge it dates.
    private static func changedLineItems(from former: Chain, to chain: Chain) -> Set<WebOrderLineItemID>? {
        guard former.reportedRefunds.isEmpty, chain.reportedRefunds.isEmpty,
            former.transactions.count <= chain.transactions.count
        else { return nil }
        var known: [TransactionID: TransactionRecord] = [:]
        for record in former.transactions { known[record.transactionID] = record }
        let hasNewRenewals = former.renewals != chain.renewals || former.earlierRenewals != chain.earlierRenewals
        let charges = hasNewRenewals ? (before: RenewalCharges(former), now: RenewalCharges(chain)) : nil
        let product = chain.transactions.first?.snapshots[0].productID
        var lineItems: Set<WebOrderLineItemID> = []
        for record in chain.transactions {
            let before = known.removeValue(forKey: record.transactionID)
            var isChanged = before != record
            if !isChanged, let charges {
                let beginning = record.current.purchaseAt
                isChanged = charges.before.instant(of: beginning) != charges.now.instant(of: beginning)
            }
            for snapshot in record.snapshots + (isChanged ? before?.snapshots ?? [] : []) {
                guard snapshot.kind == .autoRenewable, snapshot.productID == product,
                    let item = snapshot.webOrderLineItemID
                else { return nil }
                if isChanged { lineItems.insert(item) }
            }
        }
        return known.isEmpty ? lineItems : nil
    }

    /// Returns the chain with only the transactions of some line items.
    private static func part(of chain: Chain, _ lineItems: Set<WebOrderLineItemID>) -> Chain {
        Chain(
            transactions: chain.transactions.filter { record in
                record.snapshots.contains { $0.webOrderLineItemID.map(lineItems.contains) ?? false }
            },
            renewals: chain.renewals,
            earlierRenewals: chain.earlierRenewals
        )
    }
}
