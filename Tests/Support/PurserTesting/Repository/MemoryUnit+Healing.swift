import Ledger

extension MemoryUnit {
    /// The chains about which Apple is to be asked, earliest first.
    func dueChainChecks(at now: Instant, limit: Int) throws -> [ChainCheck] {
        self.open { memory in
            memory.outbox.dueChainChecks(at: now).prefix(limit).map { check in
                let scope = MemoryState.Scope(app: check.app, environment: check.environment)
                return ChainCheck(
                    app: check.app,
                    environment: check.environment,
                    originalTransactionID: check.originalTransactionID,
                    dueAt: check.dueAt,
                    revision: memory.healing.revisions[scope]?[check.originalTransactionID],
                    isAboutEverything: check.isAboutEverything
                )
            }
        }
    }

    /// Records that a chain was checked with Apple.
    func answered(
        _ check: ChainCheck,
        at askedAt: Instant,
        revision: String?,
        gracePolicy: GracePolicy
    ) throws {
        self.open { memory in
            let scope = MemoryState.Scope(app: check.app, environment: check.environment)
            guard let root = memory.facts[scope]?.root(of: check.originalTransactionID) else { return }
            let chain = memory.chain(of: root, in: scope).chain
            let askedAt = chain.checkServes(until: askedAt)
            let asks =
                chain.isSubscription
                ? chain.state(at: askedAt, environment: check.environment, gracePolicy: gracePolicy).heals : []
            let ids = Set(chain.transactions.map(\.transactionID))
            let awaitsApple = memory.fulfillments.all.contains {
                $0.scope == scope && ids.contains($0.fulfillment.transactionID) && $0.fulfillment.awaitsApple
            }
            var next = chain.nextAskAt(asks, askedAt: askedAt)
            if !chain.isSubscription, awaitsApple {
                next = min(askedAt + FulfillmentPolicy.asksAgain, next ?? askedAt + FulfillmentPolicy.asksAgain)
            }
            memory.outbox.answered(check, root, in: scope, askAt: next, at: askedAt)
            if let revision { memory.healing.revisions[scope, default: [:]][root] = revision }
        }
    }

    /// Postpones the check of a chain.
    func putOff(_ check: ChainCheck, until: Instant) throws {
        self.open { memory in
            let scope = MemoryState.Scope(app: check.app, environment: check.environment)
            guard let root = memory.facts[scope]?.root(of: check.originalTransactionID) else { return }
            memory.outbox.plan(root, in: scope, askAt: until)
        }
    }

    /// Schedules checks of every chain of an app and environment.
    func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        numbers: ClosedRange<Int64>,
        at now: Instant
    ) throws {
        guard numbers.contains(1) else { return }
        self.memory.outbox.askAboutAll(in: MemoryState.Scope(app: app, environment: environment), at: now)
    }

    /// Returns one, as if all chains had this number.
    func newestOriginal() throws -> Int64 { 1 }

    /// Schedules full checks of those of some chains that are known.
    func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) throws {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            for chain in chains where memory.facts[scope]?.knows(chain) == true {
                let root = memory.facts[scope]?.root(of: chain) ?? chain
                let subject = MemoryOutbox.Subject(
                    root: root,
                    members: memory.facts[scope]?.members(of: chain) ?? [chain],
                    scope: scope,
                    owned: memory.chain(of: root, in: scope)
                )
                memory.outbox.askAbout(subject, at: now)
            }
        }
    }

    /// How far Apple's notification history has been read.
    func history(
        of app: AppName,
        environment: StoreEnvironment
    ) throws -> HistoryProgress {
        self.open { memory in
            memory.healing.histories[MemoryState.Scope(app: app, environment: environment)] ?? .none
        }
    }

    /// Plans the reading of windows.
    func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) throws {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            memory.healing.plan(windows, in: scope, through: through, deepAt: deepAt)
        }
    }

    /// Stores the position up to which a window was read.
    func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) throws {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            memory.healing.read(window, in: scope, to: next, count: count)
        }
    }

    /// Returns those of these notifications that are not recorded.
    func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) throws -> Set<String> {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            return Set(uuids.filter { !memory.hasNotification($0, in: scope) })
        }
    }

    /// Changes what is left of a budget.
    func changeBudget(
        _ name: BudgetName,
        _ change: (Int64) -> Int64?
    ) throws -> Int64 {
        self.open { memory in
            let before = memory.healing.budgets[name] ?? 0
            if let after = change(before) { memory.healing.budgets[name] = after }
            return before
        }
    }
}
