import AppStore

extension Listing {
    /// The hosts of Apple's, with how long each step took and what failed.
    static let links = Listing(
        none: Said(
            "The configuration uses no host of Apple's: no app has a key or asks verifyReceipt.",
            "该配置不使用 Apple 的任何主机：没有 App 配置密钥或使用 verifyReceipt。"
        ),
        [
            Column(Said("HOST", "主机"), of: "host"),
            Column(Said("STATE", "状态")) { row, language in
                row["state"] == .string("up")
                    ? Said("up", "正常").text(in: language) : Said("down", "故障").text(in: language)
            },
            Column(Said("DNS MS", "DNS 毫秒"), of: "stepMilliseconds.dns", isNumber: true),
            Column(Said("TCP MS", "TCP 毫秒"), of: "stepMilliseconds.tcp", isNumber: true),
            Column(Said("TLS MS", "TLS 毫秒"), of: "stepMilliseconds.tls", isNumber: true),
            Column(Said("FIRST BYTE MS", "首字节毫秒"), of: "stepMilliseconds.first_byte", isNumber: true),
            Column(Said("CERTIFICATE UNTIL", "证书有效期至"), of: "certificateExpiresAt"),
            Column(Said("CLOCK AHEAD MS", "时钟超前毫秒"), of: "clockAheadMilliseconds", isNumber: true),
            Column(Said("STEP", "步骤"), of: "failure.step"), Column(Said("CAUSE", "原因"), of: "failure.cause"),
            Column(Said("WHAT TO DO", "说明"), of: "failure.text"),
        ]
    )
}
