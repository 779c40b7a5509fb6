/// A text that is never shown: printing, dumping or logging it says `(secret)`.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself, for the one place that needs it.
    package let revealed: String

    /// A secret of this text.
    package init(_ revealed: String) {
        self.revealed = revealed
    }

    /// `(secret)`.
    package var description: String { "(secret)" }

    /// `(secret)`.
    package var debugDescription: String { "(secret)" }

    /// Nothing to look into.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
