/// A repository of the customers whose points have reached the shop's threshold, in Production.
///
/// Each method is one complete unit of work, as the methods of `Repository` are. Merged customers share one record.
package protocol RiskRepository: Sendable {
    /// Returns the record of a customer; `nil` for a customer who never reached the threshold.
    func riskRecord(of customer: CustomerID, app: AppName) async throws(RepositoryError) -> RiskRecord?

    /// Stores an assessment and, if the customer crossed the threshold, publishes it in their event stream.
    ///
    /// Returns `false` and changes nothing where another assessment was stored after the revision of this one: the
    /// facts that were read may be out of date, and the caller has to read them again. Nothing is stored for a customer
    /// who never reached the threshold.
    func note(_ assessment: RiskAssessment, of customer: CustomerID, app: AppName) async throws(RepositoryError) -> Bool

    /// Returns the customers at the threshold or above it, those with the most points first, after a position.
    func riskRecords(
        of app: AppName,
        after place: RiskCursor?,
        limit: Int
    ) async throws(RepositoryError) -> [RiskRecord]

    /// Returns the customers of an app who are due for an assessment without new facts, earliest first.
    func dueRisks(of app: AppName, at now: Instant, limit: Int) async throws(RepositoryError) -> [CustomerID]
}

/// A position in the list of customers whose points have reached the threshold, the most points first.
package struct RiskCursor: Hashable, Sendable, Comparable {
    /// The points of the customer at the position.
    package let points: Int64
    /// The number of their record.
    package let number: Int64

    /// Creates the position of these points and this number.
    package init(points: Int64, number: Int64) {
        self.points = points
        self.number = number
    }

    /// Orders positions by points, then by number.
    package static func < (left: Self, right: Self) -> Bool {
        left.points != right.points ? left.points < right.points : left.number < right.number
    }
}
