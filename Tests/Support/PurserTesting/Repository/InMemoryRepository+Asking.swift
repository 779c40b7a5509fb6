package import Ledger

extension InMemoryRepository {
    /// The chains about which Apple is to be asked, earliest first.
    package func chainsToAsk(at now: Instant, limit: Int) async throws(RepositoryError) -> [ChainQuestion] {
        try self.open { books in
            books.outbox.chainsToAsk(at: now).prefix(limit).map { question in
                let scope = Books.Scope(app: question.app, environment: question.environment)
                return ChainQuestion(
                    app: question.app,
                    environment: question.environment,
                    originalTransactionID: question.originalTransactionID,
                    dueAt: question.dueAt,
                    revision: books.asking.revisions[scope]?[question.originalTransactionID],
                    isAboutEverything: question.isAboutEverything
                )
            }
        }
    }

    /// Takes note that Apple was asked about a chain.
    package func answered(
        _ question: ChainQuestion,
        at askedAt: Instant,
        revision: String?,
        access: AccessPolicy
    ) async throws(RepositoryError) {
        try self.open { books in
            let scope = Books.Scope(app: question.app, environment: question.environment)
            guard let root = books.facts[scope]?.root(of: question.originalTransactionID) else { return }
            let chain = books.chain(of: root, in: scope).chain
            let askedAt = chain.askingServes(until: askedAt)
            let asks =
                chain.isSubscription
                ? chain.state(at: askedAt, environment: question.environment, access: access).heals : []
            let ids = Set(chain.transactions.map(\.transactionID))
            let awaitsApple = books.deliveries.all.contains {
                $0.scope == scope && ids.contains($0.delivery.transactionID) && $0.delivery.awaitsApple
            }
            var next = chain.nextAskAt(asks, askedAt: askedAt)
            if !chain.isSubscription, awaitsApple {
                next = min(askedAt + DeliveryPolicy.asksAgain, next ?? askedAt + DeliveryPolicy.asksAgain)
            }
            books.outbox.answered(question, root, in: scope, askAt: next, at: askedAt)
            if let revision { books.asking.revisions[scope, default: [:]][root] = revision }
        }
    }

    /// Asks about a chain later.
    package func putOff(_ question: ChainQuestion, until: Instant) async throws(RepositoryError) {
        try self.open { books in
            let scope = Books.Scope(app: question.app, environment: question.environment)
            guard let root = books.facts[scope]?.root(of: question.originalTransactionID) else { return }
            books.outbox.plan(root, in: scope, askAt: until)
        }
    }

    /// Asks about every chain of an app and environment.
    package func askAboutAll(
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        try self.open { books in
            books.outbox.askAboutAll(in: Books.Scope(app: app, environment: environment), at: now)
        }
    }

    /// Asks about those of some chains that are known, and everything about each.
    package func askAbout(
        _ chains: [OriginalTransactionID],
        of app: AppName,
        environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            for chain in chains where books.facts[scope]?.knows(chain) == true {
                let root = books.facts[scope]?.root(of: chain) ?? chain
                let subject = BooksOutbox.Subject(
                    root: root,
                    members: books.facts[scope]?.members(of: chain) ?? [chain],
                    scope: scope,
                    owned: books.chain(of: root, in: scope)
                )
                books.outbox.askAbout(subject, at: now)
            }
        }
    }

    /// How far Apple's notification history has been read.
    package func history(
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> HistoryProgress {
        try self.open { books in books.asking.histories[Books.Scope(app: app, environment: environment)] ?? .none }
    }

    /// Plans the reading of windows.
    package func planHistory(
        of app: AppName,
        environment: StoreEnvironment,
        windows: [HistoryWindow],
        through: Instant,
        deepAt: Instant?
    ) async throws(RepositoryError) {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            books.asking.plan(windows, in: scope, through: through, deepAt: deepAt)
        }
    }

    /// Takes note of how far a window was read.
    package func readHistory(
        _ window: HistoryWindow,
        of app: AppName,
        environment: StoreEnvironment,
        to next: HistoryWindow?,
        count: HistoryCount
    ) async throws(RepositoryError) {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            books.asking.read(window, in: scope, to: next, count: count)
        }
    }

    /// Which of these notifications are not recorded.
    package func missingNotifications(
        _ uuids: [String],
        of app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> Set<String> {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            return Set(uuids.filter { !books.hasNotification($0, in: scope) })
        }
    }

    /// Changes what is left of a budget.
    package func changeBudget(
        _ name: BudgetName,
        _ change: @escaping @Sendable (Int64) -> Int64?
    ) async throws(RepositoryError) -> Int64 {
        try self.open { books in
            let before = books.asking.budgets[name] ?? 0
            if let after = change(before) { books.asking.budgets[name] = after }
            return before
        }
    }
}
