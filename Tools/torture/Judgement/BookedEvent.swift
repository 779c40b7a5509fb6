/// An event of the books, as a receiver should know it.
package struct BookedEvent: Hashable, Sendable {
    /// Its id.
    package let id: String
    /// What its lane is called: the id without the number.
    package let lane: String
    /// Its number in the lane.
    package let number: Int64
    /// What happened.
    package let name: String
    /// The environment that it is about.
    package let environment: String
    /// SHA-256 of the whole event, in lowercase hexadecimal.
    package let digest: String

    /// An event of these values.
    package init(lane: String, number: Int64, name: String, environment: String, digest: String) {
        self.id = "\(lane)_\(number)"
        self.lane = lane
        self.number = number
        self.name = name
        self.environment = environment
        self.digest = digest
    }
}
