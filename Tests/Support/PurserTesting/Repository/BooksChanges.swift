import Ledger

/// What operators did to ownership, by app.
struct BooksChanges: Sendable {
    /// An act in an app.
    struct Key: Hashable {
        let app: AppName
        let id: OwnershipChangeID
    }

    /// The acts that were carried out.
    var done: [Key: OwnershipChange] = [:]
    /// The acts that count as never done.
    var undone: Set<Key> = []

    /// Puts another id in the place of a customer's, in every act that names him.
    mutating func rename(_ customer: CustomerID, to nameless: CustomerID, app: AppName) {
        for (key, change) in self.done where key.app == app {
            let act: OwnershipChange.Act
            switch change.act {
            case .decide(let decision, let environment) where decision.customer == customer:
                act = .decide(decision.naming(nameless), environment)
            case .merge(let one, let other) where one == customer || other == customer:
                act = .merge(one == customer ? nameless : one, into: other == customer ? nameless : other)
            case .erase(customer): act = .erase(nameless)
            default: continue
            }
            self.done[key] = OwnershipChange(
                id: change.id,
                act: act,
                changedAt: change.changedAt,
                by: change.by,
                note: change.note
            )
        }
    }
}
