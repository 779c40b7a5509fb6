import ArgumentParser

/// `purser reports proceeds`: shows proceeds.
struct ReportsProceedsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proceeds",
        abstract: "Show sales, the share of Apple and taxes, and proceeds, by storefront and currency.",
        discussion: """
            Example:
              purser reports proceeds --month 2026-03
              purser reports proceeds --from 2026-03-01 --to 2026-03-15
              purser reports proceeds --month 2026-03 --into USD --rate EUR=1.08@2026-03-31:ECB

            From the stored sales reports. Days without one are estimated from the ledger, and the estimate states its
            rules. Amounts of different currencies are added only with rates that you give, each with its day and its
            source. Texts are in the language of LANG, English or Chinese.

            Exit status: \(ReportsCommand.sumEndings)
            """
    )

    @OptionGroup var days: ProceedsDayOptions

    @Option(help: ArgumentHelp("The currency to convert into.", valueName: "currency"))
    var into: String?

    @Option(
        help: ArgumentHelp(
            "The rate from a currency into it, with its day and source; may be repeated.",
            valueName: "EUR=1.08@2026-03-31:ECB"
        )
    )
    var rate: [String] = []

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        try self.days.check()
    }

    func run() async throws {
        let parameters =
            self.days.parameters + [
                ("into", self.into), ("rate", self.rate.isEmpty ? nil : self.rate.joined(separator: ",")),
            ]
        try await self.server.with { api in
            // The server reads every report of the days.
            let answer = try await api.get(
                "reports/proceeds",
                parameters,
                patience: APIClient.longPatience
            )
            guard !self.json else { return StandardStream.output.write(json: answer) }
            for line in ProceedsText(in: .here).lines(answer) { StandardStream.output.write(line: line) }
        }
    }
}

/// The options of commands about the proceeds of a month, or of days.
struct ProceedsDayOptions: ParsableArguments {
    @OptionGroup var proceeds: ProceedsOptions

    @Option(help: ArgumentHelp("The first day, instead of a month.", valueName: "2026-03-01"))
    var from: String?

    @Option(help: ArgumentHelp("The last day.", valueName: "2026-03-15"))
    var to: String?

    /// The parameters of a request.
    var parameters: [(String, String?)] { self.proceeds.parameters + [("from", self.from), ("to", self.to)] }

    /// Throws an error for options that name no days, or both a month and days.
    func check() throws { try ProceedsOptions.check(self.proceeds.month, from: self.from, to: self.to) }
}

/// The options of commands about proceeds: the days, and the rates for their estimate.
struct ProceedsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The month, in Pacific time.", valueName: "2026-03"))
    var month: String?

    @Option(
        help: ArgumentHelp(
            "Since when the developer is in the Small Business Program, for estimates.",
            valueName: "2026-03-01"
        )
    )
    var smallBusinessFrom: String?

    /// The parameters of a request.
    var parameters: [(String, String?)] {
        [("month", self.month), ("smallBusinessFrom", self.smallBusinessFrom)]
    }

    /// Throws an error unless the options name a month, or days if the command allows them.
    static func check(_ month: String?, from: String?, to: String?) throws {
        guard month != nil || (from != nil && to != nil) else {
            throw ValidationError("Use --month 2026-03, or --from and --to.")
        }
        guard month == nil || (from == nil && to == nil) else {
            throw ValidationError("Use either --month, or --from and --to.")
        }
    }
}
