/// One thing that came to a world from outside, or went out: a command, a request to Apple's interfaces, or an attempt
/// to deliver.
///
/// Records are what a world's life is played again from: the rest follows from its seed.
public struct JournalRecord: Hashable, Sendable {
    /// What it is.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// An action.
        case command
        /// A request to one of Apple's server interfaces.
        case request
        /// An attempt to deliver a notification.
        case delivery
    }

    /// When, in milliseconds since 1970 on the world's clock.
    public let at: Int64
    /// What it is.
    public let kind: Kind
    /// What was done, of a command, and of a request that does what an action does.
    public var action: WorldAction? {
        get { self.boxedAction.wrappedValue }
        set { self.boxedAction.wrappedValue = newValue }
    }
    /// The code of the error, of a command that was refused.
    public var refusal: String?
    /// The operation's name, of a request.
    public var operation: String?
    /// The HTTP status: of the answer to a request, or to a delivery.
    public var status: Int?
    /// The transaction that a request about a refund names, whatever became of it.
    public var transaction: String?
    /// The body of a request about a refund, as it came.
    public var body: String?
    /// Apple's error code, of a request that was refused.
    public var errorCode: Int64?
    /// `TYPE/SUBTYPE`, of a delivery.
    public var notification: String?
    /// The notification's place among all of the world, of a delivery.
    public var index: Int?
    /// Apple's word for how a delivery went.
    public var result: String?

    /// Kept elsewhere: an action is large, and most records have none.
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

    /// Reads a record.
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

    /// Writes a record, without what is absent.
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
