/// One record of a world's input or output: a command, a request to Apple's interfaces, or a delivery attempt.
///
/// A replay needs only these records: everything else follows from the seed.
public struct JournalRecord: Hashable, Sendable {
    /// The kind of record.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// An action.
        case command
        /// A request to one of Apple's server interfaces.
        case request
        /// A delivery attempt of a notification.
        case delivery
    }

    /// The instant on the world's clock, in milliseconds since 1970.
    public let at: Int64
    /// The kind of record.
    public let kind: Kind
    /// The action of a command, or of a request that has the effect of an action.
    public var action: WorldAction? {
        get { self.boxedAction.wrappedValue }
        set { self.boxedAction.wrappedValue = newValue }
    }
    /// The error code of a command that was refused.
    public var refusal: String?
    /// The operation's name, for a request.
    public var operation: String?
    /// The HTTP status of the response to a request or to a delivery.
    public var status: Int?
    /// The transaction that a request about a refund names, whatever its outcome.
    public var transaction: String?
    /// The body of a request about a refund, as received.
    public var body: String?
    /// Apple's error code for a refused request.
    public var errorCode: Int64?
    /// The notification's name, `TYPE/SUBTYPE`, for a delivery.
    public var notification: String?
    /// The notification's index among all notifications of the world, for a delivery.
    public var index: Int?
    /// Apple's name for the outcome of a delivery.
    public var result: String?

    /// Stored out of line: an action is large, and most records have none.
    private var boxedAction = Boxed<WorldAction>(wrappedValue: nil)

    init(at: Int64, _ kind: Kind) {
        self.at = at
        self.kind = kind
    }
}

extension JournalRecord: Codable {
    private enum Field: String, CodingKey {
        case at, kind, action, refusal, operation, status, transaction, body, errorCode, notification,
            index, result
    }

    /// Decodes a record.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.init(
            at: try fields.decode(Int64.self, forKey: .at),
            try fields.decode(Kind.self, forKey: .kind)
        )
        self.action = try fields.decodeIfPresent(WorldAction.self, forKey: .action)
        self.refusal = try fields.decodeIfPresent(String.self, forKey: .refusal)
        self.operation = try fields.decodeIfPresent(String.self, forKey: .operation)
        self.status = try fields.decodeIfPresent(Int.self, forKey: .status)
        self.transaction = try fields.decodeIfPresent(String.self, forKey: .transaction)
        self.body = try fields.decodeIfPresent(String.self, forKey: .body)
        self.errorCode = try fields.decodeIfPresent(Int64.self, forKey: .errorCode)
        self.notification = try fields.decodeIfPresent(String.self, forKey: .notification)
        self.index = try fields.decodeIfPresent(Int.self, forKey: .index)
        self.result = try fields.decodeIfPresent(String.self, forKey: .result)
    }

    /// Encodes a record, omitting absent values.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(self.at, forKey: .at)
        try fields.encode(self.kind, forKey: .kind)
        try fields.encodeIfPresent(self.action, forKey: .action)
        try fields.encodeIfPresent(self.refusal, forKey: .refusal)
        try fields.encodeIfPresent(self.operation, forKey: .operation)
        try fields.encodeIfPresent(self.status, forKey: .status)
        try fields.encodeIfPresent(self.transaction, forKey: .transaction)
        try fields.encodeIfPresent(self.body, forKey: .body)
        try fields.encodeIfPresent(self.errorCode, forKey: .errorCode)
        try fields.encodeIfPresent(self.notification, forKey: .notification)
        try fields.encodeIfPresent(self.index, forKey: .index)
        try fields.encodeIfPresent(self.result, forKey: .result)
    }
}

/// A filter for the records of a journal; absent fields match everything.
public struct JournalQuery: Hashable, Sendable {
    /// Only records of this kind.
    public var kind: JournalRecord.Kind?
    /// Only actions of this verb.
    public var verb: WorldVerb?
    /// Only requests of this operation.
    public var operation: String?
    /// Only deliveries of this notification: `TYPE`, or `TYPE/SUBTYPE`.
    public var notification: String?
    /// Only records about this transaction.
    public var transaction: String?
    /// Only records with this HTTP status.
    public var status: Int?
    /// Only records from this instant on, in milliseconds since 1970.
    public var from: Int64?
    /// Only records before this instant, in milliseconds since 1970.
    public var until: Int64?

    /// Creates a filter that matches every record.
    public init() {}

    /// Returns whether a record matches.
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
