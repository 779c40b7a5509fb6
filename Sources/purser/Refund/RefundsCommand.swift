import ArgumentParser

/// `purser refunds`: who wants his money back, and what Apple is told about it.
struct RefundsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refunds",
        abstract: "Who wants his money back, what Apple was told about it, and what it decided.",
        discussion: """
            Example:
              purser refunds list --state held
              purser refunds reported
              purser refunds show rfd_Production_230000000000042
              purser refunds answer rfd_Production_230000000000042 DECLINE --reason "all of it was spent"
              purser refunds dry-run shop/refunds.yaml
              purser refunds report --since 90d
              purser refunds export --output cases.jsonl
            """,
        subcommands: [
            RefundsListCommand.self, RefundsReportedCommand.self, RefundsShowCommand.self, RefundsAnswerCommand.self,
            RefundsDryRunCommand.self, RefundsReportCommand.self, RefundsExportCommand.self,
            RefundsOverrideCommand.self,
        ]
    )

    /// How such a command ends, for its help.
    static let endings = """
        0 done, 1 there is no such refund, or it cannot be now; 3 nothing was done, because it was so already; 64 wrong \
        usage, 69 the database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
        """
}
