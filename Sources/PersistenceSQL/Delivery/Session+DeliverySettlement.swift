import Ledger

extension Session {
    /// Judges the deliveries of a chain anew, keeps them, and returns what to tell and whether Apple is to be asked at once.
    func settleDeliveries(
        in chain: StoredChain,
        before: [StoredChain],
        owned: OwnedChain,
        purchases: [Purchase],
        on occasion: Occasion,
        people: inout People
    ) throws -> (drafts: [Telling.Draft], asksApple: Bool) {
        guard let policy = occasion.catalogue.deliveries else { return ([], false) }
        let app = try self.appName(occasion.scope.app)
        // Of a chain that is new nothing can be stored.
        let stored = before.isEmpty ? [] : try self.deliveries(of: chain.members, app: app, people: &people)
        var known: Set<TransactionID> = []
        for former in before { known.formUnion(former.transactions.keys) }
        var books = ChainDeliveryBooks(
            session: self,
            scope: occasion.scope,
            name: ScopeName(app: app, environment: occasion.environment),
            people: people
        )
        let settlement = try DeliverySettlement(
            of: owned,
            purchases: purchases,
            known: stored.map(\.delivery),
            occasion: DeliveryOccasion(
                app: app,
                environment: occasion.environment,
                now: occasion.now,
                catalogue: occasion.catalogue,
                doubted: occasion.doubted.subtracting(known),
                vouched: occasion.vouched,
                released: occasion.released,
                asksApple: occasion.asksApple
            ),
            policy: policy,
            books: &books
        )
        people = books.people
        for delivery in settlement.changed {
            if var former = stored.first(where: { $0.delivery.id == delivery.id }) {
                former.work.settle(delivery)
                try self.put(former, people: people)
            } else {
                let home = chain.transactions[delivery.transactionID]?.original ?? chain.root
                try self.insert(delivery, original: home, scope: occasion.scope, people: people)
            }
        }
        return (settlement.drafts, settlement.asksApple)
    }

    /// Whether an app is to finish what it submitted, by the deliveries of its purchase.
    func finish(
        _ submission: Submission,
        app: AppName,
        scope: Scope,
        wasSubmittedBefore: Bool,
        at now: Instant
    ) throws -> DeliveryFinish? {
        guard let home = try self.home(of: submission.transactionID, scope: scope) else { return nil }
        let chain = try self.chain(of: try self.original(home), scope: scope)
        let purchase = chain.value.purchases.first { $0.transactionIDs.contains(submission.transactionID) }
        guard let purchase else { return nil }
        var people = People(session: self)
        let own = try self.deliveries(of: chain.members, app: app, people: &people).map(\.delivery).filter {
            purchase.transactionIDs.contains($0.transactionID)
        }
        return DeliveryFinish(own, submittedAt: now, wasSubmittedBefore: wasSubmittedBefore)
    }
}

/// What judging the deliveries of a chain asks and books, in the database.
struct ChainDeliveryBooks: DeliveryBooks {
    /// The connection.
    let session: Session
    /// The app and environment.
    let scope: Scope
    /// The same by name.
    let name: ScopeName
    /// Those who are met.
    var people: People

    /// What a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws -> SandboxAllowance {
        try self.session.sandboxAllowance(of: try self.people.number(customer), scope: self.scope, since: since)
    }

    /// The order whose token a purchase bears.
    func order(namedBy purchase: Purchase) throws -> OrderRecord? {
        try purchase.accountToken.flatMap { try self.session.order(with: $0, app: self.name.app) }
    }

    /// Blocks whoever paid for what was refunded.
    mutating func block(forRefundOf delivery: Delivery, at now: Instant) throws {
        try self.session.block(forRefundOf: delivery, at: now)
    }

    /// Carries out orders on a customer's wallets.
    mutating func carryOut(
        _ orders: [CoinName: WalletOrder],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(orders, for: customer, self.name, terms: terms))
    }

    /// Carries out an order about a purchase on every wallet into which it brought coins.
    mutating func carryOut(
        _ order: WalletOrder,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(order, in: self.scope, terms: terms))
    }

    /// Meets those whose wallets they are, so that they can be told.
    private mutating func meet(
        _ result: Result<Session.Booked, WalletRefusal>
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        if case .success(let booked) = result {
            for (owner, _) in booked { _ = try self.people.name(owner) }
        }
        return result.map { $0.map(\.wallet) }
    }
}
