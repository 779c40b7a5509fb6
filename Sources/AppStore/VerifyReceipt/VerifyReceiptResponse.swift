/// What verifyReceipt answers, and what a notification of version 1 brings along, in either of the two shapes.
///
/// Nobody signs it: it is as good as the connection or the secret that it came with.
public struct VerifyReceiptResponse: Hashable, Sendable {
    /// The outcome.
    public var status: VerifyReceiptStatus
    /// Where the receipt is from.
    public var environment: AppStoreEnvironment?
    /// Whether the same request may succeed later, where the answer says so.
    public var isRetryable: Bool?
    /// The app's bundle id.
    public var bundleID: String?
    /// When the receipt was made.
    public var createdAt: Timestamp?
    /// When the answer was made.
    public var requestedAt: Timestamp?
    /// The purchases of the receipt that was sent.
    public var rows: [ReceiptTransaction]
    /// The purchases that Apple knows of now.
    public var latestRows: [ReceiptTransaction]
    /// The renewals that Apple expects.
    public var renewals: [PendingRenewal]
    /// The newest receipt in Base64.
    public var latestReceipt: String?
    /// Whether it has the shape from before iOS 7.
    public var isOldShape: Bool

    /// Reads an answer.
    public init(json: [UInt8]) throws(JSONError) {
        let value = try JSONValue(json: json, maximumNodes: JSONReader.maximumTrustedNodes)
        guard case .object = value, let status = value["status"]?.looseNumber else {
            throw JSONError(.wrongType, offset: 0, path: "status")
        }
        self.init(value, status: VerifyReceiptStatus(rawValue: status))
    }

    /// Reads the object that has the members of an answer, such as `unified_receipt`.
    package init(_ value: JSONValue, status: VerifyReceiptStatus = .valid) {
        let receipt = value["receipt"] ?? .null
        let isOldShape = receipt["in_app"] == nil && receipt["bid"] != nil
        self.status = status
        self.environment = value["environment"]?.looseText.map { AppStoreEnvironment(rawValue: $0) }
        self.isRetryable = (value["is_retryable"] ?? value["is-retryable"])?.looseFlag
        self.bundleID = (receipt["bundle_id"] ?? receipt["bid"])?.looseText
        self.createdAt = VerifyReceiptDate.instant("receipt_creation_date", in: receipt)
        self.requestedAt = VerifyReceiptDate.instant("request_date", in: receipt)
        self.rows =
            isOldShape
            ? [ReceiptTransaction(receipt)]
            : (receipt["in_app"]?.looseArray ?? []).map {
                ReceiptTransaction($0)
            }
        self.latestRows = ["latest_receipt_info", "latest_expired_receipt_info"].flatMap {
            (value[$0]?.looseArray ?? []).map { ReceiptTransaction($0) }
        }
        self.renewals = (value["pending_renewal_info"]?.looseArray ?? []).map { PendingRenewal($0) }
        self.latestReceipt = (value["latest_receipt"] ?? value["latest_expired_receipt"])?.looseText
        self.isOldShape = isOldShape
        guard self.renewals.isEmpty, value["auto_renew_status"] != nil else { return }
        // The old shape has one subscription, whose next renewal stands at the top.
        var renewal = PendingRenewal(value)
        let row = self.latestRows.first ?? self.rows.first
        renewal.originalTransactionID = row?.originalTransactionID
        renewal.productID = row?.productID
        self.renewals = [renewal]
    }
}

/// Apple's answer in one number to a receipt that was sent to verifyReceipt.
public struct VerifyReceiptStatus: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int64

    /// A status of this number, known or not.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The receipt is authentic; whether a subscription runs is another question.
    public static let valid = Self(rawValue: 0)
    /// The request was no POST, or no JSON.
    public static let unreadableRequest = Self(rawValue: 21000)
    /// The receipt is missing or malformed, or the service had a fault for a moment.
    public static let malformedReceipt = Self(rawValue: 21002)
    /// The receipt is not authentic.
    public static let notAuthentic = Self(rawValue: 21003)
    /// The shared secret is not the app's.
    public static let wrongSecret = Self(rawValue: 21004)
    /// The service cannot answer now.
    public static let unavailable = Self(rawValue: 21005)
    /// An authentic transaction receipt from before iOS 7 whose subscription has ended.
    public static let expired = Self(rawValue: 21006)
    /// A receipt of the sandbox was sent to production.
    public static let isSandbox = Self(rawValue: 21007)
    /// A receipt of production was sent to the sandbox.
    public static let isProduction = Self(rawValue: 21008)
    /// The service failed inside.
    public static let internalError = Self(rawValue: 21009)
    /// The Apple Account is gone.
    public static let noAccount = Self(rawValue: 21010)

    /// Whether the receipt was decoded in the answer.
    public var isDecoded: Bool { self == .valid || self == .expired }

    /// Whether the same request may succeed later.
    ///
    /// Numbers from 21100 to 21199 say so in a field of their own; without it they, like numbers that nobody knows, may
    /// pass.
    public func isRetryable(saying flag: Bool?) -> Bool {
        switch self.rawValue {
        case 0, 21000, 21001, 21003, 21004, 21006, 21007, 21008, 21010: false
        case 21100...21199: flag ?? true
        default: true
        }
    }
}
