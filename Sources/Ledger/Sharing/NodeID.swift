/// One of the processes that share the books, told apart from all others as long as it lives.
package struct NodeID: Hashable, Sendable, CustomStringConvertible {
    /// Hexadecimal digits, by chance.
    package let rawValue: String

    /// A node with this name.
    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name.
    package var description: String { self.rawValue }
}
