/// The name of an operator's action on ownership, by which it can be undone.
package typealias OwnershipChangeID = Identifier<OwnershipChange>

/// An operator's action on ownership, or a shop's.
package struct OwnershipChange: Hashable, Sendable {
    /// What is done.
    package enum Kind: Hashable, Sendable {
        /// A purchase, or a chain from a purchase on, is a customer's.
        case decide(Decision, StoreEnvironment)
        /// All of one customer's purchases, tokens and bindings are another's from now on: he is the same person.
        case merge(CustomerID, into: CustomerID)
        /// A customer's name, tokens and bindings are forgotten.
        ///
        /// Cannot be undone.
        case erase(CustomerID)
        /// An earlier action counts as never done.
        case undo(OwnershipChangeID)
    }

    /// Its name.
    package let id: OwnershipChangeID
    /// What is done.
    package let kind: Kind
    /// When.
    package let changedAt: Instant
    /// Who does it: an operator or a key, by name.
    package let by: String
    /// Why, in his words.
    package let note: String?

    /// An action of these values; a decision bears the action's date.
    package init(id: OwnershipChangeID, kind: Kind, changedAt: Instant, by: String, note: String? = nil) {
        self.id = id
        self.kind = kind.dated(changedAt)
        self.changedAt = changedAt
        self.by = by
        self.note = note
    }

    /// The same action; a decision is dated after the one before it on the same purchases, though that may bear the
    /// same date or a later one.
    ///
    /// Of several decisions on one purchase the newest counts, and a clock that stands, or two whose times differ, must
    /// not make an operator's last word an earlier one. The date is kept with the action, so that any order gives the
    /// same again.
    package func following(_ last: Instant?) -> Self {
        guard case .decide = self.kind, let last, self.changedAt <= last else { return self }
        let changedAt = last + Span(milliseconds: 1)
        return Self(id: self.id, kind: self.kind, changedAt: changedAt, by: self.by, note: self.note)
    }

    /// The same action with another id for a customer, and without the words that may speak of him; as it is where it
    /// is not about him.
    package func naming(_ nameless: CustomerID, insteadOf customer: CustomerID) -> Self {
        let kind: Kind
        switch self.kind {
        case .decide(let decision, let environment) where decision.customer == customer:
            kind = .decide(decision.naming(nameless), environment)
        case .merge(let one, let other) where one == customer || other == customer:
            kind = .merge(one == customer ? nameless : one, into: other == customer ? nameless : other)
        case .erase(customer): kind = .erase(nameless)
        default: return self
        }
        return Self(id: self.id, kind: kind, changedAt: self.changedAt, by: self.by, note: nil)
    }
}

extension OwnershipChange.Kind {
    /// The same action, with its decision dated.
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

/// Why an action on ownership cannot be done.
package enum OwnershipRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No action has this name.
    case unknownChange = "ownership_change_unknown"
    /// The action has been undone already.
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
