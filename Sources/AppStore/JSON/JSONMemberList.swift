/// The members of an object while the reader reads it; the list detects a second member with the same name.
///
/// Up to a limit, keys are compared one by one. Beyond it they are stored in a set, so that an object with a hundred
/// thousand keys takes linear and not quadratic time.
struct JSONMemberList {
    /// The number of members from which keys are looked up in a set.
    private static let linearLimit = 32

    /// The members read so far, in order.
    private(set) var members: [JSONMember] = []
    private var keys: Set<[UInt8]> = []

    /// Returns whether a member with this key, byte for byte, has been read.
    mutating func contains(_ key: String) -> Bool {
        if self.members.count < Self.linearLimit {
            return self.members.contains { $0.key.hasSameBytes(as: key) }
        }
        if self.keys.isEmpty {
            for member in self.members { self.keys.insert(Array(member.key.utf8)) }
        }
        return self.keys.contains(Array(key.utf8))
    }

    /// Appends a member whose key the caller has checked with `contains(_:)`.
    mutating func append(_ member: JSONMember) {
        if !self.keys.isEmpty { self.keys.insert(Array(member.key.utf8)) }
        self.members.append(member)
    }
}
