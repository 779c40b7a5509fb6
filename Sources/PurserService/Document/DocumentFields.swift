internal import Ledger

/// A map whose keys have been checked, ready to be asked for its values by key.
package struct DocumentFields: Sendable {
    /// The map itself.
    package let field: DocumentField
    /// Its values in the order of the document, each with its key.
    package let all: [(key: String, field: DocumentField)]

    /// The values of this map.
    package init(field: DocumentField, entries: [DocumentNode.Entry]) {
        self.field = field
        self.all = entries.map { entry in
            let value = DocumentField(
                keyPath: field.path(to: entry.key),
                keyOrigin: entry.origin,
                node: entry.value
            )
            return (entry.key, value)
        }
    }

    /// The value of a key, or `nil` when the key is absent.
    package subscript(key: String) -> DocumentField? {
        self.all.first { $0.key.hasSameBytes(as: key) }?.field
    }
}
