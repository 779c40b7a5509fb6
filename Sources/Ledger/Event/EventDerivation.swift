import Notation

/// The events of a chain that result from a change of the chain or from time, and when to check again.
///
/// The derivation compares the chain as it was last published with the current one. It publishes every change exactly
/// once: a subscriber that replaces each subject by the body of its newest event has the state that the ledger derives.
package struct EventDerivation: Sendable {
    /// An event before it is numbered.
    package struct Draft: Hashable, Sendable {
        /// The customer whose event stream gets the event; `nil` for the chain's own stream.
        package let recipient: CustomerID?
        /// The name of the event.
        package let name: EventName
        /// The subject as a JSON object.
        package let body: [UInt8]

        /// Creates an event for a customer's event stream.
        package init(recipient: CustomerID?, name: EventName, body: [UInt8]) {
            self.recipient = recipient
            self.name = name
            self.body = body
        }
    }

    /// The events to publish, in order.
    package private(set) var drafts: [Draft] = []
    /// The next instant at which time alone changes the chain's state; `nil` if there is none.
    package let dueAt: Instant?
    /// The open questions to Apple.
    package let asks: [HealingRequest]
    /// The transfers from one owner to another, or to no owner.
    package private(set) var transfers: [OwnershipTransfer] = []

    private let environment: StoreEnvironment
    private let owned: OwnedChain
    private let derivation: Derivation
    /// The current purchases.
    package let purchases: [Purchase]
    private let now: Instant

    /// Compares two states of a chain.
    ///
    /// - Parameters:
    ///   - before: The chain as it was last published; empty for a new chain, several where chains turn out to be one.
    ///   - after: The current chain.
    ///   - purchases: Its purchases, where they are derived already.
    ///   - now: The current instant.
    ///   - environment: The environment of the chain.
    ///   - gracePolicy: The policy that decides when access continues although no paid period is running.
    ///   - change: The operator's action that caused the change, if any.
    ///   - nextTransfer: Returns the number of each transfer, the same for both sides of it. Its argument states
    ///     whether a customer loses a purchase.
    /// - Throws: What `nextTransfer` throws.
    package init<Failure: Error>(
        from before: [PublishedChain],
        to after: OwnedChain,
        purchases: [Purchase]? = nil,
        at now: Instant,
        environment: StoreEnvironment,
        gracePolicy: GracePolicy,
        change: OwnershipChangeID? = nil,
        nextTransfer: (_ isLoss: Bool) throws(Failure) -> Int64
    ) throws(Failure) {
        let purchases = purchases ?? after.chain.purchases
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

    /// Returns a customer's current holding in the chain, with the time for which it is valid.
    package func holding(of customer: CustomerID) -> TimedHolding {
        self.owned.timedHolding(
            of: customer,
            purchases: self.purchases,
            derivation: self.derivation,
            at: self.now
        )
    }

    // MARK: Purchases and their owners

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

    /// Adds the events for both sides of a transfer: the new owner's with their current purchases, and the former
    /// owner's with those they lost.
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
        // Of chains that became one, the one published last counts; the subscriptions of the others continue as this
        // one. Of two that were published at the same instant, the choice does not depend on their order.
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
        defer { self.addRetentionRequest(from: publishedChains, to: after, state) }
        let isNewSubscriber = before == nil || before?.subscriber != subscriber
        if isNewSubscriber, let before, let former = before.state, !former.isOver {
            // The former subscriber gets one event for the continuation under another customer, unless the transfer has
            // published it already.
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
        // A subscription that was published under the name of a chain that is now part of this one is published again
        // under this name.
        let isRenamed = before.map { $0.root != after.root } ?? false
        guard let name = state.event(after: known) ?? (isRenamed ? .subscriptionChanged : nil) else { return }
        self.add(subscriber, name) { json in
            json.add("subscription") { $0.describe(state, of: after.root) }
        }
    }

    /// Adds the event for a request for a retention message that is newer than the published ones.
    private mutating func addRetentionRequest(
        from before: [PublishedChain],
        to after: PublishedChain,
        _ state: SubscriptionState
    ) {
        guard let requestedAt = after.retentionRequestedAt,
            before.allSatisfy({ $0.retentionRequestedAt.map { $0 < requestedAt } ?? true })
        else { return }
        self.add(after.subscriber, .subscriptionRetentionRequested) { json in
            json.add("subscription") { $0.describe(state, of: after.root) }
            json.add("requestedAt", requestedAt)
        }
    }

    private mutating func add(_ recipient: CustomerID?, _ name: EventName, _ fill: (inout JSONText) -> Void) {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        fill(&json)
        self.drafts.append(Draft(recipient: recipient, name: name, body: json.bytes))
    }
}
