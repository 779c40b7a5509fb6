import AppStore

extension Listing {
    /// The table of refund cases.
    static let refunds = Listing(
        none: LocalizedText(
            "There is no such refund. Apple sends a request when a customer wants a refund; to list all: purser "
                + "refunds list",
            "没有符合条件的退款。客户申请退款时 Apple 会发来请求；查看全部：purser refunds list"
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

    /// The table of refunds that version 1 notifications reported.
    static let reportedRefunds = Listing(
        none: LocalizedText(
            "There are no refunds that were reported without Apple's signature. To list refund requests: purser "
                + "refunds list",
            "没有仅由版本 1 通知报告的退款。查看退款请求：purser refunds list"
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

    /// The table of the facts of the last answer.
    static let refundEvidence = Listing(
        none: LocalizedText("There were no facts.", "当时没有依据。"),
        [
            Column(LocalizedText("EVIDENCE", "依据"), of: "name"), Column(LocalizedText("VALUE", "值"), of: "value"),
            Column(LocalizedText("FROM", "来源"), of: "from"),
        ]
    )

    /// The table of requests by answer, in a dry run.
    static let refundAnswers = Listing(
        none: LocalizedText("There are no requests.", "没有请求。"),
        [
            Column(LocalizedText("NEW ANSWER", "新的答复"), of: "answer"),
            Column(LocalizedText("REQUESTS", "请求"), of: "requests", isNumber: true),
            Column(LocalizedText("REFUNDED", "已退款"), of: "refunded", isNumber: true),
            Column(LocalizedText("DECLINED", "被拒绝"), of: "declined", isNumber: true),
            Column(LocalizedText("DIFFERENT", "不同"), of: "different", isNumber: true),
            Column(LocalizedText("PAID", "支付"), isNumber: true) { row, _ in row["paid"].amounts(none: "0") },
            Column(LocalizedText("PAID BACK", "退回"), isNumber: true) { row, _ in row["paidBack"].amounts(none: "0") },
        ]
    )

    /// The table of requests by rule.
    static let refundRules = Listing(
        none: LocalizedText("The policy has no rules.", "策略没有规则。"),
        [
            Column(LocalizedText("RULE", "规则"), of: "rule"),
            Column(LocalizedText("REQUESTS", "请求"), of: "requests", isNumber: true),
        ]
    )

    /// The table of requests with a different answer.
    static let refundDifferences = Listing(
        none: LocalizedText(
            "No request would get a different answer. To publish the policy: purser policy publish FILE",
            "没有请求的答复会不同。发布该策略：purser policy publish FILE"
        ),
        [
            Column(LocalizedText("REQUEST", "请求"), of: "request"),
            Column(LocalizedText("SENT", "当时"), of: "sent", none: "-"),
            Column(LocalizedText("WOULD BE", "现在"), of: "answer", none: "-"),
            Column(LocalizedText("RULE", "规则"), of: "rule"),
            Column(LocalizedText("OUTCOME", "结果"), of: "outcome", none: "-"),
        ]
    )

    /// Returns until when an operator may decide; `nil` if the case does not wait for one.
    static func heldUntil(_ refund: JSONValue) -> String? {
        guard refund["state"]?.text == "held" else { return nil }
        return refund["requests"]?.elements?.last?["answer"]?["heldUntil"]?.text
    }
}
