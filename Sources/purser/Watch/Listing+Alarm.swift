import AppStore

extension Listing {
    /// The table of alarms.
    package static let alarms = Listing(
        none: LocalizedText(
            "No alarm matches. To include resolved alarms: purser alarms list --state all",
            "没有符合条件的告警。包括已解除的：purser alarms list --state all"
        ),
        [
            Column(LocalizedText("NUMBER", "编号"), of: "number", isNumber: true),
            Column(LocalizedText("ALARM", "告警"), of: "name"),
            Column(LocalizedText("APP", "App"), of: "app"),
            Column(LocalizedText("ENVIRONMENT", "环境"), of: "environment"),
            Column(LocalizedText("SUBJECT", "对象"), of: "subject"),
            Column(LocalizedText("STATE", "状态")) { row, language in Self.word(row["state"].plain, language) },
            Column(LocalizedText("SEVERITY", "严重程度")) { row, language in Self.word(row["severity"].plain, language) },
            Column(LocalizedText("SINCE", "自"), of: "since"),
            Column(LocalizedText("RESOLVED", "解除于"), of: "resolvedAt"),
            Column(LocalizedText("SILENT UNTIL", "静默至"), of: "silence.until"),
            Column(LocalizedText("WHAT", "内容"), of: "title"),
        ]
    )

    /// The table of silences.
    static let alarmSilences = Listing(
        none: LocalizedText(
            "No alarm is silenced. To silence one: purser alarms silence NAME --for 2h --reason TEXT",
            "没有静默的告警。静默一个告警：purser alarms silence NAME --for 2h --reason TEXT"
        ),
        [
            Column(LocalizedText("NUMBER", "编号"), of: "number", isNumber: true),
            Column(LocalizedText("ALARM", "告警"), of: "name", none: LocalizedText("all", "全部")),
            Column(LocalizedText("APP", "App"), of: "app", none: LocalizedText("all", "全部")),
            Column(LocalizedText("SUBJECT", "对象"), of: "subject"), Column(LocalizedText("UNTIL", "至"), of: "until"),
            Column(LocalizedText("BY", "操作者"), of: "by"), Column(LocalizedText("REASON", "原因"), of: "reason"),
        ]
    )

    /// The table of results of test notices.
    static let alarmTests = Listing(
        none: "No alarm channel is configured.",
        [
            Column(LocalizedText("CHANNEL", "渠道"), of: "channel"),
            Column(LocalizedText("ARRIVED", "已送达")) { row, language in
                let word = row["arrived"].plain
                return language == .simplifiedChinese ? (word == "yes" ? "是" : "否") : word
            },
            Column(LocalizedText("PROBLEM", "问题"), of: "problem"),
        ]
    )

    /// Returns a value of an alarm in a language.
    private static func word(_ word: String, _ language: Language) -> String {
        language == .simplifiedChinese ? Self.chineseTexts[word] ?? word : word
    }

    private static let chineseTexts = [
        "pending": "待触发", "firing": "触发中", "resolved": "已解除", "warning": "警告", "critical": "严重",
    ]
}
