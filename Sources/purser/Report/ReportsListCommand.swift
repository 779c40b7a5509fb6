import ArgumentParser
import Ledger

/// `purser reports list`: lists Apple's reports.
struct ReportsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the stored reports, newest import first.",
        discussion: """
            Example:
              purser reports list
              purser reports list --kind FINANCIAL --superseded
              purser reports list --from 2026-03-01 --to 2026-03-31 --json

            Exit status: 0 listed, \(ReportsCommand.usualEndings)
            """
    )

    @OptionGroup var server: AppOptions

    @Option(
        help: """
            Only this kind: SALES, SUBSCRIPTION, SUBSCRIPTION_EVENT, SUBSCRIBER, FINANCIAL, FINANCE_DETAIL.
            """
    )
    var kind: String?

    @Option(help: ArgumentHelp("Only periods that begin on this day or later.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("Only periods that begin on this day or earlier.", valueName: "day"))
    var to: String?

    @Flag(help: "Include reports that were replaced.")
    var superseded = false

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { api in
            let page = try await self.options.page(
                from: api,
                "reports",
                "reports",
                [
                    ("kind", self.kind), ("from", self.from), ("to", self.to),
                    ("superseded", self.superseded ? "true" : nil),
                ]
            )
            self.options.write(page, as: .reports, in: .here)
        }
    }
}

/// `purser reports show`: shows one report.
struct ReportsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a report, with its digest and the columns that Purser does not read.",
        discussion: """
            Example:
              purser reports show 12

            Exit status: \(ReportsCommand.endings)
            """
    )

    @Argument(help: "The report's number: purser reports list")
    var number: Int64

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let answer = try await api.get("reports/\(self.number)")
            ObjectText.write(answer, isJSON: self.json, in: .here)
        }
    }
}

/// `purser reports download`: downloads the file of a report.
struct ReportsDownloadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "download",
        abstract: "Download the file of a report, byte for byte.",
        discussion: """
            Example:
              purser reports download 12 --output S_D_85123456_20260301.txt.gz
              purser reports download 12 | gunzip | head

            The file appears when it is complete, and the command overwrites no file.

            Exit status: \(ReportsCommand.endings) 73 the output cannot be written.
            """
    )

    @Argument(help: "The report's number: purser reports list")
    var number: Int64

    @OptionGroup var server: AppOptions

    @Option(help: "The file to write; standard output by default.")
    var output: String?

    func run() async throws {
        try await self.server.with { api in
            try await api.download("reports/\(self.number)/file", to: self.output)
        }
    }
}

extension Listing {
    /// The table of reports.
    static let reports = Listing(
        none: LocalizedText(
            "There is no such report. To import reports: purser reports import FILE",
            "没有符合条件的报告。导入报告：purser reports import FILE"
        ),
        [
            Column(LocalizedText("REPORT", "编号"), of: "number", isNumber: true),
            Column(LocalizedText("KIND", "种类"), of: "kind"),
            Column(LocalizedText("FREQUENCY", "周期"), of: "frequency"),
            Column(LocalizedText("PERIOD", "期间"), of: "period"),
            Column(LocalizedText("REGION", "地区"), of: "region"), Column(LocalizedText("VENDOR", "供应商"), of: "vendor"),
            Column(LocalizedText("ROWS", "行数"), of: "rows", isNumber: true),
            Column(LocalizedText("ORIGIN", "来源"), of: "origin"),
            Column(LocalizedText("IMPORTED", "导入时间"), of: "importedAt"),
            Column(LocalizedText("BY", "导入者"), of: "importedBy"),
            Column(LocalizedText("SUPERSEDED BY", "被取代"), of: "supersededBy", isNumber: true),
        ]
    )
}
