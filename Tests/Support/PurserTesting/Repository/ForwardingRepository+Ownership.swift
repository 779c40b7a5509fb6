package import Ledger

extension ForwardingRepository {
    package func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) async throws(RepositoryError) -> Result<[OwnershipTransfer], OwnershipRefusal> {
        try await self.base.change(change, of: app, catalog: catalog, isPreview: isPreview)
    }

    package func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) async throws(RepositoryError) -> (change: OwnershipChange, isUndone: Bool)? {
        try await self.base.ownershipChange(id, of: app)
    }

    package func transfers(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer] {
        try await self.base.transfers(of: customer, app: app, skipping: skipping, limit: limit)
    }

    package func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer] {
        try await self.base.transfers(of: transaction, app: app, environment: environment, limit: limit)
    }

    package func preview(_ intake: Intake) async throws(RepositoryError) -> OwnershipPreview {
        try await self.base.preview(intake)
    }

    package func accountTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [AccountToken] {
        try await self.base.accountTokens(of: customer, app: app)
    }

    package func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool {
        try await self.base.assign(token, to: customer, app: app, at: now, catalog: catalog)
    }

    package func customer(of token: AccountToken, app: AppName) async throws(RepositoryError) -> CustomerID? {
        try await self.base.customer(of: token, app: app)
    }

    package func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try await self.base.appleAccounts(of: customer, app: app, environment: environment)
    }

    package func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding] {
        try await self.base.bindings(of: account, app: app, environment: environment)
    }

    /// The chains without an owner that have a purchase by an Apple Account.
    package func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [OwnedChain] {
        try await self.base.unclaimedChains(of: account, app: app, environment: environment)
    }
}
