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
}
