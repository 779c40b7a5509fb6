/// Keeps whose purchases are, and what transferred them.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol OwnershipRepository: Sendable {
    /// Carries out an action, or only says what it would move, and returns the transfers in both environments.
    ///
    /// Carrying out the same action twice moves nothing more. A decision is dated after all that were made before it in
    /// the app, and on the same transaction by an import, so that it counts though no time has passed.
    ///
    /// - Throws: `RepositoryError` as the others do; an action that cannot be done is refused in the result.
    func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalog: Catalog,
        isPreview: Bool
    ) async throws(RepositoryError) -> Result<[OwnershipTransfer], OwnershipRefusal>

    /// An action, or `nil` when none has this name, and whether it has been undone.
    func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) async throws(RepositoryError) -> (change: OwnershipChange, isUndone: Bool)?

    /// The transfers from or to a customer, newest first, after as many as `skipping`.
    func transfers(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer]

    /// The transfers of the chain that a transaction belongs to, newest first.
    func transfers(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipTransfer]

    /// What recording a unit would do, without recording it.
    func preview(_ intake: Intake) async throws(RepositoryError) -> OwnershipPreview

    /// The tokens that stand for a customer, those of customers merged into him included and those of orders not, in
    /// their order.
    func accountTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [AccountToken]

    /// Lets a token stand for a customer; `false` when it stands for another already.
    func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalog: Catalog
    ) async throws(RepositoryError) -> Bool

    /// The customer whom a token stands for.
    func customer(of token: AccountToken, app: AppName) async throws(RepositoryError) -> CustomerID?

    /// The Apple accounts that a customer is bound to, with the first and the last instant, in their order.
    func appleAccounts(
        of customer: CustomerID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding]

    /// The chains with a purchase on an Apple account that nobody owns, by their first transaction.
    func unclaimedChains(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [OwnedChain]

    /// The customers who are bound to an Apple account, in the order in which they were first seen.
    func bindings(
        of account: AppTransactionID,
        app: AppName,
        environment: StoreEnvironment
    ) async throws(RepositoryError) -> [AppleAccountBinding]
}
