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
