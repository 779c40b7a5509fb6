import Foundation

/// A notification of version 1: unsigned JSON that contains the app's shared secret.
public struct NotificationV1: Sendable {
    /// Apple's name of the notification type.
    public let type: String
    /// The environment.
    public let environment: AppStoreEnvironment?
    /// The app's bundle identifier.
    public let bundleID: String?
    /// The version of the app, if stated.
    public let bundleVersion: String?
    /// The shared secret, which authenticates the sender.
    public let password: String?
    /// The original transaction identifier of the chain, if stated.
    public let originalTransactionID: String?
    /// The apps and products that the body and each of its rows state.
    package let statedIdentities: [StatedIdentity]
    /// The purchases and renewals that the notification describes, in the form of a verifyReceipt response.
    ///
    /// Notifications before 2021 state them in other members, which are read too.
    ///
    /// Old notifications state the refund date only at the top level of the body. If no purchase has a refund date, the
    /// date at the top level is copied to the purchases with ``requestedTransactionID``.
    public private(set) var answer: VerifyReceiptResponse

    /// Reads a body; `nil` if the JSON is not such a notification.
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
        self.statedIdentities = Self.statedIdentities(in: value)
        let originalTransactionID = value["original_transaction_id"]?.looseText
        self.originalTransactionID = originalTransactionID
        var answer = VerifyReceiptResponse(value["unified_receipt"] ?? value)
        if answer.renewals.isEmpty, let renewal = Self.renewal(value, of: originalTransactionID, among: answer) {
            answer.renewals = [renewal]
        }
        Self.date(&answer.renewals, by: value, of: originalTransactionID)
        self.answer = answer
        if let canceledAt = VerifyReceiptDate.instant("cancellation_date", in: value) { self.cancel(at: canceledAt) }
    }

    /// Copies the refund date from the top level of a body to the rows that it applies to.
    private mutating func cancel(at canceledAt: Timestamp) {
        guard !(self.answer.latestRows + self.answer.rows).contains(where: { $0.canceledAt != nil }),
            let id = self.requestedTransactionID
        else { return }
        for place in self.answer.latestRows.indices
        where self.answer.latestRows[place].transactionID?.hasSameBytes(as: id) == true {
            self.answer.latestRows[place].canceledAt = canceledAt
        }
        for place in self.answer.rows.indices
        where self.answer.rows[place].transactionID?.hasSameBytes(as: id) == true {
            self.answer.rows[place].canceledAt = canceledAt
        }
    }

    /// Returns whether the available beginning of a body contains a member that only this version has.
    ///
    /// Members may come in any order, so the one with the type may be last.
    package static func isLikely(_ beginning: some Sequence<UInt8>) -> Bool {
        let bytes = Data(beginning)
        return Self.ownMembers.contains { bytes.range(of: $0) != nil }
    }

    /// The names of members that are in every notification of this version and in none of version 2.
    private static let ownMembers = ["notification_type", "unified_receipt", "latest_receipt", "password"]
        .map { Data("\"\($0)\"".utf8) }

    /// Returns the renewal at the top level of a body without a list of renewals; `nil` if its subscription is unknown.
    private static func renewal(
        _ value: JSONValue,
        of original: String?,
        among answer: VerifyReceiptResponse
    ) -> PendingRenewal? {
        guard value["auto_renew_status"] != nil else { return nil }
        let periods = (answer.latestRows + answer.rows).filter { row in
            row.expiresAt != nil && (original == nil || row.originalTransactionID == original)
        }
        guard Set(periods.map(\.originalTransactionID)).count == 1 else { return nil }
        let newest = periods.max { ($0.expiresAt?.milliseconds ?? 0) < ($1.expiresAt?.milliseconds ?? 0) }
        var renewal = PendingRenewal(value)
        renewal.originalTransactionID = newest?.originalTransactionID
        renewal.productID = newest?.productID
        return renewal
    }

    /// Adds the date at the top level of a body to the renewal that it applies to: the one of the chain that the body
    /// names, or the only one with the body's status.
    private static func date(_ renewals: inout [PendingRenewal], by value: JSONValue, of original: String?) {
        guard let status = value["auto_renew_status"]?.looseFlag,
            let changedAt = VerifyReceiptDate.instant("auto_renew_status_change_date", in: value)
        else { return }
        let count = renewals.count
        for place in renewals.indices {
            let renewal = renewals[place]
            let isMeant = original.map { $0 == renewal.originalTransactionID } ?? (count == 1)
            guard isMeant, renewal.autoRenews == status, renewal.autoRenewStatusChangedAt == nil else { continue }
            renewals[place].autoRenewStatusChangedAt = changedAt
        }
    }

    /// The transaction that a request for consumption information is about; `nil` if the notification names several and
    /// the right one is unknown.
    public var requestedTransactionID: String? {
        let rows = (self.answer.latestRows + self.answer.rows).filter { row in
            self.originalTransactionID.map { $0 == row.originalTransactionID ?? row.transactionID } ?? true
        }
        let named = Set(rows.compactMap(\.transactionID))
        if named.count < 2 { return named.first ?? self.originalTransactionID }
        // A restored transaction has an identifier for each device; the first one identifies the payment.
        guard let original = self.originalTransactionID, named.contains(original),
            rows.allSatisfy({ $0.expiresAt == nil })
        else { return nil }
        return original
    }

    /// The types that Apple has ever sent; any other type is handled the same way.
    public static let types: Set<String> = [
        "INITIAL_BUY", "DID_RENEW", "DID_RECOVER", "RENEWAL", "INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "CANCEL", "REFUND", "REVOKE", Self.consumptionRequest,
        "PRICE_INCREASE_CONSENT",
    ]

    /// The type with which Apple requests consumption information about a refund request.
    public static let consumptionRequest = "CONSUMPTION_REQUEST"
}

extension NotificationV1: CustomStringConvertible, CustomReflectable {
    /// A description with the type only, because the other members identify purchases and contain a secret.
    public var description: String { "NotificationV1(\(self.type))" }

    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
