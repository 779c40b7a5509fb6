extension PlayerSentences {
    /// The sentences in Simplified Chinese.
    static let simplifiedChinese: [PlayerSentence: String] = [
        .recovered: "已找到您的购买，{product} 现已到账。",
        .already: "这笔购买早已到账：{product}。",
        .due: "您的付款已收到，{product} 正在发放，无需重复购买。",
        .waiting: "已找到您购买的 {product}，正在核实，需要一点时间，请稍后再查看。",
        .elsewhere: "您购买的 {product} 之前已经发放。如果没有收到，请联系客服。",
        .refunded: "Apple 已为这笔购买退款：{product}。",
        .over: "这笔购买已经到期：{product}。",
        .otherAccount: "{product} 属于本 App 的另一个账户，请使用购买时的账户登录。",
        .numberInvalid: "这不是 Apple 的订单号。请在 Apple 的邮件中查找类似 MMTVJ1W3L4 的号码。",
        .numberUnknown: "Apple 查不到这个订单号，请与 Apple 邮件中的订单号核对。",
        .numberEmpty: "这个订单号不是在本 App 中购买的。",
        .numberOfAnother: "这笔购买属于本 App 的另一个账户，请使用购买时的账户登录。",
        .tooOften: "操作过于频繁，请等几分钟后再试。",
        .unavailable: "暂时无法向 Apple 查询，请稍后再试。",
    ]
}
