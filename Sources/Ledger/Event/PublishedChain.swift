/// The purchases, owners and subscription state of a chain at its last publication.
package struct PublishedChain: Sendable {
    /// The purchases.
    let purchases: [Purchase]
    /// The claim on each transaction.
    let claims: [TransactionID: Claim]
    /// The state of the subscription, if the chain is one.
    let state: SubscriptionState?
    /// The instant of the publication.
    let at: Instant
    /// The newest request for a retention message of a subscription.
    let retentionRequestedAt: Instant?
    /// The original transaction ID that names the chain.
    let root: OriginalTransactionID?

    /// Creates the published state of a chain at an instant.
    package init(
        _ owned: OwnedChain,
        purchases: [Purchase]? = nil,
        at instant: Instant,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy
    ) {
        let purchases = purchases ?? owned.chain.purchases
        let derivation = Derivation(
            chain: owned.chain,
            purchases: purchases,
            environment: environment,
            gracePolicy: gracePolicy
        )
        self.init(owned, purchases: purchases, derivation: derivation, at: instant)
    }

    /// Creates the published state of a chain from purchases and a derivation that the caller has made.
    init(_ owned: OwnedChain, purchases: [Purchase], derivation: Derivation, at instant: Instant) {
        self.purchases = purchases
        self.claims = owned.claims
        self.root = owned.chain.rootID
        self.at = instant
        // Without a transaction there is no purchase and no owner to publish to.
        let isPublished = owned.chain.isSubscription && !owned.chain.transactions.isEmpty
        self.state = isPublished ? derivation.stateWithoutNextChange(at: instant) : nil
        self.retentionRequestedAt = isPublished ? owned.chain.retentionRequests.instants.last : nil
    }

    /// Returns the claim on a purchase.
    func claim(on purchase: Purchase) -> Claim {
        self.claims[purchase.transactionIDs[0]] ?? .unclaimed
    }

    /// The customer to whom the subscription was published: the owner of the period that answers for it.
    var subscriber: CustomerID? {
        guard let owning = self.state?.owningTransactionID else { return nil }
        return self.claims[owning]?.owner
    }
}

/// The purchases of a chain that are new, changed or transferred since the last publication.
struct PurchaseComparison {
    /// Purchases that passed from one owner to another together.
    struct Transfer: Hashable {
        /// The former owner; `nil` for none.
        let from: CustomerID?
        /// The new owner; `nil` for none.
        let to: CustomerID?
        /// The purchases, in their order.
        var purchases: [Purchase]
    }

    /// A purchase that changed without a transfer.
    struct Change {
        /// The current purchase.
        let purchase: Purchase
        /// The name of the event.
        let name: EventName
    }

    /// The transfers.
    private(set) var transfers: [Transfer] = []
    /// The purchases that are new or changed and kept their owner.
    private(set) var changes: [Change] = []

    /// Compares two states of a chain; a purchase counts as known if any transaction of it was.
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

    /// Returns the name of the event for a purchase; `nil` when Apple only signed it again.
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
