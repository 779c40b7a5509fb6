import AppStore

extension Listing {
    /// The alarms.
    package static let alarms = Listing(
        none: Said(
            "No alarm matches. With those that are over: purser alarms list --state all",
            "没有符合条件的告警。包括已解除的：purser alarms list --state all"
        ),
        [
            Column(Said("NUMBER", "编号"), of: "number", isNumber: true), Column(Said("ALARM", "告警"), of: "name"),
            Column(Said("APP", "App"), of: "app"), Column(Said("ENVIRONMENT", "环境"), of: "environment"),
            Column(Said("SUBJECT", "对象"), of: "subject"),
            Column(Said("STATE", "状态")) { row, language in Self.word(row["state"].plain, language) },
            Column(Said("SEVERITY", "严重程度")) { row, language in Self.word(row["severity"].plain, language) },
            Column(Said("SINCE", "自"), of: "since"), Column(Said("RESOLVED", "解除于"), of: "resolvedAt"),
            Column(Said("SILENT UNTIL", "静默至"), of: "silence.until"), Column(Said("WHAT", "内容"), of: "title"),
        ]
    )

    /// The silences of alarms.
    static let alarmSilences = Listing(
        none: Said(
            "No alarm is silenced. To silence one: purser alarms silence NAME --for 2h --reason TEXT",
            "没有静默的告警。静默一个告警：purser alarms silence NAME --for 2h --reason TEXT"
        ),
        [
            Column(Said("NUMBER", "编号"), of: "number", isNumber: true),
            Column(Said("ALARM", "告警"), of: "name", none: Said("all", "全部")),
            Column(Said("APP", "App"), of: "app", none: Said("all", "全部")),
            Column(Said("SUBJECT", "对象"), of: "subject"), Column(Said("UNTIL", "至"), of: "until"),
            Column(Said("BY", "操作者"), of: "by"), Column(Said("REASON", "原因"), of: "reason"),
        ]
    )

    /// What came of test notices.
    static let alarmTests = Listing(
        none: "No channel for alarms is configured.",
        [
            Column(Said("CHANNEL", "渠道"), of: "channel"),
            Column(Said("ARRIVED", "已送达")) { row, language in
                let word = row["arrived"].plain
                return language == .simplifiedChinese ? (word == "yes" ? "是" : "否") : word
            },
            Column(Said("PROBLEM", "问题"), of: "problem"),
        ]
    )

    /// A word of an alarm in a language.
    private static func word(_ word: String, _ language: Language) -> String {
        language == .simplifiedChinese ? Self.chineseTexts[word] ?? word : word
    }

    private static let chineseTexts = [
        "pending": "待触发", "firing": "触发中", "resolved": "已解除", "warning": "警告", "critical": "严重",
    ]
}
