import Ledger

/// The operators' ownership actions, by app.
struct MemoryOwnershipChanges: Sendable {
    /// An action in an app.
    struct Key: Hashable {
        let app: AppName
        let id: OwnershipChangeID
    }

    /// The actions that were carried out.
    var done: [Key: OwnershipChange] = [:]
    /// The actions that count as never done.
    var undone: Set<Key> = []

    /// Replaces the id of a customer by another one in every action that names the customer.
    mutating func rename(_ customer: CustomerID, to nameless: CustomerID, app: AppName) {
        for (key, change) in self.done where key.app == app {
            let kind: OwnershipChange.Kind
            switch change.kind {
            case .decide(let decision, let environment) where decision.customer == customer:
                kind = .decide(decision.naming(nameless), environment)
            case .merge(let one, let other) where one == customer || other == customer:
                kind = .merge(one == customer ? nameless : one, into: other == customer ? nameless : other)
            case .erase(customer): kind = .erase(nameless)
            default: continue
            }
            self.done[key] = OwnershipChange(
                id: change.id,
                kind: kind,
                changedAt: change.changedAt,
                by: change.by,
                note: change.note
            )
        }
    }
}
