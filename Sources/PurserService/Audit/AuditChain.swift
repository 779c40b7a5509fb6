import Crypto
package import Ledger

/// Follows an audit log entry by entry and finds out whether it holds.
///
/// Found is every entry that was changed, taken out, put in or moved, unless whoever did it wrote all later hashes
/// anew; against that helps only a hash that was noted elsewhere. A log that was cut off at its end is found by the
/// count that is kept apart from it.
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

/// What is wrong with an audit log.
package enum AuditFlaw: Hashable, Sendable, CustomStringConvertible {
    /// An entry is not what it was when it was written.
    case changed(number: Int64)
    /// The words of an entry's reason are not those that were written.
    case reasonChanged(number: Int64)
    /// An entry does not follow the one before it: that one was changed, taken out or moved.
    case brokenBefore(number: Int64)
    /// Entries are missing before this one.
    case missingBefore(number: Int64)
    /// The log ends before it should.
    case cutOff(last: Int64, count: Int64)

    /// One plain sentence.
    package var description: String {
        switch self {
        case .changed(let number): "Entry \(number) of the audit log was changed after it was written."
        case .reasonChanged(let number): "The reason in entry \(number) of the audit log was changed."
        case .brokenBefore(let number): "Entry \(number) of the audit log does not follow the entry before it."
        case .missingBefore(let number): "Entries before number \(number) of the audit log are missing."
        case .cutOff(let last, let count):
            "The audit log ends with entry \(last), but \(count) were written."
        }
    }

    /// A stable code.
    package var code: String {
        switch self {
        case .changed: "audit_entry_changed"
        case .reasonChanged: "audit_reason_changed"
        case .brokenBefore: "audit_chain_broken"
        case .missingBefore: "audit_entries_missing"
        case .cutOff: "audit_log_cut_off"
        }
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
