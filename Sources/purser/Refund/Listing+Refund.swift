import AppStore

extension Listing {
    /// Who wants his money back.
    static let refunds = Listing(
        none: Said(
            "There is no such refund. Apple asks when a customer wants money back; to see all: purser refunds list",
            "没有符合条件的退款。Apple 会主动询问；查看全部：purser refunds list"
        ),
        [
            Column(Said("REFUND", "退款"), of: "id"), Column(Said("STATE", "状态"), of: "state"),
            Column(Said("CUSTOMER", "客户"), of: "customer", none: Said("nobody", "无主")),
            Column(Said("PRODUCT", "商品"), of: "product"),
            Column(Said("SENT", "已发送给 Apple")) { refund, language in RefundText(in: language).sent(refund) },
            Column(Said("OPENED", "提出时间"), of: "openedAt"),
            Column(Said("HELD UNTIL", "保留至")) { refund, _ in Self.heldUntil(refund) ?? "" },
        ]
    )

    /// The refunds that notifications of version 1 reported.
    static let reportedRefunds = Listing(
        none: Said(
            "No refund is reported that Apple did not sign too. For refunds that Apple asked about: purser refunds list",
            "没有仅由 V1 通知报告的退款。查看 Apple 询问过的退款：purser refunds list"
        ),
        [
            Column(Said("TRANSACTION", "交易"), of: "transaction"), Column(Said("STATE", "状态"), of: "state"),
            Column(Said("TREATMENT", "处理"), of: "treatment"),
            Column(Said("CUSTOMER", "客户"), of: "customer", none: Said("nobody", "无主")),
            Column(Said("PRODUCT", "商品"), of: "product"),
            Column(Said("REFUNDED", "退款时间"), of: "revokedAt"), Column(Said("REPORTED", "报告时间"), of: "reportedAt"),
        ]
    )

    /// What was known when the last answer was put together.
    static let refundEvidence = Listing(
        none: Said("Nothing was known.", "当时没有依据。"),
        [
            Column(Said("EVIDENCE", "依据"), of: "name"), Column(Said("VALUE", "值"), of: "value"),
            Column(Said("FROM", "来源"), of: "from"),
        ]
    )

    /// What happened to the requests of one answer, in a dry run.
    static let refundAnswers = Listing(
        none: Said("No request was met.", "没有请求。"),
        [
            Column(Said("WOULD BE TOLD", "会告知"), of: "answer"),
            Column(Said("REQUESTS", "请求"), of: "requests", isNumber: true),
            Column(Said("REFUNDED", "已退款"), of: "refunded", isNumber: true),
            Column(Said("DECLINED", "被拒绝"), of: "declined", isNumber: true),
            Column(Said("DIFFERENT", "不同"), of: "different", isNumber: true),
            Column(Said("PAID", "支付"), isNumber: true) { row, _ in row["paid"].amounts(none: "0") },
            Column(Said("PAID BACK", "退回"), isNumber: true) { row, _ in row["paidBack"].amounts(none: "0") },
        ]
    )

    /// How many requests each rule decided.
    static let refundRules = Listing(
        none: Said("The policy has no rules.", "策略没有规则。"),
        [
            Column(Said("RULE", "规则"), of: "rule"),
            Column(Said("REQUESTS", "请求"), of: "requests", isNumber: true),
        ]
    )

    /// The requests that would have been told otherwise.
    static let refundDifferences = Listing(
        none: Said(
            "No request would have been told otherwise. To let the policy count: purser policy publish FILE",
            "没有请求的回答会不同。启用该策略：purser policy publish FILE"
        ),
        [
            Column(Said("REQUEST", "请求"), of: "request"), Column(Said("SENT", "当时"), of: "sent", none: "-"),
            Column(Said("WOULD BE", "现在"), of: "answer", none: "-"), Column(Said("RULE", "规则"), of: "rule"),
            Column(Said("OUTCOME", "结果"), of: "outcome", none: "-"),
        ]
    )

    /// Until when a person may decide; `nil` where nobody is waited for.
    static func heldUntil(_ refund: JSONValue) -> String? {
        guard refund["state"]?.text == "held" else { return nil }
        return refund["requests"]?.elements?.last?["answer"]?["heldUntil"]?.text
    }
}
