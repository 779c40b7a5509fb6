import Notation

/// What was last seen of a customer whose reasons reached the threshold that the shop drew.
///
/// It is kept from the first time on, also after the reasons have decayed: its revision tells whoever looked meanwhile
/// from whoever looked before.
package struct RiskRecord: Hashable, Sendable {
    /// Whose.
    package let customer: CustomerID
    /// A number by which marks of the same points are in order.
    package let number: Int64
    /// His points when he was last looked at.
    package let points: Int64
    /// Since when he is at the threshold or above it; `nil` while he is below.
    package let raisedAt: Instant?
    /// When he was last looked at.
    package let assessedAt: Instant
    /// When he is looked at again though nothing happens; `nil` where time alone changes nothing.
    package let dueAt: Instant?
    /// How often he was looked at.
    package let revision: Int64

    /// A mark of these values.
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

    /// The place of this mark in a list with the most points first.
    package var place: RiskCursor { RiskCursor(points: self.points, number: self.number) }
}

/// One look at a customer's reasons, to be compared with the last one and kept.
package struct RiskAssessment: Hashable, Sendable {
    /// The reasons as they are.
    package let risk: Risk
    /// The threshold: from so many points on the shop is told.
    package let threshold: Int64
    /// When it was looked.
    package let at: Instant
    /// When time alone brings him below the threshold; `nil` if never, or where he is below.
    package let dueAt: Instant?
    /// The revision of the mark that was there before the ledger was read; 0 for none.
    package let revision: Int64

    /// A look of these values.
    package init(_ risk: Risk, threshold: Int64, at now: Instant, dueAt: Instant?, revision: Int64) {
        self.risk = risk
        self.threshold = threshold
        self.at = now
        self.dueAt = dueAt
        self.revision = revision
    }

    /// Whether the reasons reach the threshold.
    package var isRaised: Bool { self.risk.points >= self.threshold }

    /// What is told: that he crossed the threshold, in whichever direction; `nil` where he is on the side where he was.
    package func crossing(after known: RiskRecord?) -> EventName? {
        let wasRaised = known?.raisedAt != nil
        guard wasRaised != self.isRaised else { return nil }
        return self.isRaised ? .riskRaised : .riskEased
    }

    /// Since when he is at the threshold or above it.
    package func raisedAt(after known: RiskRecord?) -> Instant? { self.isRaised ? known?.raisedAt ?? self.at : nil }

    /// What is told of a customer.
    ///
    /// Other customers are counted there and not named: an event is kept for long, and in many places.
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
