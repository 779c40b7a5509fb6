/// The answer to a report that was taken.
public struct ExternalPurchaseReportResponse: WireObject {
    /// Our id of the report.
    public var requestIdentifier: String?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExternalPurchaseReportResponse> = [
        WireField("requestIdentifier", \.requestIdentifier)
    ]
}
