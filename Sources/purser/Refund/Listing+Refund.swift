import AppStore

extension Listing {
    /// Who wants his money back.
    static let refunds = Listing(
        none: LocalizedText(
            "There is no such refund. Apple asks when a customer wants money back; to see all: purser refunds list",
            "没有符合条件的退款。Apple 会主动询问；查看全部：purser refunds list"
        ),
        [
            Column(LocalizedText("REFUND", "退款"), of: "id"), Column(LocalizedText("STATE", "状态"), of: "state"),
            Column(LocalizedText("CUSTOMER", "客户"), of: "customer", none: LocalizedText("nobody", "无主")),
            Column(LocalizedText("PRODUCT", "商品"), of: "product"),
            Column(LocalizedText("SENT", "已发送给 Apple")) { refund, language in RefundText(in: language).sent(refund) },
            Column(LocalizedText("OPENED", "提出时间"), of: "openedAt"),
            Column(LocalizedText("HELD UNTIL", "保留至")) { refund, _ in Self.heldUntil(refund) ?? "" },
        ]
    )

    /// The refunds that notifications of version 1 reported.
    static let reportedRefunds = Listing(
        none: LocalizedText(
            "No refund is reported that Apple did not sign too. For refunds that Apple asked about: purser refunds list",
            "没有仅由 V1 通知报告的退款。查看 Apple 询问过的退款：purser refunds list"
        ),
        [
            Column(LocalizedText("TRANSACTION", "交易"), of: "transaction"),
            Column(LocalizedText("STATE", "状态"), of: "state"),
            Column(LocalizedText("TREATMENT", "处理"), of: "treatment"),
            Column(LocalizedText("CUSTOMER", "客户"), of: "customer", none: LocalizedText("nobody", "无主")),
            Column(LocalizedText("PRODUCT", "商品"), of: "product"),
            Column(LocalizedText("REFUNDED", "退款时间"), of: "revokedAt"),
            Column(LocalizedText("REPORTED", "报告时间"), of: "reportedAt"),
        ]
    )

    /// What was known when the last answer was put together.
    static let refundEvidence = Listing(
        none: LocalizedText("Nothing was known.", "当时没有依据。"),
        [
            Column(LocalizedText("EVIDENCE", "依据"), of: "name"), Column(LocalizedText("VALUE", "值"), of: "value"),
            Column(LocalizedText("FROM", "来源"), of: "from"),
        ]
    )

    /// What happened to the requests of one answer, in a dry run.
    static let refundAnswers = Listing(
        none: LocalizedText("No request was met.", "没有请求。"),
        [
            Column(LocalizedText("WOULD BE TOLD", "会告知"), of: "answer"),
            Column(LocalizedText("REQUESTS", "请求"), of: "requests", isNumber: true),
            Column(LocalizedText("REFUNDED", "已退款"), of: "refunded", isNumber: true),
            Column(LocalizedText("DECLINED", "被拒绝"), of: "declined", isNumber: true),
            Column(LocalizedText("DIFFERENT", "不同"), of: "different", isNumber: true),
            Column(LocalizedText("PAID", "支付"), isNumber: true) { row, _ in row["paid"].amounts(none: "0") },
            Column(LocalizedText("PAID BACK", "退回"), isNumber: true) { row, _ in row["paidBack"].amounts(none: "0") },
        ]
    )

    /// How many requests each rule decided.
    static let refundRules = Listing(
        none: LocalizedText("The policy has no rules.", "策略没有规则。"),
        [
            Column(LocalizedText("RULE", "规则"), of: "rule"),
            Column(LocalizedText("REQUESTS", "请求"), of: "requests", isNumber: true),
        ]
    )

    /// The requests that would have been told otherwise.
    static let refundDifferences = Listing(
        none: LocalizedText(
            "No request would have been told otherwise. To let the policy count: purser policy publish FILE",
            "没有请求的回答会不同。启用该策略：purser policy publish FILE"
        ),
        [
            Column(LocalizedText("REQUEST", "请求"), of: "request"),
            Column(LocalizedText("SENT", "当时"), of: "sent", none: "-"),
            Column(LocalizedText("WOULD BE", "现在"), of: "answer", none: "-"),
            Column(LocalizedText("RULE", "规则"), of: "rule"),
            Column(LocalizedText("OUTCOME", "结果"), of: "outcome", none: "-"),
        ]
    )

    /// Until when a person may decide; `nil` where nobody is waited for.
    static func heldUntil(_ refund: JSONValue) -> String? {
        guard refund["state"]?.text == "held" else { return nil }
        return refund["requests"]?.elements?.last?["answer"]?["heldUntil"]?.text
    }
}
