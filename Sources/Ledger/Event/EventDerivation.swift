import Notation

/// What there is to publish now that a chain has changed, or time has passed over it; and when to look again.
///
/// It compares the chain as it was published last with what it is now. Nothing is published twice and nothing is left
/// out: whoever sets each subject to the body of its newest event has the state that the ledger derives.
package struct EventDerivation: Sendable {
    /// An event before it is numbered.
    package struct Draft: Hashable, Sendable {
        /// Whose event stream it belongs to; `nil` is the chain's own.
        package let recipient: CustomerID?
        /// What happened.
        package let name: EventName
        /// The subject as a JSON object.
        package let body: [UInt8]

        /// An event for a customer's event stream.
        package init(recipient: CustomerID?, name: EventName, body: [UInt8]) {
            self.recipient = recipient
            self.name = name
            self.body = body
        }
    }

    /// What to publish, in order.
    package private(set) var drafts: [Draft] = []
    /// When the chain's state is another one although nothing more is heard; `nil` if never.
    package let dueAt: Instant?
    /// What to ask Apple.
    package let asks: [HealingRequest]
    /// What passed from an owner to another one, or to nobody.
    package private(set) var transfers: [OwnershipTransfer] = []

    private let environment: StoreEnvironment
    private let owned: OwnedChain
    private let derivation: Derivation
    /// What was bought, as it is now.
    package let purchases: [Purchase]
    private let now: Instant

    /// Compares.
    ///
    /// - Parameters:
    ///   - before: The chain as it was published last; nothing for a new one, several where chains turn out to be one.
    ///   - after: The chain as it is.
    ///   - now: The instant now.
    ///   - environment: The environment it belongs to.
    ///   - gracePolicy: When access goes on although no paid period runs.
    ///   - change: The operator's action that is the cause, if one is.
    ///   - nextTransfer: A number for each transfer, the same for both sides of it; told whether somebody loses by it.
    /// - Throws: What `nextTransfer` throws.
    package init<Failure: Error>(
        from before: [PublishedChain],
        to after: OwnedChain,
        at now: Instant,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy,
        change: OwnershipChangeID? = nil,
        nextTransfer: (_ isLoss: Bool) throws(Failure) -> Int64
    ) throws(Failure) {
        let purchases = after.chain.purchases
        let derivation = Derivation(
            chain: after.chain,
            purchases: purchases,
            environment: environment,
            gracePolicy: gracePolicy
        )
        let publishedChain = PublishedChain(after, purchases: purchases, derivation: derivation, at: now)
        self.environment = environment
        self.owned = after
        self.derivation = derivation
        self.purchases = purchases
        self.now = now
        self.dueAt = publishedChain.state.flatMap { state in derivation.nextChange(after: now, from: state) }
        self.asks = publishedChain.state?.heals ?? []
        let comparison = PurchaseComparison(from: before, to: publishedChain)
        try self.addPurchaseEvents(comparison, publishedChain, change: change, nextTransfer: nextTransfer)
        self.addSubscriptionEvents(from: before, to: publishedChain, transfers: comparison.transfers)
    }

    /// What a customer holds in the chain now, and for how long.
    package func holding(of customer: CustomerID) -> TimedHolding {
        self.owned.timedHolding(
            of: customer,
            purchases: self.purchases,
            derivation: self.derivation,
            at: self.now
        )
    }

    // MARK: Purchases and whose they are

    private mutating func addPurchaseEvents<Failure: Error>(
        _ comparison: PurchaseComparison,
        _ publishedChain: PublishedChain,
        change: OwnershipChangeID?,
        nextTransfer: (_ isLoss: Bool) throws(Failure) -> Int64
    ) throws(Failure) {
        for transfer in comparison.transfers {
            let number = try nextTransfer(transfer.from != nil)
            self.add(transfer, number: number, in: publishedChain)
            guard transfer.from != nil, let first = transfer.purchases.first, let root = publishedChain.root else {
                continue
            }
            let transferred = OwnershipTransfer(
                id: TransferID("\(number)"),
                environment: self.environment,
                originalTransactionID: root,
                transactionIDs: transfer.purchases.flatMap(\.transactionIDs),
                from: transfer.from,
                to: transfer.to,
                reason: publishedChain.claim(on: first).reason,
                transferredAt: publishedChain.at,
                change: change
            )
            self.transfers.append(transferred)
        }
        for change in comparison.changes {
            let purchase = change.purchase
            let claim = publishedChain.claim(on: purchase)
            self.add(claim.owner, change.name) { json in
                json.add("transaction") { $0.describe(purchase, claim: claim) }
            }
        }
    }

    /// Publishes to both sides of a transfer: who has it now, with all that he has now, and who had it, what he has no
    /// longer.
    private mutating func add(_ transfer: PurchaseComparison.Transfer, number: Int64, in publishedChain: PublishedChain)
    {
        let name: EventName =
            switch (transfer.from, transfer.to) {
            case (nil, _): .ownershipClaimed
            case (_, nil): .ownershipReleased
            default: .ownershipTransferred
            }
        let ids = transfer.purchases.flatMap(\.transactionIDs).map(\.rawValue)
        self.add(transfer.from, name) { json in
            json.add("transfer", number)
            json.add("from", transfer.from?.rawValue)
            json.add("to", transfer.to?.rawValue)
            json.add("originalTransaction", publishedChain.root?.rawValue)
            json.add("transactions", ids)
        }
        self.add(transfer.to, name) { json in
            json.add("transfer", number)
            json.add("from", transfer.from?.rawValue)
            json.add("to", transfer.to?.rawValue)
            json.add("originalTransaction", publishedChain.root?.rawValue)
            json.add("transactions", ids)
            json.add("purchases", transfer.purchases) { json, purchase in
                json.describe(purchase, claim: publishedChain.claim(on: purchase))
            }
            if let state = publishedChain.state, publishedChain.subscriber == transfer.to {
                json.add("subscription") { $0.describe(state, of: publishedChain.root) }
            }
        }
    }

    // MARK: The subscription

    private mutating func addSubscriptionEvents(
        from publishedChains: [PublishedChain],
        to after: PublishedChain,
        transfers: [PurchaseComparison.Transfer]
    ) {
        // Of chains that became one, the one published last speaks; the others' subscriptions go on as this one.
        // Of two told of at the same instant one is named first, whatever order they come in.
        let before = publishedChains.filter { $0.state != nil }.max { one, other in
            guard one.at == other.at, let root = one.root, let otherRoot = other.root else { return one.at < other.at }
            return root < otherRoot
        }
        for joined in publishedChains where joined.root != after.root && joined.root != nil {
            guard joined.purchases.contains(where: { joined.claim(on: $0).owner == nil }) else { continue }
            self.add(nil, .chainJoined) { json in
                json.add("originalTransaction", joined.root?.rawValue)
                json.add("joined", after.root?.rawValue)
            }
        }
        guard let state = after.state else { return }
        let subscriber = after.subscriber
        let isNewSubscriber = before == nil || before?.subscriber != subscriber
        if isNewSubscriber, let before, let former = before.state, !former.isOver {
            // Whoever had it is told once that it goes on without him, unless the transfer has published him already.
            if !transfers.contains(where: { $0.from == before.subscriber }) {
                self.add(before.subscriber, .subscriptionExpired) { json in
                    json.add("subscription") { json in
                        json.describe(former.replaced(at: after.at), of: before.root)
                    }
                }
            }
        }
        if isNewSubscriber, transfers.contains(where: { $0.to == subscriber }) { return }
        let known = isNewSubscriber ? nil : before?.state
        // What was told of under the name of a chain that is now part of this one is sent again under this name.
        let isRenamed = before.map { $0.root != after.root } ?? false
        guard let name = state.event(after: known) ?? (isRenamed ? .subscriptionChanged : nil) else { return }
        self.add(subscriber, name) { json in
            json.add("subscription") { $0.describe(state, of: after.root) }
        }
    }

    private mutating func add(_ recipient: CustomerID?, _ name: EventName, _ fill: (inout JSONText) -> Void) {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        fill(&json)
        self.drafts.append(Draft(recipient: recipient, name: name, body: json.bytes))
    }
}
