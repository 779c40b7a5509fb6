extension LedgerStorage {
    /// Evaluates the fulfillments of a chain again, saves them, and returns what to publish and whether to ask Apple
    /// at once.
    func evaluateFulfillments(
        in chain: ChainRecord,
        before: [ChainRecord],
        owned: OwnedChain,
        purchases: [Purchase],
        on context: RecordingContext,
        people: inout CustomerCache
    ) throws -> (drafts: [EventDerivation.Draft], asksApple: Bool) {
        guard let policy = context.catalog.fulfillment else { return ([], false) }
        // A new chain has no fulfillments yet.
        let stored = before.isEmpty ? [] : try self.fulfillments(of: chain, app: context.app, people: &people)
        var known: Set<TransactionID> = []
        for former in before { known.formUnion(former.transactions.keys) }
        var unitOfWork = ChainFulfillmentUnitOfWork(storage: self, scope: context.scope, people: people)
        let evaluation = try FulfillmentEvaluation(
            of: owned,
            purchases: purchases,
            known: stored.map(\.fulfillment),
            context: FulfillmentContext(
                app: context.app,
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
        for fulfillment in evaluation.changed {
            if var former = stored.first(where: { $0.fulfillment.id == fulfillment.id }) {
                former.job.settle(fulfillment)
                try self.put(former, people: people)
            } else {
                let home = chain.transactions[fulfillment.transactionID]?.original ?? chain.root
                try self.insert(fulfillment, original: home, scope: context.scope, people: people)
            }
        }
        return (evaluation.drafts, evaluation.asksApple)
    }

    /// Evaluates the fulfillments of a transaction's chain again and publishes the changes; returns whether the
    /// transaction is known.
    ///
    /// With `isReleased`, it releases the purchase of the transaction for fulfillment first.
    func evaluateFulfillments(
        of transaction: TransactionID,
        in scope: Scope,
        at now: Instant,
        catalog: Catalog,
        isReleased: Bool = false
    ) throws -> Bool {
        guard let chain = try self.chain(of: transaction, scope: scope) else { return false }
        var context = RecordingContext(scope: scope, now: now, catalog: catalog)
        if isReleased { context.released = [transaction] }
        var people = CustomerCache(self)
        let owned = try chain.owned(by: &people)
        let drafts = try self.evaluateFulfillments(
            in: chain,
            before: [chain],
            owned: owned,
            purchases: owned.chain.purchases,
            on: context,
            people: &people
        ).drafts
        if !drafts.isEmpty { try self.write(drafts, about: chain.root, on: context, people: &people) }
        return true
    }

    /// Returns whether a fulfillment of a chain waits for evidence that confirms its purchase.
    func hasUnconfirmedFulfillment(in chain: ChainRecord, app: AppName) throws -> Bool {
        try self.fulfillments(of: chain, app: app).contains(where: \.isUnconfirmed)
    }

    /// Returns whether an app may finish what it submitted, by the fulfillments of its purchase.
    func finish(
        _ submission: Submission,
        scope: Scope,
        wasSubmittedBefore: Bool,
        at now: Instant
    ) throws -> FulfillmentFinish? {
        guard let chain = try self.chain(of: submission.transactionID, scope: scope) else { return nil }
        let purchase = chain.value.purchases.first { $0.transactionIDs.contains(submission.transactionID) }
        guard let purchase else { return nil }
        let own = try self.fulfillments(of: chain, app: scope.name.app).filter {
            purchase.transactionIDs.contains($0.transactionID)
        }
        return FulfillmentFinish(own, submittedAt: now, wasSubmittedBefore: wasSubmittedBefore)
    }
}

/// The queries and bookings that the evaluation of a chain's fulfillments makes in the repository.
private struct ChainFulfillmentUnitOfWork: FulfillmentUnitOfWork {
    /// The repository's unit of work.
    let storage: any LedgerStorage
    /// The app and environment.
    let scope: Scope
    /// The customers that the evaluation has looked up.
    var people: CustomerCache

    /// Returns how much of the Sandbox allowance a customer used since an instant.
    func allowance(of customer: CustomerID, since: Instant) throws -> SandboxAllowance {
        try self.storage.sandboxAllowance(of: try self.people.number(customer), scope: self.scope, since: since)
    }

    /// Returns the order whose token a purchase bears.
    func order(namedBy purchase: Purchase) throws -> OrderRecord? {
        try purchase.accountToken.flatMap { try self.storage.order(with: $0, app: self.scope.name.app) }
    }

    /// Blocks the customers who paid for a refunded purchase.
    mutating func block(forRefundOf fulfillment: Fulfillment, at now: Instant) throws {
        try self.storage.block(forRefundOf: fulfillment, at: now)
    }

    /// Carries out wallet requests of a customer.
    mutating func carryOut(
        _ requests: [CoinName: WalletRequest],
        for customer: CustomerID,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.storage.book(requests, for: customer, in: self.scope.name, terms: terms))
    }

    /// Carries out a wallet request about a purchase on every wallet that received coins from it.
    mutating func carryOut(
        _ request: WalletRequest,
        terms: [CoinName: Coin]
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        try self.meet(self.storage.book(request, in: self.scope, terms: terms))
    }

    /// Looks up the customers of these wallets, so that events can be published to them.
    private mutating func meet(
        _ result: Result<[PreparedRequest], WalletRefusal>
    ) throws -> Result<[BookedWallet], WalletRefusal> {
        if case .success(let prepared) = result {
            for item in prepared { _ = try self.people.name(item.record.owner) }
        }
        return result.map { $0.map(\.booked) }
    }
}
