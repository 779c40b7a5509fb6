/// Something that must never be and was.
package struct ExplorerTrouble: Hashable, Sendable, CustomStringConvertible {
    /// The name of the invariant that did not hold.
    package let invariant: String
    /// What was found.
    package let text: String

    /// A trouble of these values.
    package init(invariant: String, text: String) {
        self.invariant = invariant
        self.text = text
    }

    /// Both.
    package var description: String { "\(self.invariant): \(self.text)" }
}
