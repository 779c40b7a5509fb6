import Foundation

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
    /// The apps and products that the body and each of its rows state.
    package let statedIdentities: [StatedIdentity]
    /// What it says of the purchases; the members of notifications before 2021 are read as well.
    ///
    /// Where none of its rows says that it was refunded and the body says it at its top, as old ones do, the rows of
    /// the transaction that the body is about say it.
    public private(set) var answer: VerifyReceiptResponse

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

    /// Writes the date that stands at the top of a body into the rows that it is about.
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

    /// Whether the beginning of a body, however much of it is here, has a member in it that only this version has.
    ///
    /// Members may come in any order, so the one that names the type may be last.
    package static func isLikely(_ beginning: some Sequence<UInt8>) -> Bool {
        let bytes = Data(beginning)
        return Self.ownMembers.contains { bytes.range(of: $0) != nil }
    }

    /// The names of members that stand in every notification of this version, and never in one of version 2.
    private static let ownMembers = ["notification_type", "unified_receipt", "latest_receipt", "password"]
        .map { Data("\"\($0)\"".utf8) }

    /// The renewal that stands at the top of a body, which has no list of them; `nil` where nobody knows of what it is.
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

    /// Adds the date that stands at the top of a body to the renewal that it is about: of the chain that the body
    /// names, or the only one, with the status that the body has.
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

    /// The one transaction that a question about a refund is about; `nil` where it names several, and nobody knows
    /// which.
    public var requestedTransactionID: String? {
        let rows = (self.answer.latestRows + self.answer.rows).filter { row in
            self.originalTransactionID.map { $0 == row.originalTransactionID ?? row.transactionID } ?? true
        }
        let named = Set(rows.compactMap(\.transactionID))
        if named.count < 2 { return named.first ?? self.originalTransactionID }
        // What was restored has an id for each device; the first one names what was paid.
        guard let original = self.originalTransactionID, named.contains(original),
            rows.allSatisfy({ $0.expiresAt == nil })
        else { return nil }
        return original
    }

    /// The types that Apple has ever sent; any other is taken like these.
    public static let types: Set<String> = [
        "INITIAL_BUY", "DID_RENEW", "DID_RECOVER", "RENEWAL", "INTERACTIVE_RENEWAL", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "CANCEL", "REFUND", "REVOKE", Self.consumptionRequest,
        "PRICE_INCREASE_CONSENT",
    ]

    /// The type that asks what the shop has to say about a refund.
    public static let consumptionRequest = "CONSUMPTION_REQUEST"
}

extension NotificationV1: CustomStringConvertible, CustomReflectable {
    /// The type alone: the rest names purchases, and has a secret.
    public var description: String { "NotificationV1(\(self.type))" }

    /// Nothing of it is shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
