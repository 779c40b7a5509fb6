import Notation

/// The last assessment of a customer whose points have reached the shop's threshold.
///
/// It is stored from the first time on, also after the points have decayed: its revision detects concurrent
/// assessments.
package struct RiskRecord: Hashable, Sendable {
    /// The customer.
    package let customer: CustomerID
    /// A number that orders records with the same points.
    package let number: Int64
    /// The customer's points at the last assessment.
    package let points: Int64
    /// The instant since which the customer is at the threshold or above it; `nil` while below.
    package let raisedAt: Instant?
    /// The instant of the last assessment.
    package let assessedAt: Instant
    /// The instant of the next assessment without new facts; `nil` where time alone changes nothing.
    package let dueAt: Instant?
    /// The number of assessments.
    package let revision: Int64

    /// Creates a record of these values.
    package init(
        customer: CustomerID,
        number: Int64,
        points: Int64,
        raisedAt: Instant?,
        assessedAt: Instant,
        dueAt: Instant?,
        revision: Int64
    ) {
        self.customer = customer
        self.number = number
        self.points = points
        self.raisedAt = raisedAt
        self.assessedAt = assessedAt
        self.dueAt = dueAt
        self.revision = revision
    }

    /// The position of this record in a list with the most points first.
    package var place: RiskCursor { RiskCursor(points: self.points, number: self.number) }
}

/// One assessment of a customer's reasons, to be compared with the last one and stored.
package struct RiskAssessment: Hashable, Sendable {
    /// The current reasons.
    package let risk: Risk
    /// The threshold: the points from which the server publishes an event.
    package let threshold: Int64
    /// The instant of the assessment.
    package let at: Instant
    /// The instant at which time alone brings the customer below the threshold; `nil` if it never does, or where they
    /// are below.
    package let dueAt: Instant?
    /// The revision of the record before the ledger was read; 0 for none.
    package let revision: Int64

    /// Creates an assessment of these values.
    package init(_ risk: Risk, threshold: Int64, at now: Instant, dueAt: Instant?, revision: Int64) {
        self.risk = risk
        self.threshold = threshold
        self.at = now
        self.dueAt = dueAt
        self.revision = revision
    }

    /// Whether the reasons reach the threshold.
    package var isRaised: Bool { self.risk.points >= self.threshold }

    /// Returns the event to publish when the customer crossed the threshold, in either direction; `nil` where they did
    /// not.
    package func crossing(after known: RiskRecord?) -> EventName? {
        let wasRaised = known?.raisedAt != nil
        guard wasRaised != self.isRaised else { return nil }
        return self.isRaised ? .riskRaised : .riskEased
    }

    /// Returns the instant since which the customer is at the threshold or above it.
    package func raisedAt(after known: RiskRecord?) -> Instant? { self.isRaised ? known?.raisedAt ?? self.at : nil }

    /// Returns the draft of an event about a customer.
    ///
    /// Other customers are counted in it and not named, because an event is stored for long, and in many places.
    package func draft(_ name: EventName, of customer: CustomerID) -> EventDerivation.Draft {
        var json = JSONText()
        json.add("environment", StoreEnvironment.production.rawValue)
        json.add("risk") { json in
            json.add("points", self.risk.points)
            json.add("threshold", self.threshold)
            json.add("raised", self.isRaised)
            json.add("reasons", self.risk.reasons) { json, reason in
                json.add("reason", reason.kind.rawValue)
                json.add("points", reason.points)
                json.add("count", reason.count)
                json.add("lastAt", reason.lastAt)
                json.add("transactions", reason.transactions.map(\.rawValue))
            }
        }
        return EventDerivation.Draft(recipient: customer, name: name, body: json.bytes)
    }
}
