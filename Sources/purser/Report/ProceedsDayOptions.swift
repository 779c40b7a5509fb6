import ArgumentParser

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
