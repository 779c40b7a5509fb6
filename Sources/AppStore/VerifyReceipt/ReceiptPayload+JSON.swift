extension ReceiptPayload {
    /// The `receipt` object of an answer about this receipt.
    ///
    /// - Parameter requestedAt: When the answer is made.
    /// - Returns: The receipt, decoded, with its purchases in `in_app`.
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
