/// The answer to Get Realtime URL.
public struct RealtimeURLResponse: WireObject {
    /// The address Apple asks.
    public var realtimeURL: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<RealtimeURLResponse> = [
        WireField("realtimeURL", \.realtimeURL)
    ]
}
