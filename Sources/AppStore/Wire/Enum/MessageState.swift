/// Where Apple's review of a retention message stands.
public struct MessageState: OpenEnum {
    /// The value as Apple writes it.
    public let rawValue: String

    /// A value, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension MessageState {
    /// Waiting for review.
    public static let pending = MessageState(rawValue: "PENDING")
    /// Approved; the message can be shown.
    public static let approved = MessageState(rawValue: "APPROVED")
    /// Rejected; the message cannot be shown.
    public static let rejected = MessageState(rawValue: "REJECTED")

    /// The values this version knows, in the order of Apple's documentation.
    public static let allKnown: [MessageState] = [.pending, .approved, .rejected]
}
