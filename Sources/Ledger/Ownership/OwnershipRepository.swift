/// Keeps whose purchases are, and what moved them.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol OwnershipRepository: Sendable {
    /// Carries out an act, or only says what it would move, and returns the moves in both environments.
    ///
    /// Carrying out the same act twice moves nothing more. A decision is dated after all that were made before it in the
    /// app, and on the same transaction by an import, so that it counts though no time has passed.
    ///
    /// - Throws: `RepositoryError` as the others do; an act that cannot be done is refused in the result.
    func change(
        _ change: OwnershipChange,
        of app: AppName,
        catalogue: Catalogue,
        isPreview: Bool
    ) async throws(RepositoryError) -> Result<[OwnershipMove], OwnershipRefusal>

    /// An act, or `nil` when none has this name, and whether it has been undone.
    func ownershipChange(
        _ id: OwnershipChangeID,
        of app: AppName
    ) async throws(RepositoryError) -> (change: OwnershipChange, isUndone: Bool)?

    /// The moves from or to a customer, newest first, after as many as `skipping`.
    func moves(
        of customer: CustomerID,
        app: AppName,
        skipping: Int,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipMove]

    /// The moves of the chain that a transaction belongs to, newest first.
    func moves(
        of transaction: TransactionID,
        app: AppName,
        environment: StoreEnvironment,
        limit: Int
    ) async throws(RepositoryError) -> [OwnershipMove]

    /// What recording a unit would do, without recording it.
    func preview(_ intake: Intake) async throws(RepositoryError) -> OwnershipPreview

    /// The tokens that stand for a customer, those of customers merged into him included and those of orders not, in their order.
    func accountTokens(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [AccountToken]

    /// Lets a token stand for a customer; `false` when it stands for another already.
    func assign(
        _ token: AccountToken,
        to customer: CustomerID,
        app: AppName,
        at now: Instant,
        catalogue: Catalogue
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
