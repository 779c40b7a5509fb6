import Notation

/// What there is to tell now that a chain has changed, or time has passed over it; and when to look again.
///
/// It compares the chain as it was told of last with what it is now. Nothing is told twice and nothing is left out:
/// whoever sets each subject to the body of its newest event has the state that the ledger derives.
package struct Telling: Sendable {
    /// An event before it is numbered.
    package struct Draft: Hashable, Sendable {
        /// Whose lane it belongs to; `nil` is the chain's own.
        package let recipient: CustomerID?
        /// What happened.
        package let name: EventName
        /// The subject as a JSON object.
        package let body: [UInt8]

        /// An event for a customer's lane.
        package init(recipient: CustomerID?, name: EventName, body: [UInt8]) {
            self.recipient = recipient
            self.name = name
            self.body = body
        }
    }

    /// What to tell, in order.
    package private(set) var drafts: [Draft] = []
    /// When the chain's state is another one although nothing more is heard; `nil` if never.
    package let dueAt: Instant?
    /// What to ask Apple.
    package let asks: [HealingRequest]
    /// What passed from an owner to another one, or to nobody.
    package private(set) var moves: [OwnershipMove] = []

    private let environment: StoreEnvironment
    private let owned: OwnedChain
    private let derivation: Derivation
    /// What was bought, as it is now.
    package let purchases: [Purchase]
    private let now: Instant

    /// Compares.
    ///
    /// - Parameters:
    ///   - before: The chain as it was told of last; nothing for a new one, several where chains turn out to be one.
    ///   - after: The chain as it is.
    ///   - now: The instant now.
    ///   - environment: The environment it belongs to.
    ///   - access: When access goes on although no paid period runs.
    ///   - change: The operator's act that is the cause, if one is.
    ///   - nextMove: A number for each move, the same for both sides of it; told whether somebody loses by it.
    /// - Throws: What `nextMove` throws.
    package init<Failure: Error>(
        from before: [ChainPicture],
        to after: OwnedChain,
        at now: Instant,
        environment: StoreEnvironment,
        access: AccessPolicy,
        change: OwnershipChangeID? = nil,
        nextMove: (_ isLoss: Bool) throws(Failure) -> Int64
    ) throws(Failure) {
        let purchases = after.chain.purchases
        let derivation = Derivation(
            chain: after.chain,
            purchases: purchases,
            environment: environment,
            access: access
        )
        let picture = ChainPicture(after, purchases: purchases, derivation: derivation, at: now)
        self.environment = environment
        self.owned = after
        self.derivation = derivation
        self.purchases = purchases
        self.now = now
        self.dueAt = picture.state.flatMap { state in derivation.nextChange(after: now, from: state) }
        self.asks = picture.state?.heals ?? []
        let comparison = PurchaseComparison(from: before, to: picture)
        try self.tellPurchases(comparison, picture, change: change, nextMove: nextMove)
        self.tellSubscription(from: before, to: picture, moves: comparison.moves)
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

    private mutating func tellPurchases<Failure: Error>(
        _ comparison: PurchaseComparison,
        _ picture: ChainPicture,
        change: OwnershipChangeID?,
        nextMove: (_ isLoss: Bool) throws(Failure) -> Int64
    ) throws(Failure) {
        for move in comparison.moves {
            let number = try nextMove(move.from != nil)
            self.tell(move, number: number, in: picture)
            guard move.from != nil, let first = move.purchases.first, let root = picture.root else { continue }
            let moved = OwnershipMove(
                id: MoveID("\(number)"),
                environment: self.environment,
                originalTransactionID: root,
                transactionIDs: move.purchases.flatMap(\.transactionIDs),
                from: move.from,
                to: move.to,
                reason: picture.claim(on: first).reason,
                movedAt: picture.at,
                change: change
            )
            self.moves.append(moved)
        }
        for change in comparison.changes {
            let purchase = change.purchase
            let claim = picture.claim(on: purchase)
            self.tell(claim.owner, change.name) { json in
                json.add("transaction") { $0.describe(purchase, claim: claim) }
            }
        }
    }

    /// Tells both sides of a move: who has it now, with all that he has now, and who had it, what he has no longer.
    private mutating func tell(_ move: PurchaseComparison.Move, number: Int64, in picture: ChainPicture) {
        let name: EventName =
            switch (move.from, move.to) {
            case (nil, _): .ownershipClaimed
            case (_, nil): .ownershipReleased
            default: .ownershipMoved
            }
        let ids = move.purchases.flatMap(\.transactionIDs).map(\.rawValue)
        self.tell(move.from, name) { json in
            json.add("move", number)
            json.add("from", move.from?.rawValue)
            json.add("to", move.to?.rawValue)
            json.add("originalTransaction", picture.root?.rawValue)
            json.add("transactions", ids)
        }
        self.tell(move.to, name) { json in
            json.add("move", number)
            json.add("from", move.from?.rawValue)
            json.add("to", move.to?.rawValue)
            json.add("originalTransaction", picture.root?.rawValue)
            json.add("transactions", ids)
            json.add("purchases", move.purchases) { json, purchase in
                json.describe(purchase, claim: picture.claim(on: purchase))
            }
            if let state = picture.state, picture.subscriber == move.to {
                json.add("subscription") { $0.describe(state, of: picture.root) }
            }
        }
    }

    // MARK: The subscription

    private mutating func tellSubscription(
        from pictures: [ChainPicture],
        to after: ChainPicture,
        moves: [PurchaseComparison.Move]
    ) {
        // Of chains that became one, the one told of last speaks; the others' subscriptions go on as this one.
        // Of two told of at the same instant one is named first, whatever order they come in.
        let before = pictures.filter { $0.state != nil }.max { one, other in
            guard one.at == other.at, let root = one.root, let otherRoot = other.root else { return one.at < other.at }
            return root < otherRoot
        }
        for joined in pictures where joined.root != after.root && joined.root != nil {
            guard joined.purchases.contains(where: { joined.claim(on: $0).owner == nil }) else { continue }
            self.tell(nil, .chainJoined) { json in
                json.add("originalTransaction", joined.root?.rawValue)
                json.add("joined", after.root?.rawValue)
            }
        }
        guard let state = after.state else { return }
        let subscriber = after.subscriber
        let isNewSubscriber = before == nil || before?.subscriber != subscriber
        if isNewSubscriber, let before, let former = before.state, !former.isOver {
            // Whoever had it is told once that it goes on without him, unless the move has told him already.
            if !moves.contains(where: { $0.from == before.subscriber }) {
                self.tell(before.subscriber, .subscriptionExpired) { json in
                    json.add("subscription") { json in
                        json.describe(former.replaced(at: after.at), of: before.root)
                    }
                }
            }
        }
        if isNewSubscriber, moves.contains(where: { $0.to == subscriber }) { return }
        let known = isNewSubscriber ? nil : before?.state
        // What was told of under the name of a chain that is now part of this one is told once more under this name.
        let isRenamed = before.map { $0.root != after.root } ?? false
        guard let name = state.event(after: known) ?? (isRenamed ? .subscriptionChanged : nil) else { return }
        self.tell(subscriber, name) { json in
            json.add("subscription") { $0.describe(state, of: after.root) }
        }
    }

    private mutating func tell(_ recipient: CustomerID?, _ name: EventName, _ fill: (inout JSONText) -> Void) {
        var json = JSONText()
        json.add("environment", self.environment.rawValue)
        fill(&json)
        self.drafts.append(Draft(recipient: recipient, name: name, body: json.bytes))
    }
}
