/// Reads the customers whose points have reached the shop's threshold, in Production.
///
/// Merged customers share one record.
package protocol RiskReads {
    /// Returns the record of a customer; `nil` for a customer who never reached the threshold.
    func riskRecord(of customer: CustomerID, app: AppName) throws -> RiskRecord?

    /// Returns the customers at the threshold or above it, those with the most points first, after a position.
    func riskRecords(of app: AppName, after place: RiskCursor?, limit: Int) throws -> [RiskRecord]

    /// Returns the customers of an app who are due for an assessment without new facts, earliest first.
    func dueRisks(of app: AppName, at now: Instant, limit: Int) throws -> [CustomerID]
}

/// Stores the customers whose points have reached the shop's threshold, in Production.
package protocol RiskWrites {
    /// Stores an assessment and, if the customer crossed the threshold, publishes it in their event stream.
    ///
    /// Returns `false` and changes nothing where another assessment was stored after the revision of this one: the
    /// facts that were read may be out of date, and the caller has to read them again. Nothing is stored for a customer
    /// who never reached the threshold.
    func note(_ assessment: RiskAssessment, of customer: CustomerID, app: AppName) throws -> Bool
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
