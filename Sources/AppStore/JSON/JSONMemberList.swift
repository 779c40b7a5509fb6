/// The members of one object while it is being read, which refuses a second member of the same name.
///
/// Few keys are compared one by one; many go into a set, so that an object with a hundred thousand keys costs linear
/// time and not quadratic.
struct JSONMemberList {
    /// From this many members on, keys are looked up in a set.
    private static let linearLimit = 32

    /// The members read so far, in order.
    private(set) var members: [JSONMember] = []
    private var keys: Set<[UInt8]> = []

    /// Whether a member with this key, byte for byte, has been read.
    mutating func contains(_ key: String) -> Bool {
        if self.members.count < Self.linearLimit {
            return self.members.contains { $0.key.hasSameBytes(as: key) }
        }
        if self.keys.isEmpty {
            for member in self.members { self.keys.insert(Array(member.key.utf8)) }
        }
        return self.keys.contains(Array(key.utf8))
    }

    /// Adds a member whose key has been asked for with `contains(_:)`.
    mutating func append(_ member: JSONMember) {
        if !self.keys.isEmpty { self.keys.insert(Array(member.key.utf8)) }
        self.members.append(member)
    }
}
