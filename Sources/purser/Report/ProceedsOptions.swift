import ArgumentParser

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
