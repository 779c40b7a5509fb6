package import Ledger

extension Session {
    /// Evaluates the fulfillments of a chain again, stores them, and returns what to publish and whether to ask Apple
    /// at once.
    package func evaluateFulfillments(
        in chain: ChainRecord,
        before: [ChainRecord],
        owned: OwnedChain,
        purchases: [Purchase],
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws -> (drafts: [EventDerivation.Draft], asksApple: Bool) {
        guard let policy = context.catalog.fulfillment else { return ([], false) }
        let app = context.app
        // A new chain has no stored fulfillments.
        let stored = before.isEmpty ? [] : try self.fulfillments(of: chain.members, app: app, people: &people)
        var known: Set<TransactionID> = []
        for former in before { known.formUnion(former.transactions.keys) }
        var unitOfWork = ChainFulfillmentUnitOfWork(
            session: self,
            scope: context.scope,
            name: context.scope.name,
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

    /// Returns whether a fulfillment of a chain waits for evidence that confirms its purchase.
    package func hasUnconfirmedFulfillment(in chain: ChainRecord, app: AppName) throws -> Bool {
        var people = CustomerCache(self)
        return try self.fulfillments(of: chain.members, app: app, people: &people)
            .contains(where: \.fulfillment.isUnconfirmed)
    }

    /// Returns whether an app may finish what it submitted, by the fulfillments of its purchase.
    package func finish(
        _ submission: Submission,
        scope: Scope,
        wasSubmittedBefore: Bool,
        at now: Instant
    ) throws -> FulfillmentFinish? {
        guard let chain = try self.chain(of: submission.transactionID, scope: scope) else { return nil }
        let purchase = chain.value.purchases.first { $0.transactionIDs.contains(submission.transactionID) }
        guard let purchase else { return nil }
        var people = CustomerCache(self)
        let own = try self.fulfillments(of: chain.members, app: scope.name.app, people: &people).map(\.fulfillment)
            .filter {
                purchase.transactionIDs.contains($0.transactionID)
            }
        return FulfillmentFinish(own, submittedAt: now, wasSubmittedBefore: wasSubmittedBefore)
    }
}

/// The queries and bookings that the evaluation of a chain's fulfillments makes in the database.
struct ChainFulfillmentUnitOfWork: FulfillmentUnitOfWork {
    /// The connection.
    let session: Session
    /// The app and environment.
    let scope: Scope
    /// The app and environment by name.
    let name: ScopeName
    /// The customers that the evaluation has looked up.
    var people: CustomerCache

    /// Returns how much of the Sandbox allowance a customer used since an instant.
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

    /// Carries out wallet requests of a customer.
    mutating func carryOut(
        _ requests: [CoinName: WalletRequest],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(requests, for: customer, self.name, terms: terms))
    }

    /// Carries out a wallet request about a purchase on every wallet that received coins from it.
    mutating func carryOut(
        _ request: WalletRequest,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.session.book(request, in: self.scope, terms: terms))
    }

    /// Looks up the customers of these wallets, so that events can be published to them.
    private mutating func meet(
        _ result: Result<Session.Booked, WalletRefusal>
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        if case .success(let booked) = result {
            for (owner, _) in booked { _ = try self.people.name(owner) }
        }
        return result.map { $0.map(\.wallet) }
    }
}
