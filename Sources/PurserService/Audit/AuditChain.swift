import Crypto
package import Ledger

/// A verifier that reads an audit log entry by entry and checks its hash chain.
///
/// It detects every entry that was changed, removed, inserted or moved, unless the author of the change also computed
/// all later hashes anew; only a hash that was stored elsewhere reveals that. It detects a log that was cut off at its
/// end by the entry count, which is stored separately.
package struct AuditChain: Sendable {
    /// The number of the entry that was read last.
    package private(set) var number: Int64 = 0
    /// The hash of the entry that was read last.
    package private(set) var hash = AuditHash.beginning
    private var flaws: [AuditFlaw] = []

    /// Creates a verifier at the beginning of a log.
    package init() {}

    /// Reads the next entry.
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

    /// Returns every flaw, now that the log has ended at its head or later.
    package func finish(_ head: AuditHead) -> [AuditFlaw] {
        guard self.number < head.count else { return self.flaws }
        return self.flaws + [.cutOff(last: self.number, count: head.count)]
    }
}

/// A flaw of an audit log.
package enum AuditFlaw: Hashable, Sendable, CustomStringConvertible {
    /// An entry was changed after it was written.
    case changed(number: Int64)
    /// The text of an entry's reason was changed after it was written.
    case reasonChanged(number: Int64)
    /// An entry does not follow the one before it: that one was changed, removed or moved.
    case brokenBefore(number: Int64)
    /// Entries are missing before this one.
    case missingBefore(number: Int64)
    /// The log ends before the entry that its head names.
    case cutOff(last: Int64, count: Int64)

    /// One sentence that describes the flaw.
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

    /// The stable code of the flaw.
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
    /// Computes the SHA-256 of these bytes.
    init(of bytes: [UInt8]) {
        guard let hash = Self(Array(SHA256.hash(data: bytes))) else {
            preconditionFailure("SHA-256 has 32 bytes.")
        }
        self = hash
    }
}
