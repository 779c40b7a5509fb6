/// Keeps which customers' reasons reached the line that the shop drew, in Production.
///
/// Each method is one whole unit of work, as those of `Repository` are. Who counts as another shares his mark.
package protocol RiskRepository: Sendable {
    /// What was last seen of a customer; `nil` for somebody who never reached the line.
    func riskMark(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskMark?

    /// Keeps what was seen of a customer and tells in his lane that he crossed the line, if he did.
    ///
    /// Returns `false` and changes nothing where somebody else looked at him after the revision of this look: what was read
    /// may be out of date, and has to be read again. Nothing is kept of somebody who never reached the line.
    func note(_ look: RiskLook, of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool

    /// The customers at the line or above it, those with the most points first, after a place.
    func riskMarks(
        of app: AppName,
        after place: RiskPlace?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskMark]

    /// The customers of an app who are to be looked at again though nothing happened, earliest first.
    func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID]
}
