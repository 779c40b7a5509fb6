package import Ledger

extension Session {
    /// Carries out an ownership change, or only returns what it would transfer.
    package func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<[OwnershipTransfer], OwnershipRefusal> {
        guard isPreview else {
            let result = try self.change(change, of: app, catalog: catalog)
            if case .erase = change.kind { self.connection.noteErasure() }
            // The answer follows a commit, even where nothing had to change.
            try self.run(.countRepeat)
            return result
        }
        return try self.preview { try self.change(change, of: app, catalog: catalog) }
    }

    /// Returns an ownership change, and whether it has been undone.
    package func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) throws -> (change: OwnershipChange, isUndone: Bool)? {
        guard let app = try self.knownApp(app) else { return nil }
        return try self.storedChange(id, app: app).map { ($0.change, $0.isUndone) }
    }

    /// Returns the transfers of the chain that a transaction belongs to, newest first.
    package func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> [OwnershipTransfer] {
        try self.transfers(of: transaction, in: ScopeName(app: app, environment: environment), limit: limit)
    }

    /// Returns what recording a unit would do, without recording it.
    package func preview(_ intake: Intake) throws -> OwnershipPreview {
        try self.preview {
            let (recorded, transfers) = try self.collectingTransfers { try self.record(intake) }
            let scope = ScopeName(app: intake.app, environment: intake.environment)
            return OwnershipPreview(
                recorded: recorded,
                transfers: transfers,
                ledger: try intake.submission.map { try self.ledger(of: $0.customer, in: scope) }
            )
        }
    }

    /// Assigns a token to a customer.
    package func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) throws -> Bool {
        try self.assign(token, to: customer, app: app, at: now, catalog: catalog, forOrder: false)
    }

    /// Returns the Apple Accounts that a customer is bound to.
    package func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        try self.appleAccounts(of: customer, in: ScopeName(app: app, environment: environment))
    }

    /// Returns the customers who are bound to an Apple Account.
    package func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding] {
        try self.bindings(of: account, in: ScopeName(app: app, environment: environment))
    }

    /// Returns the chains with a purchase of an Apple Account that has no owner.
    package func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [OwnedChain] {
        try self.unclaimedChains(of: account, in: ScopeName(app: app, environment: environment))
    }
}
