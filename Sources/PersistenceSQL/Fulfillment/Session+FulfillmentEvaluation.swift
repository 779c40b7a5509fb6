import Ledger

extension Session {
    /// Judges the fulfillments of a chain anew, keeps them, and returns what to publish and whether Apple is to be
    /// asked at once.
    func evaluateFulfillments(
        in chain: StoredChain,
        before: [StoredChain],
        owned: OwnedChain,
        purchases: [Purchase],
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws -> (drafts: [EventDerivation.Draft], asksApple: Bool) {
        guard let policy = context.catalog.fulfillment else { return ([], false) }
        let app = try self.appName(context.scope.app)
        // Of a chain that is new nothing can be stored.
        let stored = before.isEmpty ? [] : try self.fulfillments(of: chain.members, app: app, people: &people)
        var known: Set<TransactionID> = []
        for former in before { known.formUnion(former.transactions.keys) }
        var unitOfWork = ChainFulfillmentUnitOfWork(
            session: self,
            scope: context.scope,
            name: ScopeName(app: app, environment: context.environment),
            people: people
        )
        let settlement = try FulfillmentEvaluation(
            of: owned,
            purchases: purchases,
            known: stored.map(\.fulfillment),
            context: FulfillmentContext(
                app: app,
                environment: context.environment,
                now: context.now,
                catalog: context.catalog,
                doubted: context.doubted.subtracting(known),
                vouched: context.vouched,
                released: context.released,
                asksApple: context.asksApple
            ),
            policy: policy,
            unitOfWork: &unitOfWork
        )
        people = unitOfWork.people
        for fulfillment in settlement.changed {
            if var former = stored.first(where: { $0.fulfillment.id == fulfillment.id }) {
                former.work.settle(fulfillment)
                try self.put(former, people: people)
            } else {
                let home = chain.transactions[fulfillment.transactionID]?.original ?? chain.root
                try self.insert(fulfillment, original: home, scope: context.scope, people: people)
            }
        }
        return (settlement.drafts, settlement.asksApple)
    }

    /// Returns whether an app is to finish what it submitted, by the fulfillments of its purchase.
    func finish(
        _ submission: Submission,
        app: AppName,
        scope: Scope,
        wasSubmittedBefore: Bool,
        at now: Instant
    ) throws -> FulfillmentFinish? {
        guard let home = try self.home(of: submission.transactionID, scope: scope) else { return nil }
        let chain = try self.chain(of: try self.original(home), scope: scope)
        let purchase = chain.value.purchases.first { $0.transactionIDs.contains(submission.transactionID) }
        guard let purchase else { return nil }
        var people = CustomerCache(session: self)
        let own = try self.fulfillments(of: chain.members, app: app, people: &people).map(\.fulfillment).filter {
            purchase.transactionIDs.contains($0.transactionID)
        }
        return FulfillmentFinish(own, submittedAt: now, wasSubmittedBefore: wasSubmittedBefore)
    }
}

/// What judging the fulfillments of a chain asks and books, in the database.
struct ChainFulfillmentUnitOfWork: FulfillmentUnitOfWork {
    /// The connection.
    let session: Session
    /// The app and environment.
    let scope: Scope
    /// The same by name.
    let name: ScopeName
    /// Those who are met.
    var people: CustomerCache

    /// Returns what a customer has had of the Sandbox since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws -> SandboxAllowance {
        try self.session.sandboxAllowance(of: try self.people.number(customer), scope: self.scope, since: since)
    }

    /// Returns the order whose token a purchase bears.
    func order(namedBy purchase: Purchase) throws -> OrderRecord? {
        try purchase.accountToken.flatMap { try self.session.order(with: $0, app: self.name.app) }
    }

    /// Blocks the customers who paid for a refunded purchase.
    mutating func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws {
        try self.session.block(forRefundOf: fulfillment, at: now)
    }

    /// Carries out orders on a customer's wallets.
    mutating func carryOut(
        _ requests: [CoinName: WalletRequest],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(requests, for: customer, self.name, terms: terms))
    }

    /// Carries out an order about a purchase on every wallet into which it brought coins.
    mutating func carryOut(
        _ request: WalletRequest,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(request, in: self.scope, terms: terms))
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
