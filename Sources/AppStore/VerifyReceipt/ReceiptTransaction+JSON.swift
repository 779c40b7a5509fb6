extension ReceiptTransaction {
    /// A row of `in_app` or `latest_receipt_info`, or the one purchase of an answer from before iOS 7.
    package init(_ row: JSONValue) {
        self.init()
        self.quantity = row["quantity"]?.looseNumber
        self.productID = row["product_id"]?.looseText
        self.transactionID = row["transaction_id"]?.looseText
        self.originalTransactionID = row["original_transaction_id"]?.looseText
        self.purchasedAt = VerifyReceiptDate.instant("purchase_date", in: row)
        self.originallyPurchasedAt = VerifyReceiptDate.instant("original_purchase_date", in: row)
        self.expiresAt = VerifyReceiptDate.instant("expires_date", in: row)
        self.cancelledAt = VerifyReceiptDate.instant("cancellation_date", in: row)
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

    /// The row as verifyReceipt writes it; what only `latest_receipt_info` has is left out of `in_app`.
    ///
    /// - Parameters:
    ///   - isLatest: Whether it is a row of `latest_receipt_info`.
    ///   - group: The subscription group, where it is known.
    /// - Returns: An object whose scalars are all texts.
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
        members += VerifyReceiptDate.members("cancellation_date", self.cancelledAt)
        if self.cancelledAt != nil { add("cancellation_reason", String(self.cancellationReason ?? 0)) }
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
