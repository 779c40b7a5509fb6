/// One thing that came to a world from outside, or went out: a command, a request to Apple's interfaces, or an attempt to
/// deliver.
///
/// Records are what a world's life is played again from: the rest follows from its seed.
public struct JournalRecord: Hashable, Sendable, Codable {
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
    public var action: WorldAction?
    /// The code of the error, of a command that was refused.
    public var refusal: String?
    /// The operation's name, of a request.
    public var operation: String?
    /// The HTTP status: of the answer to a request, or to a delivery.
    public var status: Int?
    /// Apple's error code, of a request that was refused.
    public var errorCode: Int64?
    /// `TYPE/SUBTYPE`, of a delivery.
    public var notification: String?
    /// The notification's place among all of the world, of a delivery.
    public var place: Int?
    /// Apple's word for how a delivery went.
    public var result: String?

    init(at: Int64, _ kind: Kind) {
        self.at = at
        self.kind = kind
    }
}
