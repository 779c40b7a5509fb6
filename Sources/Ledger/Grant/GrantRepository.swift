/// Keeps what was granted by hand.
///
/// Each method is one whole unit of work, as those of `Repository` are.
package protocol GrantRepository: Sendable {
    /// Keeps a grant and tells what it makes of the customer's rights; `false` when one of this name is known for him
    /// already, which then stays as it is.
    func keep(
        _ grant: Grant,
        for customer: CustomerID,
        app: AppName,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Bool

    /// Takes a grant back and returns it as it is then, or `nil` when the customer has none of this name. One that was
    /// taken back stays as it is.
    func revoke(
        _ id: GrantID,
        of customer: CustomerID,
        app: AppName,
        _ revocation: Grant.Revocation,
        catalogue: Catalogue
    ) async throws(RepositoryError) -> Grant?

    /// Everything that a customer was granted, by ascending name.
    func grants(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> [Grant]
}
