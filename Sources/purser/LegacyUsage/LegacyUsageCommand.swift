import AppStore
import ArgumentParser
import PurserService

/// `purser legacy`: shows the usage of legacy formats.
struct LegacyUsageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "legacy",
        abstract: "Show which legacy formats apps and Apple still use, and how to switch each off.",
        discussion: """
            Example:
              purser legacy --days 90

            The uses of receipts, verifyReceipt and version 1 notifications, and of the formats that replace them:
            numbers, shares, and versions of the app. Texts are in the language of LANG, English or Chinese.

            Exit status: 0 shown, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's
            server, 78 the configuration is wrong.
            """
    )

    @Option(help: ArgumentHelp("The number of days, including today.", valueName: "number"))
    var days = LegacyUsageService.usualDays

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard (1...LegacyUsageService.maximumDays).contains(self.days) else {
            throw ValidationError("--days must be from 1 to \(LegacyUsageService.maximumDays).")
        }
    }

    func run() async throws {
        let query = [("days", Optional("\(self.days)")), AlarmOptions.language]
        try await self.options.with { api in
            ObjectText.write(
                try await api.get("legacy-usage", query),
                isJSON: self.options.json,
                tables: ["formats": .formats],
                in: .here
            )
        }
    }
}

extension Listing {
    /// The maximum number of versions shown for each format.
    private static let shownVersions = 5

    /// The table of legacy and current formats.
    package static let formats = Listing(
        none: LocalizedText("There are no formats.", "没有格式。"),
        [
            Column(LocalizedText("FORMAT", "格式"), of: "format"),
            Column(LocalizedText("COUNT", "次数"), of: "count", isNumber: true),
            Column(LocalizedText("SHARE", "占比"), isNumber: true) { row, _ in
                guard row["count"]?.integer != 0, let share = row["shareMilliPercent"]?.integer else { return "" }
                return Self.percent(Int(share))
            },
            Column(LocalizedText("LAST", "最近")) { row, _ in (row["days"]?.elements?.last?["day"]).plain },
            Column(LocalizedText("VERSIONS", "版本")) { row, _ in
                (row["versions"]?.elements ?? []).filter { $0["version"] != nil }.prefix(Self.shownVersions)
                    .map { "\($0["version"].plain): \($0["count"].plain)" }.joined(separator: ", ")
            },
            Column(LocalizedText("STATE", "状态"), of: "step.state"),
            Column(LocalizedText("TO SWITCH IT OFF", "如何停用"), of: "step.toDo"),
        ]
    )

    /// Returns a share in thousandths of a percent for people.
    private static func percent(_ share: Int) -> String {
        let tenths = (share + 50) / 100
        if share > 0, tenths == 0 { return "< 0.1 %" }
        if share < 100_000, tenths == 1000 { return "> 99.9 %" }
        return tenths.isMultiple(of: 10) ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}
