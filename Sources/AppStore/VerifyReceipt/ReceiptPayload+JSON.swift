import Foundation

extension ReceiptPayload {
    /// Returns the `receipt` object of a response about this receipt.
    ///
    /// - Parameter requestedAt: The time of the response.
    /// - Returns: The decoded receipt, with its purchases in `in_app`.
    package func json(requestedAt: Timestamp) -> JSONValue {
        func number(_ key: String, _ value: Int64?) -> JSONMember {
            JSONMember(key: key, value: .number(String(value ?? 0)))
        }
        func text(_ key: String, _ value: String?) -> [JSONMember] {
            value.map { [JSONMember(key: key, value: .string($0))] } ?? []
        }
        var members = text("receipt_type", self.receiptType)
        members += [number("adam_id", self.appAppleID), number("app_item_id", self.appAppleID)]
        members += text("bundle_id", self.bundleID)
        members += text("application_version", self.applicationVersion)
        members += [
            number("download_id", self.downloadID), number("version_external_identifier", self.versionExternalID),
        ]
        members += VerifyReceiptDate.members("receipt_creation_date", self.createdAt)
        members += VerifyReceiptDate.members("request_date", requestedAt)
        members += VerifyReceiptDate.members("original_purchase_date", self.originallyPurchasedAt)
        members += text("original_application_version", self.originalApplicationVersion)
        members += VerifyReceiptDate.members("expiration_date", self.expiresAt)
        let rows = self.transactions.map { $0.json(isLatest: false) }
        return .object(members + [JSONMember(key: "in_app", value: .array(rows))])
    }
}

extension ReceiptTransaction {
    /// Reads a row of `in_app` or `latest_receipt_info`, or the single purchase of a response in the format from before
    /// iOS 7.
    package init(_ row: JSONValue) {
        self.init()
        self.quantity = row["quantity"]?.looseNumber
        self.productID = row["product_id"]?.looseText
        self.transactionID = row["transaction_id"]?.looseText
        self.originalTransactionID = row["original_transaction_id"]?.looseText
        self.purchasedAt = VerifyReceiptDate.instant("purchase_date", in: row)
        self.originallyPurchasedAt = VerifyReceiptDate.instant("original_purchase_date", in: row)
        self.expiresAt = VerifyReceiptDate.instant("expires_date", in: row)
        self.canceledAt = VerifyReceiptDate.instant("cancellation_date", in: row)
        self.cancellationReason = row["cancellation_reason"]?.looseNumber
        self.webOrderLineItemID = row["web_order_line_item_id"]?.looseNumber
        self.isTrial = row["is_trial_period"]?.looseFlag
        self.isIntroductory = row["is_in_intro_offer_period"]?.looseFlag
        self.promotionalOfferID = row["promotional_offer_id"]?.looseText
        self.offerCode = row["offer_code_ref_name"]?.looseText
        self.isUpgraded = row["is_upgraded"]?.looseFlag
        self.ownership = row["in_app_ownership_type"]?.looseText.map { InAppOwnershipType(rawValue: $0) }
        self.appAccountToken = row["app_account_token"]?.looseText
    }

    /// Returns the row as verifyReceipt writes it; rows of `in_app` omit the members that only `latest_receipt_info`
    /// has.
    ///
    /// - Parameters:
    ///   - isLatest: Whether the row belongs to `latest_receipt_info`.
    ///   - group: The subscription group, if known.
    /// - Returns: An object whose scalars are all strings.
    package func json(isLatest: Bool, group: String? = nil) -> JSONValue {
        var members: [JSONMember] = []
        func add(_ key: String, _ value: String?) {
            if let value { members.append(JSONMember(key: key, value: .string(value))) }
        }
        add("quantity", String(self.quantity ?? 1))
        add("product_id", self.productID)
        add("transaction_id", self.transactionID)
        add("original_transaction_id", self.originalTransactionID ?? self.transactionID)
        members += VerifyReceiptDate.members("purchase_date", self.purchasedAt)
        members += VerifyReceiptDate.members("original_purchase_date", self.originallyPurchasedAt ?? self.purchasedAt)
        members += VerifyReceiptDate.members("expires_date", self.expiresAt)
        members += VerifyReceiptDate.members("cancellation_date", self.canceledAt)
        if self.canceledAt != nil { add("cancellation_reason", String(self.cancellationReason ?? 0)) }
        add("web_order_line_item_id", self.webOrderLineItemID.map { String($0) })
        add("is_trial_period", self.isTrial == true ? "true" : "false")
        if self.expiresAt != nil { add("is_in_intro_offer_period", self.isIntroductory == true ? "true" : "false") }
        add("promotional_offer_id", self.promotionalOfferID)
        guard isLatest else { return .object(members) }
        add("in_app_ownership_type", (self.ownership ?? .purchased).rawValue)
        add("offer_code_ref_name", self.offerCode)
        add("subscription_group_identifier", group)
        add("app_account_token", self.appAccountToken)
        if self.isUpgraded == true { add("is_upgraded", "true") }
        return .object(members)
    }
}

/// The format of instants in verifyReceipt: three members, of which only the one in milliseconds is unambiguous.
package enum VerifyReceiptDate {
    /// Returns the members for an instant under a name such as `purchase_date`; empty without an instant.
    package static func members(_ name: String, _ instant: Timestamp?) -> [JSONMember] {
        guard let instant else { return [] }
        // An instant after the last representable year, to which a zone's hours could not be added without overflow, is
        // written as the last representable instant.
        let bound = ReceiptInstant.range.upperBound
        let shown = Timestamp(milliseconds: min(max(instant.milliseconds, -bound), bound - 1))
        let pacific = shown.milliseconds + Self.pacific(shown)
        return [
            JSONMember(key: name, value: .string("\(Self.text(shown.milliseconds)) Etc/GMT")),
            JSONMember(key: "\(name)_ms", value: .string(String(instant.milliseconds))),
            JSONMember(key: "\(name)_pst", value: .string("\(Self.text(pacific)) America/Los_Angeles")),
        ]
    }

    /// Returns the instant under a name in an object; in legacy formats the unsuffixed name may contain the
    /// milliseconds.
    static func instant(_ name: String, in object: JSONValue) -> Timestamp? {
        object["\(name)_ms"]?.looseInstant ?? object[name]?.looseInstant
    }

    /// Returns the offset of the time zone of California in milliseconds.
    private static func pacific(_ instant: Timestamp) -> Int64 {
        let date = Date(timeIntervalSince1970: TimeInterval(instant.milliseconds / 1000))
        return Int64(TimeZone(identifier: "America/Los_Angeles")?.secondsFromGMT(for: date) ?? -28_800) * 1000
    }

    private static func text(_ milliseconds: Int64) -> String {
        let second = (milliseconds >= 0 ? milliseconds : milliseconds - 999) / 1000
        let day = (second >= 0 ? second : second - 86_399) / 86_400
        let time = second - day * 86_400
        // Converts days to years by eras of 400 years, which begin on the first of March.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = [(year, 4), (month, 2), (dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, 2)]
        let clock = [(time / 3600, 2), (time / 60 % 60, 2), (time % 60, 2)]
        return date.map(Self.digits).joined(separator: "-") + " " + clock.map(Self.digits).joined(separator: ":")
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
