/// The body of Configure Realtime URL.
public struct RealtimeURLRequest: WireObject {
    /// The address Apple asks, up to 256 characters.
    public var realtimeURL: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RealtimeURLRequest> = [
        WireField("realtimeURL", \.realtimeURL)
    ]
}
