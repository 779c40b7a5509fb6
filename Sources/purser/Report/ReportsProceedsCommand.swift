import ArgumentParser

/// `purser reports proceeds`: says what was sold, what was taken, and what remains.
struct ReportsProceedsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "proceeds",
        abstract: "Says what was sold, what Apple and taxes took, and what remains, by storefront and currency.",
        discussion: """
            Example:
              purser reports proceeds --month 2026-03
              purser reports proceeds --from 2026-03-01 --to 2026-03-15
              purser reports proceeds --month 2026-03 --into USD --rate EUR=1.08@2026-03-31:ECB

            From the sales reports that are kept. Days without one are estimated from the ledger, and the estimate says
            by which rule. Amounts of different currencies are added only by rates that you give, each with its day and
            its source. Sentences are in the language of LANG, English or Chinese.

            Exit status: \(ReportsCommand.sumEndings)
            """
    )

    @OptionGroup var days: ProceedsDayOptions

    @Option(help: ArgumentHelp("The currency to convert into.", valueName: "currency"))
    var into: String?

    @Option(
        help: ArgumentHelp(
            "What one unit of a currency is in it, on which day, by whom; as often as there are currencies.",
            valueName: "EUR=1.08@2026-03-31:ECB"
        )
    )
    var rate: [String] = []

    @OptionGroup var server: AppOptions

    @Flag(help: "One JSON object.")
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
            // It reads every report of the days.
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

/// What commands about the proceeds of a month take, or of days instead of it.
struct ProceedsDayOptions: ParsableArguments {
    @OptionGroup var proceeds: ProceedsOptions

    @Option(help: ArgumentHelp("The first day, instead of a month.", valueName: "2026-03-01"))
    var from: String?

    @Option(help: ArgumentHelp("The last day.", valueName: "2026-03-15"))
    var to: String?

    /// The parameters of a request.
    var parameters: [(String, String?)] { self.proceeds.parameters + [("from", self.from), ("to", self.to)] }

    /// Refuses options that name no days, or name them twice.
    func check() throws { try ProceedsOptions.check(self.proceeds.month, from: self.from, to: self.to) }
}

/// What every command about proceeds takes: which days, and by which rates they are estimated.
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

    /// The days instead of a month, where there may be such.
    static func check(_ month: String?, from: String?, to: String?) throws {
        guard month != nil || (from != nil && to != nil) else {
            throw ValidationError("Say --month 2026-03, or --from and --to.")
        }
        guard month == nil || (from == nil && to == nil) else {
            throw ValidationError("Say --month, or --from and --to, and not both.")
        }
    }
}
