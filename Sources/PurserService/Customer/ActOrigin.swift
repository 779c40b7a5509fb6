/// Who does something, and why.
package struct ActOrigin: Hashable, Sendable {
    /// The server itself, which does what is due.
    package static let schedule = Self(name: "schedule")

    /// Who: an operator or a key, by name.
    package let name: String
    /// Why, in his own words.
    package let reason: String?

    /// An origin of these values.
    package init(name: String, reason: String? = nil) {
        self.name = name
        self.reason = reason
    }
}
