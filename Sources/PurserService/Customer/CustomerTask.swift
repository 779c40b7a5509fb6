package import Ledger

/// Something that an operator wants to know of a customer or to do for one, with what it needs.
package struct CustomerTask: OperatorTask {
    /// What is wanted.
    package enum Deed: Hashable, Sendable {
        /// All that is known of a customer.
        case show(CustomerID)
        /// Everything that an id stands for.
        case lookUp(String)
        /// A customer merged into another one.
        case merge(CustomerID, into: CustomerID)
        /// The tokens ended that were minted for a customer's apps.
        case endSessions(CustomerID)
        /// A customer's name erased.
        case erase(CustomerID)
        /// A purchase moved.
        case move(MoveOrder)
        /// An act undone.
        case undo(OwnershipChangeID)
        /// The moves from and to a customer.
        case moves(CustomerID, limit: Int)
        /// A consent recorded, under an id if one is named.
        case consent(CustomerID, ConsentStatement, id: ConsentID?)
        /// The consents of a customer.
        case consents(CustomerID)
        /// A consent withdrawn: that of an id, or the one that stands.
        case withdrawConsent(CustomerID, id: ConsentID?, at: Instant?)
        /// What happened to a customer.
        case timeline(CustomerID, kinds: Set<TimelineEntry.Kind>, limit: Int)
    }

    /// The app.
    package let app: AppName
    /// What is wanted.
    package let deed: Deed

    /// A task in an app.
    package init(_ deed: Deed, in app: AppName) {
        self.deed = deed
        self.app = app
    }

    /// The most lines of one list.
    package static let longestList = 1000

    /// Whether it changes something, so that somebody should be asked before.
    package var isChange: Bool {
        switch self.deed {
        case .merge, .endSessions, .erase, .move, .undo, .consent, .withdrawConsent: true
        case .show, .lookUp, .moves, .consents, .timeline: false
        }
    }
}
