/// Reads claims, decisions and transfers of ownership.
package protocol OwnershipReads {
    /// Returns an action and whether it has been undone; `nil` when it does not exist.
    func ownershipChange(_ id: OwnershipChangeID, of app: AppName) throws -> (change: OwnershipChange, isUndone: Bool)?

    /// Returns the transfers from or to a customer, newest first, after the first `skipping` ones.
    func transfers(of customer: CustomerID, app: AppName, skipping: Int, limit: Int) throws -> [OwnershipTransfer]

    /// Returns the transfers of the chain that a transaction belongs to, newest first.
    func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) throws -> [OwnershipTransfer]

    /// Returns the tokens that identify a customer, in their order: including those of customers merged into them,
    /// without those of orders.
    func accountTokens(of customer: CustomerID, app: AppName) throws -> [AccountToken]

    /// Returns the customer whom a token identifies.
    func customer(of token: AccountToken, app: AppName) throws -> CustomerID?

    /// Returns the Apple Accounts that a customer is bound to, with the first and the last instant, in their order.
    func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding]

    /// Returns the chains with a purchase on an Apple Account that has no owner, ordered by their first transaction.
    func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [OwnedChain]

    /// Returns the customers who are bound to an Apple Account, in the order in which they were first seen.
    func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) throws -> [AppleAccountBinding]
}

/// Stores claims, decisions and transfers of ownership.
package protocol OwnershipWrites {
    /// Carries out an action, or only previews it, and returns the transfers in both environments.
    ///
    /// Carrying out the same action twice transfers nothing more. A decision is dated after all earlier decisions in
    /// the app, and after those of an import on the same transaction, so that it counts even if no time has passed.
    ///
    /// - Throws: `RepositoryError`, as the other methods do; the result contains the refusal of an action.
    func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) throws -> Result<[OwnershipTransfer], OwnershipRefusal>

    /// Returns what recording an intake would do, without recording it.
    func preview(_ intake: Intake) throws -> OwnershipPreview

    /// Makes a token identify a customer; returns `false` when it identifies another already.
    func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) throws -> Bool
}
