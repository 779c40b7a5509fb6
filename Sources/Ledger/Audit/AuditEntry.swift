import Notation

/// One entry of the audit log: an operator's action.
///
/// Entries are only ever appended. The hash of each entry covers the hash of the entry before it, so that changing,
/// removing or reordering an entry changes every later hash.
package struct AuditEntry: Hashable, Sendable {
    /// The number of the entry; the first is 1, and numbers have no gaps.
    package let number: Int64
    /// The instant of the entry.
    package let at: Instant
    /// The name of who acted: a user of the machine, or a key.
    package let operatorName: String
    /// The action.
    package let action: AuditAction
    /// The object of the action.
    package let subject: String
    /// The reason that was given, if any.
    package let reason: AuditReason?
    /// Further values by name.
    ///
    /// They are never erased and must contain no personal data.
    package let details: [String: String]
    /// The hash of the entry before; `AuditHash.beginning` for the first.
    package let predecessor: AuditHash
    /// The SHA-256 of `hashedBytes`.
    package let hash: AuditHash

    /// Creates an entry with these values.
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

    /// The outcome of the action; `nil` in an entry of a version that did not record one.
    package var outcome: AuditOutcome? { AuditOutcome(self.details) }

    /// Returns the same entry with another hash.
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

    /// The same entry without the text of its reason; the hash of the reason stays.
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

    /// The bytes that `hash` is computed from.
    ///
    /// Each part is preceded by its length, so that different entries have different bytes.
    ///
    /// This form never changes, because the hashes of existing logs depend on it.
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

/// A SHA-256 of the audit log's hash chain.
///
/// The ledger imports no cryptography; the caller that writes an entry computes it.
package struct AuditHash: Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes in a hash.
    package static let byteCount = 32
    /// The predecessor of the first entry: 32 zero bytes.
    package static let beginning = Self(zeros: ())

    /// The 32 bytes.
    package let bytes: [UInt8]

    /// Creates a hash from these bytes; `nil` unless there are exactly 32.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    private init(zeros _: Void) {
        self.bytes = Array(repeating: 0, count: Self.byteCount)
    }

    /// The hash as hexadecimal digits.
    package var description: String { Hexadecimal.text(self.bytes) }
}

/// The end of the audit log.
package struct AuditHead: Hashable, Sendable {
    /// The number of entries ever written, counted separately from the entries.
    package let count: Int64
    /// The hash of the last entry; `AuditHash.beginning` without one.
    package let hash: AuditHash

    /// Creates a head with these values.
    package init(count: Int64, hash: AuditHash) {
        self.count = count
        self.hash = hash
    }

    /// The head of a log without entries.
    package static let beginning = Self(count: 0, hash: .beginning)
}

/// Reads the audit log.
package protocol AuditReads {
    /// Returns the end of the audit log.
    func auditHead() throws -> AuditHead

    /// Returns entries of the audit log after a number, in order; numbers start at 0.
    func auditEntries(after number: Int64, limit: Int) throws -> [AuditEntry]
}

/// Appends to the audit log.
package protocol AuditWrites {
    /// Appends an action to the audit log, writes the number and the hash of the entry into the process's log too, and
    /// returns the entry.
    ///
    /// With a quota the action is appended only within it; `nil` is returned for an action that is only counted.
    func append(_ draft: AuditDraft, within quota: BudgetName?) throws -> AuditEntry?
}
