/// A response of verifyReceipt, or the same content in a notification of version 1.
///
/// It has one of two formats, before and since iOS 7.
///
/// It is not signed, so it is only as trustworthy as the connection or the secret that it came with.
public struct VerifyReceiptResponse: Hashable, Sendable {
    /// The status.
    public var status: VerifyReceiptStatus
    /// The environment of the receipt.
    public var environment: AppStoreEnvironment?
    /// Whether the same request may succeed later, if the response states it.
    public var isRetryable: Bool?
    /// The app's bundle identifier.
    public var bundleID: String?
    /// The time at which the receipt was created.
    public var createdAt: Timestamp?
    /// The time of the response.
    public var requestedAt: Timestamp?
    /// The purchases of the receipt in the request.
    public var rows: [ReceiptTransaction]
    /// The purchases that Apple currently knows.
    public var latestRows: [ReceiptTransaction]
    /// The renewals that Apple expects.
    public var renewals: [PendingRenewal]
    /// The latest receipt in Base64.
    public var latestReceipt: String?
    /// Whether the response has the format from before iOS 7.
    public var isOldShape: Bool

    /// Reads a response.
    public init(json: [UInt8]) throws(JSONError) {
        let value = try JSONValue(json: json, maximumNodes: JSONReader.maximumTrustedNodes)
        guard case .object = value, let status = value["status"]?.looseNumber else {
            throw JSONError(.wrongType, offset: 0, path: "status")
        }
        self.init(value, status: VerifyReceiptStatus(rawValue: status))
    }

    /// Reads an object that has the members of a response, such as `unified_receipt`.
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
        // The old format describes one subscription, whose next renewal is at the top level.
        var renewal = PendingRenewal(value)
        let row = self.latestRows.first ?? self.rows.first
        renewal.originalTransactionID = row?.originalTransactionID
        renewal.productID = row?.productID
        self.renewals = [renewal]
    }
}

/// The status of a response of verifyReceipt.
public struct VerifyReceiptStatus: RawRepresentable, Hashable, Sendable {
    /// The number as Apple writes it.
    public let rawValue: Int64

    /// Creates a status, whether or not this version knows it.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// The receipt is authentic.
    ///
    /// The status does not say whether a subscription is active.
    public static let valid = Self(rawValue: 0)
    /// The request was not a POST or not JSON.
    public static let unreadableRequest = Self(rawValue: 21000)
    /// The receipt is missing or malformed, or the service had a temporary failure.
    public static let malformedReceipt = Self(rawValue: 21002)
    /// The receipt is not authentic.
    public static let notAuthentic = Self(rawValue: 21003)
    /// The shared secret does not belong to the app.
    public static let wrongSecret = Self(rawValue: 21004)
    /// The service is temporarily unavailable.
    public static let unavailable = Self(rawValue: 21005)
    /// The receipt is an authentic transaction receipt from before iOS 7 whose subscription has expired.
    public static let expired = Self(rawValue: 21006)
    /// A receipt of the Sandbox was sent to Production.
    public static let isSandbox = Self(rawValue: 21007)
    /// A receipt of Production was sent to the Sandbox.
    public static let isProduction = Self(rawValue: 21008)
    /// The service had an internal failure.
    public static let internalError = Self(rawValue: 21009)
    /// The Apple Account was not found or was deleted.
    public static let noAccount = Self(rawValue: 21010)

    /// Whether the response contains the decoded receipt.
    public var isDecoded: Bool { self == .valid || self == .expired }

    /// Returns whether the same request may succeed later.
    ///
    /// For a status from 21100 to 21199, the result is `flag`, the value of the response's field `is_retryable` or
    /// `is-retryable`. If the response lacks the field, or if the status is unknown, the result is `true`.
    public func isRetryable(saying flag: Bool?) -> Bool {
        switch self.rawValue {
        case 0, 21000, 21001, 21003, 21004, 21006, 21007, 21008, 21010: false
        case 21100...21199: flag ?? true
        default: true
        }
    }
}
