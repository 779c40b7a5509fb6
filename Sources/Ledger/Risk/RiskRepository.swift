/// Keeps which customers' reasons reached the threshold that the shop drew, in Production.
///
/// Each method is one whole unit of work, as those of `Repository` are. Who counts as another shares his mark.
package protocol RiskRepository: Sendable {
    /// What was last seen of a customer; `nil` for somebody who never reached the threshold.
    func riskRecord(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskRecord?

    /// Keeps what was seen of a customer and tells in his event stream that he crossed the threshold, if he did.
    ///
    /// Returns `false` and changes nothing where somebody else looked at him after the revision of this look: what was
    /// read may be out of date, and has to be read again. Nothing is kept of somebody who never reached the threshold.
    func note(_ assessment: RiskAssessment, of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool

    /// The customers at the threshold or above it, those with the most points first, after a place.
    func riskRecords(
        of app: AppName,
        after place: RiskCursor?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskRecord]

    /// The customers of an app who are to be looked at again though nothing happened, earliest first.
    func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID]
}

/// A place in the list of customers whose reasons reached the threshold, the most points first.
package struct RiskCursor: Hashable, Sendable, Comparable {
    /// The points of the customer there.
    package let points: Int64
    /// The number of his mark.
    package let number: Int64

    /// The place of these points and this number.
    package init(points: Int64, number: Int64) {
        self.points = points
        self.number = number
    }

    /// Whether a place has fewer points, or the same and a smaller number.
    package static func < (left: Self, right: Self) -> Bool {
        left.points != right.points ? left.points < right.points : left.number < right.number
    }
}
