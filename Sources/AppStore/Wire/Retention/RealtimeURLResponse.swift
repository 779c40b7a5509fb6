/// The answer to Get Realtime URL.
public struct RealtimeURLResponse: WireObject {
    /// The address Apple asks.
    public var realtimeURL: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(realtimeURL: String? = nil, unknownFields: [JSONMember] = []) {
        self.realtimeURL = realtimeURL
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<RealtimeURLResponse> = [
        WireField("realtimeURL", \.realtimeURL)
    ]
}
