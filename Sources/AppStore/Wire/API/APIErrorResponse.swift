/// The body of an answer that is an error.
public struct APIErrorResponse: WireObject {
    /// Apple's code, seven digits of which the first three are the HTTP status.
    public var errorCode: Int64?
    /// Apple's words for it.
    public var errorMessage: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<APIErrorResponse> = [
        WireField("errorCode", \.errorCode),
        WireField("errorMessage", \.errorMessage),
    ]
}
