package import Ledger

extension SQLRepository {
    /// Carries out an ownership change, or only returns what it would transfer.
    package func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) async throws(RepositoryError) -> Result<[OwnershipTransfer], OwnershipRefusal> {
        try await self.write { session in
            guard isPreview else {
                let result = try session.change(change, of: app, catalog: catalog)
                if case .erase = change.kind { session.connection.noteErasure() }
                // The answer follows a commit, even where nothing had to change.
                try session.run(.countRepeat)
                return result
            }
            return try session.preview { try session.change(change, of: app, catalog: catalog) }
        }
    }

    /// Returns an ownership change, and whether it has been undone.
    package func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) async throws(RepositoryError) -> (change: OwnershipChange, isUndone: Bool)? {
        try await self.read { session in
            guard let app = try session.knownApp(app) else { return nil }
            return try session.storedChange(id, app: app).map { ($0.change, $0.isUndone) }
        }
    }

    /// Returns the transfers from or to a customer, newest first.
    package func transfers(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer] {
        try await self.read { session in try session.transfers(of: customer, app: app, skipping: skipping, limit: limit)
        }
    }

    /// Returns the transfers of the chain that a transaction belongs to, newest first.
    package func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer] {
        try await self.read { session in
            try session.transfers(of: transaction, in: ScopeName(app: app, environment: environment), limit: limit)
        }
    }

    /// Returns what recording a unit would do, without recording it.
    package func preview(_ intake: Intake) async throws(RepositoryError) -> OwnershipPreview {
        try await self.write { session in
            try session.preview {
                let (recorded, transfers) = try session.collectingTransfers { try session.record(intake) }
                let scope = ScopeName(app: intake.app, environment: intake.environment)
                return OwnershipPreview(
                    recorded: recorded,
                    transfers: transfers,
                    ledger: try intake.submission.map { try session.ledger(of: $0.customer, in: scope) }
                )
            }
        }
    }

    /// Returns the tokens that identify a customer, except those of orders.
    package func accountTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [AccountToken] {
        try await self.read { session in try session.accountTokens(of: customer, app: app) }
    }

    /// Assigns a token to a customer.
    package func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool {
        try await self.write { session in
            try session.assign(token, to: customer, app: app, at: now, catalog: catalog)
        }
    }

    /// Returns the customer that a token identifies.
    package func customer(of token: AccountToken, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try await self.read { session in try session.customer(of: token, app: app) }
    }

    /// Returns the Apple Accounts that a customer is bound to.
    package func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try await self.read { session in
            try session.appleAccounts(of: customer, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Returns the customers who are bound to an Apple Account.
    package func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try await self.read { session in
            try session.bindings(of: account, in: ScopeName(app: app, environment: environment))
        }
    }

    /// Returns the chains with a purchase of an Apple Account that has no owner.
    package func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [OwnedChain] {
        try await self.read { session in
            try session.unclaimedChains(of: account, in: ScopeName(app: app, environment: environment))
        }
    }
}
