internal import Ledger

/// One value of a YAML document, with the place it came from.
///
/// The tree is small on purpose: text, lists and maps. What a text means (a number, a duration, a price) is decided
/// by whoever asks, so that `1e3` or `no` never turns into something else behind the writer's back.
package struct DocumentNode: Hashable, Sendable {
    /// Where a value was written.
    package enum Origin: Hashable, Sendable {
        /// At this line and column of the document, both counted from 1.
        case document(line: Int, column: Int)
        /// In an environment variable of this name.
        case environment(String)
    }

    /// One key of a map with its value.
    package struct Entry: Hashable, Sendable {
        /// The key as written.
        package let key: String
        /// Where the key stands.
        package let origin: Origin
        /// The value.
        package let value: DocumentNode

        /// An entry of a map.
        package init(key: String, origin: Origin, value: DocumentNode) {
            self.key = key
            self.origin = origin
            self.value = value
        }
    }

    /// What a node holds.
    package enum Content: Hashable, Sendable {
        /// A text; `isPlain` when it was written without quotes.
        case scalar(String, isPlain: Bool)
        /// A list of values.
        indirect case list([DocumentNode])
        /// A map, in the order of the document, without duplicate keys.
        indirect case map([Entry])
    }

    /// Where it was written.
    package let origin: Origin
    /// What it holds.
    package let content: Content

    /// A value and its place.
    package init(origin: Origin, content: Content) {
        self.origin = origin
        self.content = content
    }

    /// Whether nothing was written: a key without a value, `~` or `null`.
    package var isEmpty: Bool {
        guard case .scalar(let text, isPlain: true) = self.content else { return false }
        return text.isEmpty || text == "" || text == "null"
    }

    /// What it is, for a message.
    package var shape: String {
        switch self.content {
        case .scalar where self.isEmpty: "empty"
        case .scalar: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }
}

/// A value together with the keys that lead to it.
package struct DocumentField: Hashable, Sendable {
    /// The keys that lead to it, joined by dots; empty for the document itself.
    package let keyPath: String
    /// Where its key stands; for the document and for elements of a list, where the value stands.
    package let keyOrigin: DocumentNode.Origin
    /// The value.
    package let node: DocumentNode

    /// A value at these keys.
    package init(keyPath: String, keyOrigin: DocumentNode.Origin, node: DocumentNode) {
        self.keyPath = keyPath
        self.keyOrigin = keyOrigin
        self.node = node
    }

    /// The whole document.
    package init(document: DocumentNode) {
        self.init(keyPath: "", keyOrigin: document.origin, node: document)
    }

    /// Its last key.
    package var key: String {
        self.keyPath.split(separator: ".").last.map(String.init) ?? ""
    }

    /// The keys that lead to `key` below it.
    package func path(to key: String) -> String {
        self.keyPath.isEmpty ? key : self.keyPath + "." + key
    }
}

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
