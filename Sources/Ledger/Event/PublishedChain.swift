/// What a chain was worth, and whose it was, at the instant at which it was published last.
package struct PublishedChain: Sendable {
    /// What was bought.
    let purchases: [Purchase]
    /// Whose each transaction was.
    let claims: [TransactionID: Claim]
    /// What the subscription was, if the chain is one.
    let state: SubscriptionState?
    /// The instant of the picture.
    let at: Instant
    /// The original transaction id that names the chain.
    let root: OriginalTransactionID?

    /// The picture of a chain at an instant.
    package init(_ owned: OwnedChain, at instant: Instant, environment: StoreEnvironment, gracePolicy: GracePolicy) {
        let purchases = owned.chain.purchases
        let derivation = Derivation(
            chain: owned.chain,
            purchases: purchases,
            environment: environment,
            gracePolicy: gracePolicy
        )
        self.init(owned, purchases: purchases, derivation: derivation, at: instant)
    }

    /// The picture of a chain whose purchases and derivation are at hand.
    init(_ owned: OwnedChain, purchases: [Purchase], derivation: Derivation, at instant: Instant) {
        self.purchases = purchases
        self.claims = owned.claims
        self.root = owned.chain.rootID
        self.at = instant
        // Without any transaction there is nobody to tell and nothing that was bought.
        let isPublished = owned.chain.isSubscription && !owned.chain.transactions.isEmpty
        self.state = isPublished ? derivation.stateWithoutNextChange(at: instant) : nil
    }

    /// Whose a purchase was.
    func claim(on purchase: Purchase) -> Claim {
        self.claims[purchase.transactionIDs[0]] ?? .unclaimed
    }

    /// Who was told about the subscription: the owner of the period that answers for it.
    var subscriber: CustomerID? {
        guard let owning = self.state?.owningTransactionID else { return nil }
        return self.claims[owning]?.owner
    }
}

/// Which purchases of a chain are new, changed, or somebody else's, compared with what was published last.
struct PurchaseComparison {
    /// Purchases that passed from one owner to another together.
    struct Transfer: Hashable {
        /// Whose they were; `nil` is nobody.
        let from: CustomerID?
        /// Whose they are; `nil` is nobody.
        let to: CustomerID?
        /// The purchases, in their order.
        var purchases: [Purchase]
    }

    /// A purchase about which something else is to be told.
    struct Change {
        /// The purchase as it is.
        let purchase: Purchase
        /// What happened to it.
        let name: EventName
    }

    /// What passed to another owner.
    private(set) var transfers: [Transfer] = []
    /// What is new or changed and did not pass to another owner.
    private(set) var changes: [Change] = []

    /// Compares; a purchase is known if any transaction that stands for it was.
    init(from before: [PublishedChain], to after: PublishedChain) {
        var known: [TransactionID: (purchase: Purchase, owner: CustomerID?)] = [:]
        for publishedChain in before {
            for purchase in publishedChain.purchases {
                let owner = publishedChain.claim(on: purchase).owner
                for id in purchase.transactionIDs { known[id] = (purchase, owner) }
            }
        }
        for purchase in after.purchases {
            guard let former = purchase.transactionIDs.lazy.compactMap({ known[$0] }).first else {
                self.changes.append(Change(purchase: purchase, name: .transactionRecorded))
                continue
            }
            let owner = after.claim(on: purchase).owner
            if owner == former.owner {
                guard let name = Self.event(from: former.purchase, to: purchase) else { continue }
                self.changes.append(Change(purchase: purchase, name: name))
            } else if let place = self.transfers.firstIndex(where: { $0.from == former.owner && $0.to == owner }) {
                self.transfers[place].purchases.append(purchase)
            } else {
                self.transfers.append(Transfer(from: former.owner, to: owner, purchases: [purchase]))
            }
        }
    }

    /// What happened to a purchase, or `nil` when nothing did but that it was signed again.
    private static func event(from before: Purchase, to after: Purchase) -> EventName? {
        var former = before.snapshot
        former.signedAt = after.snapshot.signedAt
        former.digest = after.snapshot.digest
        former.isReversal = after.snapshot.isReversal
        switch (before.snapshot.revocation, after.snapshot.revocation) {
        case (nil, .some): return after.isPaid ? .transactionRefunded : .transactionWithdrawn
        case (.some, nil): return .transactionRestored
        default: break
        }
        if let report = after.reportedRefund, report != before.reportedRefund { return .transactionRefundReported }
        let isSame =
            former == after.snapshot && before.transactionIDs == after.transactionIDs
            && before.accountToken == after.accountToken && before.reportedRefund == after.reportedRefund
        return isSame ? nil : .transactionChanged
    }
}
