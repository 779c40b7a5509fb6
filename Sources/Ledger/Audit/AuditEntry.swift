import Notation

/// One entry of the audit log: what an operator did.
///
/// Entries are only ever added. Each holds the hash of itself together with that of the entry before it, so that none
/// can be changed, taken out or moved without every later hash changing too.
package struct AuditEntry: Hashable, Sendable {
    /// Its number; the first is 1 and none is left out.
    package let number: Int64
    /// When it was written.
    package let at: Instant
    /// Who did it: a user of the machine.
    package let operatorName: String
    /// What was done.
    package let action: AuditAction
    /// What it was done to.
    package let subject: String
    /// Why, where a reason was given.
    package let reason: AuditReason?
    /// Further values by name.
    ///
    /// Nothing about a person belongs here, because they are never erased.
    package let details: [String: String]
    /// The hash of the entry before, or `AuditHash.beginning`.
    package let predecessor: AuditHash
    /// SHA-256 of `hashedBytes`.
    package let hash: AuditHash

    /// An entry of these parts.
    package init(
        number: Int64,
        at: Instant,
        operatorName: String,
        action: AuditAction,
        subject: String,
        reason: AuditReason?,
        details: [String: String],
        predecessor: AuditHash,
        hash: AuditHash
    ) {
        self.number = number
        self.at = at
        self.operatorName = operatorName
        self.action = action
        self.subject = subject
        self.reason = reason
        self.details = details
        self.predecessor = predecessor
        self.hash = hash
    }

    /// What came of the action; `nil` in an entry of a version that did not say so.
    package var outcome: AuditOutcome? { AuditOutcome(self.details) }

    /// The same entry with another hash.
    package func with(hash: AuditHash) -> Self {
        Self(
            number: self.number,
            at: self.at,
            operatorName: self.operatorName,
            action: self.action,
            subject: self.subject,
            reason: self.reason,
            details: self.details,
            predecessor: self.predecessor,
            hash: hash
        )
    }

    /// The same entry whose reason has lost its words and keeps its hash.
    package var withoutReasonText: Self {
        Self(
            number: self.number,
            at: self.at,
            operatorName: self.operatorName,
            action: self.action,
            subject: self.subject,
            reason: self.reason.map { AuditReason(text: nil, salt: nil, hash: $0.hash) },
            details: self.details,
            predecessor: self.predecessor,
            hash: self.hash
        )
    }

    /// The bytes that `hash` is taken of: each part with its length before it, so that no two entries have the same.
    ///
    /// This form is never changed: the hashes of years depend on it.
    package var hashedBytes: [UInt8] {
        var bytes = Array("purser audit 1\n".utf8)
        bytes += self.predecessor.bytes
        Self.add(self.number, to: &bytes)
        Self.add(self.at.milliseconds, to: &bytes)
        for text in [self.operatorName, self.action.rawValue, self.subject] { Self.add(text, to: &bytes) }
        if let reason {
            bytes.append(1)
            bytes += reason.hash.bytes
        } else {
            bytes.append(0)
        }
        Self.add(Int64(self.details.count), to: &bytes)
        let names = self.details.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for name in names {
            Self.add(name, to: &bytes)
            Self.add(self.details[name] ?? "", to: &bytes)
        }
        return bytes
    }

    private static func add(_ number: Int64, to bytes: inout [UInt8]) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> Int64(shift)))
        }
    }

    private static func add(_ text: String, to bytes: inout [UInt8]) {
        Self.add(Int64(text.utf8.count), to: &bytes)
        bytes += Array(text.utf8)
    }
}

/// A SHA-256 that holds the audit log together.
///
/// The ledger imports no cryptography; whoever writes an entry computes it.
package struct AuditHash: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes in a hash.
    package static let byteCount = 32
    /// What stands before the first entry.
    package static let beginning = Self(zeros: ())

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// A hash of these bytes, or `nil` when there are not exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    private init(zeros _: Void) {
        self.bytes = Array(repeating: 0, count: Self.byteCount)
    }

    /// Hexadecimal digits.
    package var description: String { Hexadecimal.text(self.bytes) }
}

/// Where the audit log ends.
package struct AuditHead: Hashable, Sendable {
    /// How many entries were ever written, as counted apart from them.
    package let count: Int64
    /// The hash of the last entry that is there, or `AuditHash.beginning`.
    package let hash: AuditHash

    /// A head of these parts.
    package init(count: Int64, hash: AuditHash) {
        self.count = count
        self.hash = hash
    }

    /// The head of a log without entries.
    package static let beginning = Self(count: 0, hash: .beginning)
}
