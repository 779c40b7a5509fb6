/// The identifier of an operator's action on ownership, by which it can be undone.
package typealias OwnershipChangeID = Identifier<OwnershipChange>

/// An action of an operator or a shop on ownership.
package struct OwnershipChange: Hashable, Sendable {
    /// The kind of action.
    package enum Kind: Hashable, Sendable {
        /// Assigns a purchase, or a chain from a purchase on, to a customer.
        case decide(Decision, StoreEnvironment)
        /// Assigns all purchases, tokens and bindings of one customer to another from now on, because both are the same
        /// person.
        case merge(CustomerID, into: CustomerID)
        /// Deletes a customer's name, tokens and bindings.
        ///
        /// Cannot be undone.
        case erase(CustomerID)
        /// Undoes an earlier action.
        case undo(OwnershipChangeID)
    }

    /// The identifier.
    package let id: OwnershipChangeID
    /// The kind of action.
    package let kind: Kind
    /// The instant of the action.
    package let changedAt: Instant
    /// The name of the operator or key that acted.
    package let by: String
    /// The reason, as free text.
    package let note: String?

    /// Creates an action; a decision has the action's date.
    package init(id: OwnershipChangeID, kind: Kind, changedAt: Instant, by: String, note: String? = nil) {
        self.id = id
        self.kind = kind.dated(changedAt)
        self.changedAt = changedAt
        self.by = by
        self.note = note
    }

    /// Returns the same action, with its decision dated after the one before it on the same purchases, even if that has
    /// the same or a later date.
    ///
    /// Of several decisions on one purchase the newest counts. A clock that stands still, or two clocks that differ,
    /// must not date an operator's last decision before an earlier one. The date is stored with the action, so that any
    /// order of arrival gives the same result.
    package func following(_ last: Instant?) -> Self {
        guard case .decide = self.kind, let last, self.changedAt <= last else { return self }
        let changedAt = last + Span(milliseconds: 1)
        return Self(id: self.id, kind: self.kind, changedAt: changedAt, by: self.by, note: self.note)
    }

    /// Returns the same action with another ID for a customer, and without text that may contain their personal data;
    /// unchanged when it does not concern them.
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
    /// Returns the same action, with its decision dated.
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

/// The reason why an action on ownership is refused.
package enum OwnershipRefusal: String, Error, Hashable, Sendable, CaseIterable {
    /// No action has this identifier.
    case unknownChange = "ownership_change_unknown"
    /// The action has been undone already.
    case alreadyUndone = "ownership_change_undone"
    /// An erasure cannot be undone: the name is deleted.
    case irreversible = "ownership_change_irreversible"
    /// The customer is unknown.
    case unknownCustomer = "customer_unknown"
    /// The customer is merged into another already, or erased.
    case customerGone = "customer_gone"
    /// A customer cannot be merged into themselves, directly or in a circle.
    case mergedIntoItself = "customer_merged_into_itself"
    /// No transaction with this ID is known.
    case unknownTransaction = "transaction_unknown"

    /// A stable code.
    package var code: String { self.rawValue }
}
