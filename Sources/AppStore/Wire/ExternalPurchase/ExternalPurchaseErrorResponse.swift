/// The answer to a report that was not taken; nothing of it was stored.
public struct ExternalPurchaseErrorResponse: WireObject {
    /// What is wrong with it.
    public var errors: [Item]?
    /// Members that this version does not know, in the order of the text.
    public var unknownFields: [JSONMember] = []

    /// Nothing known: every field absent.
    public init() {}

    /// The fields, in Apple's order.
    public static let fields: WireFields<ExternalPurchaseErrorResponse> = [
        WireField("errors", \.errors)
    ]
}

extension ExternalPurchaseErrorResponse {
    /// One thing wrong with a report.
    public struct Item: WireObject {
        /// Apple's code.
        public var errorCode: Int32?
        /// Apple's words for it.
        public var errorMessage: String?
        /// The field at fault.
        public var fieldName: String?
        /// The line item at fault.
        public var lineItemId: String?
        /// Members that this version does not know, in the order of the text.
        public var unknownFields: [JSONMember] = []

        /// Nothing known: every field absent.
        public init() {}

        /// The fields, in Apple's order.
        public static let fields: WireFields<ExternalPurchaseErrorResponse.Item> = [
            WireField("errorCode", \.errorCode),
            WireField("errorMessage", \.errorMessage),
            WireField("fieldName", \.fieldName),
            WireField("lineItemId", \.lineItemId),
        ]
    }
}
