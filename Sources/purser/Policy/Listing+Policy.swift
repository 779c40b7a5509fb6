import AppStore
import PurserService

extension Listing {
    /// The refund policies that were published; what has come of a trial is shown with its version.
    static let policies = Listing(
        none: Said(
            "No refund policy was published: Apple is told the facts. To begin: purser policy preset",
            "尚未发布任何退款策略：只向 Apple 陈述事实。开始使用：purser policy preset"
        ),
        [
            Column(Said("VERSION", "版本"), of: "version", isNumber: true),
            Column(Said("PUBLISHED", "发布时间"), of: "publishedAt"), Column(Said("BY", "发布者"), of: "publishedBy"),
            Column(Said("TRIED ON", "试用范围")) { row, _ in
                row.member("trial.shareMilliunits").map { PolicyLine.percent($0) } ?? ""
            },
            Column(Said("TRIAL", "试用状态"), of: "trial.state"),
            Column(Said("KEEPS MORE", "多保留")) { row, language in
                row.member("trial.gain").map { PolicyLine.estimate($0, RefundWords(language)) } ?? ""
            },
            Column(Said("REASON", "理由"), of: "reason"),
        ]
    )

    /// The refund policies to begin with.
    static let presets = Listing(
        none: Said("There are no presets.", "没有预设策略。"),
        [
            Column(Said("PRESET", "预设"), of: "preset"),
            Column(Said("WHAT IT DOES", "作用")) { row, language in
                let preset = language == .simplifiedChinese ? RefundPreset(rawValue: row["preset"].plain) : nil
                return preset?.chineseSentence ?? row["sentence"].plain
            },
        ]
    )

    /// The evidence that rules may name.
    static let evidence = Listing(
        none: "These rules may name no evidence.",
        [
            Column("EVIDENCE", of: "name"), Column("TYPE", of: "type"), Column("EXAMPLE", of: "example"),
            Column("MEANING", of: "meaning"),
        ]
    )
}
