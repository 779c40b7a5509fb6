/// The name of an operator's act on ownership, by which it can be undone.
package typealias OwnershipChangeID = Identifier<OwnershipChange>

/// An operator's act on ownership, or a shop's.
package struct OwnershipChange: Hashable, Sendable {
    /// What is done.
    package enum Act: Hashable, Sendable {
        /// A purchase, or a chain from a purchase on, is a customer's.
        case decide(Decision, StoreEnvironment)
        /// All of one customer's purchases, tokens and bindings are another's from now on: he is the same person.
        case merge(CustomerID, into: CustomerID)
        /// A customer's name, tokens and bindings are forgotten. Cannot be undone.
        case erase(CustomerID)
        /// An earlier act counts as never done.
        case undo(OwnershipChangeID)
    }

    /// Its name.
    package let id: OwnershipChangeID
    /// What is done.
    package let act: Act
    /// When.
    package let changedAt: Instant
    /// Who does it: an operator or a key, by name.
    package let by: String
    /// Why, in his words.
    package let note: String?

    /// An act of these values; a decision bears the act's date.
    package init(id: OwnershipChangeID, act: Act, changedAt: Instant, by: String, note: String? = nil) {
        self.id = id
        self.act = act.dated(changedAt)
        self.changedAt = changedAt
        self.by = by
        self.note = note
    }

    /// The same act; a decision is dated after the one before it on the same purchases, though that may bear the same date
    /// or a later one.
    ///
    /// Of several decisions on one purchase the newest counts, and a clock that stands, or two whose times differ, must not
    /// make an operator's last word an earlier one. The date is kept with the act, so that any order gives the same again.
    package func following(_ last: Instant?) -> Self {
        guard case .decide = self.act, let last, self.changedAt <= last else { return self }
        let changedAt = last + Span(milliseconds: 1)
        return Self(id: self.id, act: self.act, changedAt: changedAt, by: self.by, note: self.note)
    }

    /// The same act with another id for a customer, and without the words that may speak of him; as it is where it is not
    /// about him.
    package func naming(_ nameless: CustomerID, insteadOf customer: CustomerID) -> Self {
        let act: Act
        switch self.act {
        case .decide(let decision, let environment) where decision.customer == customer:
            act = .decide(decision.naming(nameless), environment)
        case .merge(let one, let other) where one == customer || other == customer:
            act = .merge(one == customer ? nameless : one, into: other == customer ? nameless : other)
        case .erase(customer): act = .erase(nameless)
        default: return self
        }
        return Self(id: self.id, act: act, changedAt: self.changedAt, by: self.by, note: nil)
    }
}

extension OwnershipChange.Act {
    /// The same act, with its decision dated.
    fileprivate func dated(_ instant: Instant) -> Self {
        guard case .decide(let decision, let environment) = self else { return self }
        let dated = Decision(
            customer: decision.customer,
            transactionID: decision.transactionID,
            reach: decision.reach,
            decidedAt: instant
        )
        return .decide(dated, environment)
    }
}

/// Why an act on ownership cannot be done.
package enum OwnershipRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No act has this name.
    case unknownChange = "ownership_change_unknown"
    /// The act has been undone already.
    case alreadyUndone = "ownership_change_undone"
    /// An erasure cannot be undone: the name is gone.
    case irreversible = "ownership_change_irreversible"
    /// Nobody has this name.
    case unknownCustomer = "customer_unknown"
    /// The customer is merged into another already, or erased.
    case customerGone = "customer_gone"
    /// A customer cannot be merged into himself, nor in a circle.
    case mergedIntoItself = "customer_merged_into_itself"
    /// No transaction has this id here.
    case unknownTransaction = "transaction_unknown"

    /// A stable code.
    package var code: String { self.rawValue }
}
