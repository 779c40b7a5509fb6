import AppStore

/// What the commands about reasons to look twice write.
enum RiskLine {
    private static let chinese = [
        "repeated_refunds": "多次退款", "refund_after_use": "使用后退款", "shared_account": "共用 Apple 账户",
        "refunder_ring": "退款团伙", "fast_purchases": "购买过快", "storefront_jump": "店面跳变",
        "cheap_coins": "代币过于便宜", "coin_debt": "欠代币",
    ]

    /// A customer with his points and reasons in one line.
    static func text(_ customer: JSONValue, in language: Language) -> String {
        let isChinese = language == .simplifiedChinese
        let reasons = (customer["reasons"]?.elements ?? []).map { reason in
            let word = reason["reason"]?.text ?? ""
            return "\(isChinese ? Self.chinese[word] ?? word : word) \(Self.number(reason["points"]))"
        }
        return [
            customer["customer"]?.text ?? "", Self.number(customer["points"]), customer["raisedAt"]?.text ?? "",
            reasons.joined(separator: isChinese ? "、" : ", "),
        ].joined(separator: "  ")
    }

    private static func number(_ value: JSONValue?) -> String {
        guard case .number(let digits) = value else { return "0" }
        return digits
    }
}
