import AppStore

extension Listing {
    /// Reports that were asked for, and what came of it.
    static let fetchedReports = Listing(
        none: Said(
            "No report is due. When the next is: purser reports schedule",
            "没有到期的报告。下次获取的时间：purser reports schedule"
        ),
        [
            Column(Said("KIND", "种类"), of: "kind"),
            Column(Said("PERIOD", "期间"), of: "period"),
            Column(Said("OUTCOME", "结果")) { row, language in
                let word = row["outcome"].plain
                return language == .simplifiedChinese ? Self.chineseOutcomes[word] ?? word : word
            },
            Column(Said("REPORT", "报告"), of: "report", isNumber: true),
            Column(Said("ROWS", "行数"), of: "rows", isNumber: true),
            Column(Said("CODE", "错误代码"), of: "code"),
            Column(Said("DETAIL", "说明"), of: "detail"),
        ]
    )

    /// How the fetching of each kind goes.
    static let reportSchedule = Listing(
        none: Said("No reports are fetched.", "不获取任何报告。"),
        [
            Column(Said("KIND", "种类"), of: "kind"),
            Column(Said("NEWEST", "最新"), of: "newestPeriod", none: Said("none", "无")),
            Column(Said("REPORT", "报告"), of: "newestReport", isNumber: true),
            Column(Said("IMPORTED", "导入时间"), of: "importedAt"),
            Column(Said("NEXT", "下次获取"), of: "nextAt"),
            Column(Said("PAUSED UNTIL", "暂停至"), of: "pausedUntil"),
            Column(Said("FAILURE", "失败"), of: "failure.code"),
            Column(Said("AT", "时间"), of: "failure.at"),
        ]
    )

    private static let chineseOutcomes = [
        "new": "新报告", "changed": "已更正", "unchanged": "无变化", "no_sales": "无销售", "not_yet": "尚未生成",
        "gone": "已不再保留", "failed": "失败",
    ]
}
