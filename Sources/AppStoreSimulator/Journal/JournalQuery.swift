/// Which records of a journal are meant; what is absent does not matter.
public struct JournalQuery: Hashable, Sendable {
    /// Only records of this kind.
    public var kind: JournalRecord.Kind?
    /// Only of this verb.
    public var verb: WorldVerb?
    /// Only of this operation.
    public var operation: String?
    /// Only of this notification: `TYPE`, or `TYPE/SUBTYPE`.
    public var notification: String?
    /// Only about this transaction.
    public var transaction: String?
    /// Only with this HTTP status.
    public var status: Int?
    /// Only from this instant on, in milliseconds since 1970.
    public var from: Int64?
    /// Only before this instant.
    public var until: Int64?

    /// Every record.
    public init() {}

    /// Whether a record is meant.
    public func matches(_ record: JournalRecord) -> Bool {
        (self.kind.map { record.kind == $0 } ?? true)
            && (self.verb.map { record.action?.verb == $0 } ?? true)
            && (self.operation.map { record.operation == $0 } ?? true)
            && (self.notification.map {
                record.notification == $0 || record.notification?.hasPrefix($0 + "/") == true
            } ?? true)
            && (self.transaction.map { (record.transaction ?? record.action?.transaction) == $0 } ?? true)
            && (self.status.map { record.status == $0 } ?? true)
            && (self.from.map { record.at >= $0 } ?? true) && (self.until.map { record.at < $0 } ?? true)
    }
}
