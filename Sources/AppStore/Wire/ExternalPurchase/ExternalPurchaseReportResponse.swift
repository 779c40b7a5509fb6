/// The answer to a report that was taken.
public struct ExternalPurchaseReportResponse: WireObject {
    /// Our id of the report.
    public var requestIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// An object with these fields; what is left out is absent.
    public init(requestIdentifier: String? = nil, unknownFields: [JSONMember] = []) {
        self.requestIdentifier = requestIdentifier
        self.unknownFields = unknownFields
    }

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExternalPurchaseReportResponse> = [
        WireField("requestIdentifier", \.requestIdentifier)
    ]
}
