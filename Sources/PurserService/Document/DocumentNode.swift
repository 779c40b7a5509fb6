internal import Ledger

/// One value of a YAML document, with its position.
///
/// A tree consists only of texts, lists and maps. The code that reads a value decides whether it is a number, a
/// duration or a price, so that `1e3` or `no` is never converted silently.
package struct DocumentNode: Hashable, Sendable {
    /// The position of a value.
    package enum Origin: Hashable, Sendable {
        /// A line and column of the document, both counted from 1.
        case document(line: Int, column: Int)
        /// An environment variable with this name.
        case environment(String)
    }

    /// One key of a map with its value.
    package struct Entry: Hashable, Sendable {
        /// The key as written.
        package let key: String
        /// The position of the key.
        package let origin: Origin
        /// The value.
        package let value: DocumentNode

        /// Creates an entry of a map.
        package init(key: String, origin: Origin, value: DocumentNode) {
            self.key = key
            self.origin = origin
            self.value = value
        }
    }

    /// The content of a node.
    package enum Content: Hashable, Sendable {
        /// A text; `isPlain` if it was written without quotes.
        case scalar(String, isPlain: Bool)
        /// A list of values.
        indirect case list([DocumentNode])
        /// A map, in the order of the document, without duplicate keys.
        indirect case map([Entry])
    }

    /// The position of the value.
    package let origin: Origin
    /// The content of the value.
    package let content: Content

    /// Creates a value at a position.
    package init(origin: Origin, content: Content) {
        self.origin = origin
        self.content = content
    }

    /// Whether the value is empty: a key without a value, `~` or `null`.
    package var isEmpty: Bool {
        guard case .scalar(let text, isPlain: true) = self.content else { return false }
        return text.isEmpty || text == "" || text == "null"
    }

    /// The kind of the content, for messages.
    package var shape: String {
        switch self.content {
        case .scalar where self.isEmpty: "empty"
        case .scalar: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }
}

/// A value together with its key path.
package struct DocumentField: Hashable, Sendable {
    /// The keys that lead to the value, joined by dots; empty for the document itself.
    package let keyPath: String
    /// The position of the key; for the document and for elements of a list, the position of the value.
    package let keyOrigin: DocumentNode.Origin
    /// The value.
    package let node: DocumentNode

    /// Creates a value at these keys.
    package init(keyPath: String, keyOrigin: DocumentNode.Origin, node: DocumentNode) {
        self.keyPath = keyPath
        self.keyOrigin = keyOrigin
        self.node = node
    }

    /// Creates the field of the whole document.
    package init(document: DocumentNode) {
        self.init(keyPath: "", keyOrigin: document.origin, node: document)
    }

    /// The last key of the path.
    package var key: String {
        self.keyPath.split(separator: ".").last.map(String.init) ?? ""
    }

    /// Returns the key path of `key` below this value.
    package func path(to key: String) -> String {
        self.keyPath.isEmpty ? key : self.keyPath + "." + key
    }
}

/// A map whose keys have been checked, for reading its values by key.
package struct DocumentFields: Sendable {
    /// The map itself.
    package let field: DocumentField
    /// The values in the order of the document, each with its key.
    package let all: [(key: String, field: DocumentField)]

    /// Creates the values of this map.
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

    /// The value of a key, or `nil` if the key is absent.
    package subscript(key: String) -> DocumentField? {
        self.all.first { $0.key.hasSameBytes(as: key) }?.field
    }
}
