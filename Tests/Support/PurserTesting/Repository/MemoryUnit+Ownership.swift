import Ledger

extension MemoryUnit {
    /// Carries out an action, or only says what it would move.
    func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<[OwnershipTransfer], OwnershipRefusal> {
        self.open { memory in
            var changed = memory
            let result = changed.change(change, of: app, catalog: catalog)
            if !isPreview, case .success = result { memory = changed }
            return result
        }
    }

    /// An action, and whether it has been undone.
    func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) throws -> (change: OwnershipChange, isUndone: Bool)? {
        self.open { memory in
            let key = MemoryOwnershipChanges.Key(app: app, id: id)
            return memory.changes.done[key].map { ($0, memory.changes.undone.contains(key)) }
        }
    }

    /// The transfers from or to a customer, newest first.
    func transfers(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) throws -> [OwnershipTransfer] {
        self.open { memory in
            let names = memory.people[app]?.merged(into: customer).union([customer]) ?? [customer]
            let transfers = memory.outbox.transferred.reversed().filter { entry in
                entry.app == app
                    && [entry.transfer.from, entry.transfer.to].contains { $0.map(names.contains) ?? false }
            }
            return Array(transfers.map(\.transfer).dropFirst(skipping).prefix(limit))
        }
    }

    /// The transfers of the chain that a transaction belongs to, newest first.
    func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> [OwnershipTransfer] {
        self.open { memory in
            let scope = MemoryState.Scope(app: app, environment: environment)
            guard let owned = memory.chain(of: transaction, in: scope) else { return [] }
            let ids = Set(owned.chain.transactions.map(\.transactionID))
            let transfers = memory.outbox.transferred.reversed().filter { entry in
                entry.app == app && entry.transfer.environment == environment
                    && !ids.isDisjoint(with: entry.transfer.transactionIDs)
            }
            return Array(transfers.map(\.transfer).prefix(limit))
        }
    }

    /// Returns the result of recording a unit, without recording it.
    func preview(_ intake: Intake) throws -> OwnershipPreview {
        let result = self.open { memory -> Result<OwnershipPreview, RepositoryError> in
            var changed = memory
            return Result { () throws(RepositoryError) in
                let recorded = try changed.record(intake)
                let scope = MemoryState.Scope(app: intake.app, environment: intake.environment)
                return OwnershipPreview(
                    recorded: recorded,
                    transfers: changed.outbox.transferred.dropFirst(memory.outbox.transferred.count).map(\.transfer),
                    ledger: intake.submission.map { changed.ledger(of: $0.customer, in: scope) }
                )
            }
        }
        return try result.get()
    }

    /// Returns the tokens of a customer, without those of orders.
    func accountTokens(of customer: CustomerID, app: AppName) throws -> [AccountToken] {
        self.open { memory in
            let people = memory.people[app] ?? MemoryCustomerIdentities()
            return memory.customers.filter {
                $0.key.app == app && people.resolved($0.value) == people.resolved(customer)
                    && !memory.orders.tokens.contains($0.key)
            }
            .map(\.key.token).sorted()
        }
    }

    /// Assigns a token to a customer.
    func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) throws -> Bool {
        self.open { memory in memory.assign(token, to: customer, app: app, at: now, catalog: catalog) }
    }

    /// Returns the customer of a token.
    func customer(of token: AccountToken, app: AppName) throws -> CustomerID? {
        self.open { memory in
            memory.customers[MemoryState.AppToken(app: app, token: token)].map {
                memory.people[app]?.resolved($0) ?? $0
            }
        }
    }

    /// The Apple accounts that a customer is bound to.
    func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        self.open { memory in
            let resolved = memory.people[app]?.resolved(customer) ?? customer
            return memory.bindings(in: MemoryState.Scope(app: app, environment: environment))
                .filter { $0.customer == resolved }
                .sorted { ($0.firstAt, $0.account) < ($1.firstAt, $1.account) }
        }
    }

    /// The customers who are bound to an Apple account.
    func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        self.open { memory in
            memory.bindings(in: MemoryState.Scope(app: app, environment: environment))
                .filter { $0.account == account }
                .sorted { ($0.firstAt, $0.customer) < ($1.firstAt, $1.customer) }
        }
    }

    /// Returns the chains without an owner that have a purchase by an Apple Account.
    func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [OwnedChain] {
        self.open { memory in
            memory.chains(in: MemoryState.Scope(app: app, environment: environment))
                .filter { $0.hasUnclaimedPurchase(of: account) }
                .sorted { $0.firstTransactionID < $1.firstTransactionID }
        }
    }
}
