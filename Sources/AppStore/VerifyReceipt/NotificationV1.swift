/// A notification of version 1: plain JSON with a secret in it, signed by nobody.
public struct NotificationV1: Sendable {
    /// What happened, in Apple's word.
    public let type: String
    /// Where.
    public let environment: AppStoreEnvironment?
    /// The app's bundle id.
    public let bundleID: String?
    /// The version of the app, where it says so.
    public let bundleVersion: String?
    /// The secret that the sender knows.
    public let password: String?
    /// The chain it is about, where it says so.
    public let originalTransactionID: String?
    /// What it says of the purchases; the members of notifications before 2021 are read as well.
    public let answer: VerifyReceiptAnswer

    /// Reads a body; `nil` for JSON that is no such notification.
    public init?(json: [UInt8]) throws(JSONError) {
        let value = try JSONValue(json: json)
        guard let type = value["notification_type"]?.looseText else { return nil }
        self.type = type
        self.environment = value["environment"]?.looseText.map { word in
            word == "PROD" ? .production : AppStoreEnvironment(rawValue: word)
        }
        self.bundleID = value["bid"]?.looseText
        self.bundleVersion = value["bvrs"]?.looseText
        self.password = value["password"]?.looseText
        self.originalTransactionID = value["original_transaction_id"]?.looseText
        self.answer = VerifyReceiptAnswer(value["unified_receipt"] ?? value)
    }

    /// The types that Apple has ever sent; any other is taken like these.
    public static let types: Set<String> = [
        "INITIAL_BUY", "DID_RENEW", "DID_RECOVER", "RENEWAL", "INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "CANCEL", "REFUND", "REVOKE", "CONSUMPTION_REQUEST",
        "PRICE_INCREASE_CONSENT",
    ]
}

extension NotificationV1: CustomStringConvertible, CustomReflectable {
    /// The type alone: the rest names purchases, and has a secret.
    public var description: String { "NotificationV1(\(self.type))" }

    /// Nothing of it is shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
