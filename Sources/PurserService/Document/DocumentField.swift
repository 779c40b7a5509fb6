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
