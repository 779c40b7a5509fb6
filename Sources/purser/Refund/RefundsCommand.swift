import AppStore
import ArgumentParser

/// `purser refunds`: refund requests, our answers, and Apple's decisions.
struct RefundsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refunds",
        abstract: "Refund requests, our answers, and Apple's decisions.",
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

    /// The exit statuses of such a command, for its help.
    static let endings = """
        0 done, 1 there is no such refund or its state does not allow it, 3 nothing to do, 64 wrong usage, 69 the \
        database cannot be opened, 75 try again, 77 another user's server, 78 the configuration is wrong.
        """
}

/// `purser refunds list`: lists refund cases.
struct RefundsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List refund requests with our answers and Apple's decisions.",
        discussion: """
            Example:
              purser refunds list --state held
              purser refunds list --customer ada --json

            Cases that wait for an operator are sorted by the end of the wait, the earliest first.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Option(
        help: """
            Only cases in this state: requested, held, answered, withheld, missed, doubtful, refunded, declined, \
            reversed, revoked.
            """
    )
    var state: String?

    @Option(help: "Only cases of this customer.")
    var customer: String?

    @OptionGroup var options: PageOptions

    /// The maximum number of refunds that are sorted.
    private static let mostSorted = 10_000
    /// The server's maximum size of a page.
    private static let longestPage = 200
    /// The default number of waiting cases to show.
    private static let usualPage = 50

    func run() async throws {
        try await self.server.with { api in
            let isWaited = self.state == "held" && self.options.cursor == nil
            guard isWaited else {
                let page = try await self.page(api, self.options)
                return self.options.write(page, as: .refunds, in: .here)
            }
            let (waiting, isAll) = try await self.held(api)
            let shown = waiting.prefix(self.options.limit ?? Self.usualPage)
            self.options.write(PageOptions.Page(elements: Array(shown), next: nil), as: .refunds, in: .here)
            guard shown.count < waiting.count || !isAll else { return }
            StandardStream.error.write(line: RefundMessages.here.shown(shown.count, of: waiting.count, isAll: isAll))
        }
    }

    private func page(_ api: APIClient, _ options: PageOptions) async throws -> PageOptions.Page {
        let filter = [("state", self.state), ("customer", self.customer)]
        return try await options.page(from: api, "refunds", "refunds", filter)
    }

    /// Returns the cases that wait for an operator, sorted by the end of the wait, and whether they are all.
    private func held(_ api: APIClient) async throws -> (waiting: [JSONValue], isAll: Bool) {
        var all: [JSONValue] = []
        var options = self.options
        options.limit = Self.longestPage
        repeat {
            let page = try await self.page(api, options)
            all += page.elements
            options.cursor = page.next
        } while options.cursor != nil && all.count < Self.mostSorted
        let sorted = all.sorted { (Listing.heldUntil($0) ?? "") < (Listing.heldUntil($1) ?? "") }
        return (sorted, options.cursor == nil)
    }
}

/// `purser refunds show`: shows one refund case.
struct RefundsShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a refund: the requests, our answers with their reasons, and Apple's decisions.",
        discussion: """
            Example:
              purser refunds show rfd_Production_230000000000042

            Exit status: \(RefundsCommand.endings)
            """
    )

    @Argument(help: "The refund's id: purser refunds list")
    var id: String

    @OptionGroup var server: AppOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        try await self.server.with { api in
            let answer = try await api.get("refunds/\(APIClient.escaped(self.id))")
            guard !self.json else { return StandardStream.output.write(json: answer) }
            for line in RefundText(in: .here).lines(answer) { StandardStream.output.write(line: line) }
        }
    }
}

/// `purser refunds reported`: lists the refunds that were reported without Apple's signature.
struct RefundsReportedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reported",
        abstract: "List the refunds that version 1 notifications reported and that Apple did not sign.",
        discussion: """
            Example:
              purser refunds reported
              purser refunds reported --limit 200 --json

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @OptionGroup var options: PageOptions

    func run() async throws {
        try await self.server.with { api in
            let page = try await self.options.page(from: api, "reported-refunds", "reports")
            self.options.write(page, as: .reportedRefunds, in: .here)
        }
    }
}
