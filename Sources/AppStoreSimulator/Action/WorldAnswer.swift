/// What an action led to, at once.
public struct WorldAnswer: Sendable {
    /// The transactions it made or handed out, in their order; a purchase that waits has none.
    public var purchases: [WorldPurchase] = []
    /// The notifications it caused; what it causes later is on the agenda.
    public var notifications: [WorldNotification] = []
    /// An identifier it made: a test notification's token, an external purchase's id.
    public var identifier: String?

    /// An answer that says nothing.
    public init() {}
}
