import AppStore
import ArgumentParser

/// `purser risk`: lists customers above the risk threshold.
struct RiskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "risk",
        abstract: "Customers whose risk points reach the threshold of the catalog.",
        discussion: """
            Example:
              purser risk list
            """,
        subcommands: [RiskListCommand.self]
    )
}

/// `purser risk list`: lists the customers whose risk points reach the threshold.
struct RiskListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the customers whose risk points reach the threshold, highest points first.",
        discussion: """
            Example:
              purser risk list
              purser risk list --limit 50 --json

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { api in
            let page = try await self.options.page(from: api, "risk", "customers")
            self.options.write(page, as: .risk, in: .here)
        }
    }
}

extension Listing {
    /// The table of customers with risk points.
    static let risk = Listing(
        none: LocalizedText(
            "No customer's risk points reach the threshold. The threshold is risk.threshold of: purser catalog show",
            "没有客户的风险分数达到阈值。阈值见 purser catalog show 中的 risk.threshold"
        ),
        [
            Column(LocalizedText("CUSTOMER", "客户"), of: "customer"),
            Column(LocalizedText("POINTS", "分数"), of: "points", none: "0", isNumber: true),
            Column(LocalizedText("SINCE", "自"), of: "raisedAt"),
            Column(LocalizedText("REASONS", "原因")) { row, language in
                let isChinese = language == .simplifiedChinese
                let reasons = (row["reasons"]?.elements ?? []).map { reason in
                    let word = reason["reason"].plain
                    return "\(isChinese ? Self.chineseReasons[word] ?? word : word) \(reason["points"].plain)"
                }
                return reasons.joined(separator: isChinese ? "、" : ", ")
            },
        ]
    )

    private static let chineseReasons = [
        "repeated_refunds": "多次退款", "refund_after_use": "使用后退款", "shared_account": "共用 Apple 账户",
        "refunder_ring": "退款团伙", "fast_purchases": "购买过快", "storefront_jump": "店面跳变",
        "cheap_coins": "代币过于便宜", "coin_debt": "欠代币",
    ]
}
