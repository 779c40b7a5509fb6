import Crypto
package import Ledger

/// Follows an audit log entry by entry and finds out whether it holds.
///
/// Found is every entry that was changed, taken out, put in or moved, unless whoever did it wrote all later hashes anew;
/// against that helps only a hash that was noted elsewhere. A log that was cut off at its end is found by the count that
/// is kept apart from it.
package struct AuditChain: Sendable {
    /// The number of the entry that was taken last.
    package private(set) var number: Int64 = 0
    /// Its hash.
    package private(set) var hash = AuditHash.beginning
    private var flaws: [AuditFlaw] = []

    /// The beginning of a log.
    package init() {}

    /// Takes the next entry.
    package mutating func take(_ entry: AuditEntry) {
        if entry.number != self.number + 1 {
            self.flaws.append(.missingBefore(number: entry.number))
        }
        if entry.predecessor != self.hash {
            self.flaws.append(.brokenBefore(number: entry.number))
        }
        if AuditHash(of: entry.hashedBytes) != entry.hash {
            self.flaws.append(.changed(number: entry.number))
        }
        if let bytes = entry.reason?.hashedBytes, AuditHash(of: bytes) != entry.reason?.hash {
            self.flaws.append(.reasonChanged(number: entry.number))
        }
        self.number = entry.number
        self.hash = entry.hash
    }

    /// Everything that is wrong, now that the log has ended where its head says or later.
    package func finish(_ head: AuditHead) -> [AuditFlaw] {
        guard self.number < head.count else { return self.flaws }
        return self.flaws + [.cutOff(last: self.number, count: head.count)]
    }
}

extension AuditHash {
    /// The SHA-256 of these bytes.
    init(of bytes: [UInt8]) {
        guard let hash = Self(Array(SHA256.hash(data: bytes))) else {
            preconditionFailure("SHA-256 has 32 bytes.")
        }
        self = hash
    }
}
