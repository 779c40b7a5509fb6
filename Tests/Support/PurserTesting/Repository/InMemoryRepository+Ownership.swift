package import Ledger

extension InMemoryRepository {
    /// Carries out an act, or only says what it would move.
    package func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalogue: Catalogue,
        isPreview: Bool
    ) async throws(RepositoryError) -> Result<[OwnershipMove], OwnershipRefusal> {
        try self.open { books in
            var changed = books
            let result = changed.change(change, of: app, catalogue: catalogue)
            if !isPreview, case .success = result { books = changed }
            return result
        }
    }

    /// An act, and whether it has been undone.
    package func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) async throws(RepositoryError) -> (change: OwnershipChange, isUndone: Bool)? {
        try self.open { books in
            let key = BooksChanges.Key(app: app, id: id)
            return books.changes.done[key].map { ($0, books.changes.undone.contains(key)) }
        }
    }

    /// The moves from or to a customer, newest first.
    package func moves(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipMove] {
        try self.open { books in
            let names = books.people[app]?.merged(into: customer).union([customer]) ?? [customer]
            let moves = books.outbox.moved.reversed().filter { entry in
                entry.app == app && [entry.move.from, entry.move.to].contains { $0.map(names.contains) ?? false }
            }
            return Array(moves.map(\.move).dropFirst(skipping).prefix(limit))
        }
    }

    /// The moves of the chain that a transaction belongs to, newest first.
    package func moves(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipMove] {
        try self.open { books in
            let scope = Books.Scope(app: app, environment: environment)
            guard let owned = books.chain(of: transaction, in: scope) else { return [] }
            let ids = Set(owned.chain.transactions.map(\.transactionID))
            let moves = books.outbox.moved.reversed().filter { entry in
                entry.app == app && entry.move.environment == environment
                    && !ids.isDisjoint(with: entry.move.transactionIDs)
            }
            return Array(moves.map(\.move).prefix(limit))
        }
    }

    /// What recording a unit would do, without recording it.
    package func preview(_ intake: Intake) async throws(RepositoryError) -> OwnershipPreview {
        let result = try self.open { books -> Result<OwnershipPreview, RepositoryError> in
            var changed = books
            return Result { () throws(RepositoryError) in
                let recorded = try changed.record(intake)
                let scope = Books.Scope(app: intake.app, environment: intake.environment)
                return OwnershipPreview(
                    recorded: recorded,
                    moves: changed.outbox.moved.dropFirst(books.outbox.moved.count).map(\.move),
                    ledger: intake.submission.map { changed.ledger(of: $0.customer, in: scope) }
                )
            }
        }
        return try result.get()
    }

    /// The tokens that stand for a customer, but for those of orders.
    package func accountTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [AccountToken] {
        try self.open { books in
            let people = books.people[app] ?? BooksPeople()
            return books.customers.filter {
                $0.key.app == app && people.resolved($0.value) == people.resolved(customer)
                    && !books.orders.tokens.contains($0.key)
            }
            .map(\.key.token).sorted()
        }
    }

    /// Lets a token stand for a customer.
    package func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Bool {
        try self.open { books in books.assign(token, to: customer, app: app, at: now, catalogue: catalogue) }
    }

    /// The customer whom a token stands for.
    package func customer(of token: AccountToken, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try self.open { books in
            books.customers[Books.AppToken(app: app, token: token)].map { books.people[app]?.resolved($0) ?? $0 }
        }
    }

    /// The Apple accounts that a customer is bound to.
    package func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try self.open { books in
            let resolved = books.people[app]?.resolved(customer) ?? customer
            return books.bindings(in: Books.Scope(app: app, environment: environment))
                .filter { $0.customer == resolved }
                .sorted { ($0.firstAt, $0.account) < ($1.firstAt, $1.account) }
        }
    }

    /// The customers who are bound to an Apple account.
    package func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try self.open { books in
            books.bindings(in: Books.Scope(app: app, environment: environment))
                .filter { $0.account == account }
                .sorted { ($0.firstAt, $0.customer) < ($1.firstAt, $1.customer) }
        }
    }

    /// The chains with a purchase on an Apple account that nobody owns.
    package func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [OwnedChain] {
        try self.open { books in
            books.chains(in: Books.Scope(app: app, environment: environment))
                .filter { $0.hasUnclaimedPurchase(of: account) }
                .sorted { $0.firstTransactionID < $1.firstTransactionID }
        }
    }
}
