/// A customer of a world: one Apple account, named by whoever plays the story.
public struct WorldCustomer: Hashable, Sendable, CustomStringConvertible {
    /// The name, such as `anna`.
    public let name: String

    /// The name.
    public var description: String { self.name }

    /// The customer of this name, who need not exist yet.
    public init(name: String) {
        self.name = name
    }
}
