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
            Column(Said("CLOCK AHEAD S", "时钟超前秒")) { row, _ in Self.seconds(row["clockAheadMilliseconds"].plain) },
            Column(Said("STEP", "步骤"), of: "failure.step"), Column(Said("CAUSE", "原因"), of: "failure.cause"),
            Column(Said("WHAT TO DO", "说明"), of: "failure.text"),
        ]
    )

    /// Milliseconds in whole seconds, which is as much as a host's date says; empty for less than one.
    package static func seconds(_ milliseconds: String) -> String {
        guard let exact = Double(milliseconds), abs(exact) >= 1000 else { return "" }
        return "\(Int64((exact / 1000).rounded()))"
    }
}
