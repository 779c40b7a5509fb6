import Crypto

/// Which books these are, and in which state: what is asked before a copy of them is gone on with.
package struct BooksIdentity: Hashable, Sendable {
    /// A digest over what books begin with and keep; other books have another.
    package let origin: [UInt8]
    /// A digest over the first and last row of each table, their numbers and the counters.
    ///
    /// A server that opens the books changes a counter, and so the state, before it does anything else.
    package let state: [UInt8]

    /// An identity of these digests.
    package init(origin: [UInt8], state: [UInt8]) {
        self.origin = origin
        self.state = state
    }

    /// The digest over groups of values.
    package static func digest(over groups: [(name: String, values: [StoredValue])]) -> [UInt8] {
        var hash = SHA256()
        for group in groups {
            hash.update(data: StoredPosition.encode([.text(Array(group.name.utf8))] + group.values))
        }
        return Array(hash.finalize())
    }
}
