/// A request to verifyReceipt.
public struct VerifyReceiptRequest: Hashable, Sendable {
    /// The receipt in Base64; `nil` if it is missing.
    public var receipt: String?
    /// The app's shared secret.
    public var password: String?
    /// Whether the response should contain only the latest transaction of each subscription.
    public var excludesOldTransactions: Bool

    /// Creates a request from its parts.
    public init(receipt: String?, password: String? = nil, excludesOldTransactions: Bool = false) {
        self.receipt = receipt
        self.password = password
        self.excludesOldTransactions = excludesOldTransactions
    }

    /// Reads a request; like Apple, it ignores unknown fields and fields of another type.
    package init(json: [UInt8]) throws(JSONError) {
        let value = try JSONValue(json: json)
        guard case .object = value else { throw JSONError(.wrongType, offset: 0) }
        self.init(
            receipt: value["receipt-data"]?.looseText,
            password: value["password"]?.looseText,
            excludesOldTransactions: value["exclude-old-transactions"]?.looseFlag ?? false
        )
    }

    /// The request as JSON.
    public func json() -> [UInt8] {
        var members: [JSONMember] = []
        if self.excludesOldTransactions {
            members.append(JSONMember(key: "exclude-old-transactions", value: .bool(true)))
        }
        if let password { members.append(JSONMember(key: "password", value: .string(password))) }
        if let receipt { members.append(JSONMember(key: "receipt-data", value: .string(receipt))) }
        return JSONValue.object(members).json()
    }
}
