import AppStore
import ArgumentParser

/// `purser refunds list`: lists who wants his money back, and what became of it.
struct RefundsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists who wants his money back, what Apple was told, and what it decided.",
        discussion: """
            Example:
              purser refunds list --state held
              purser refunds list --customer ada --json

            Those that wait for a person come by the end of their waiting, the first to end first.

            Exit status: \(RefundsCommand.endings)
            """
    )

    @OptionGroup var server: AppOptions

    @Option(
        help: """
            Only what stands so: requested, held, answered, withheld, missed, doubtful, refunded, declined, \
            reversed, revoked.
            """
    )
    var state: String?

    @Option(help: "Only those of this customer.")
    var customer: String?

    @OptionGroup var options: PageOptions

    /// The most refunds that are sorted.
    private static let mostSorted = 10_000
    /// The most that the server gives at once.
    private static let longestPage = 200
    /// How many of those are shown that wait for a person.
    private static let usualPage = 50

    func run() async throws {
        try await self.server.with { access in
            let isWaited = self.state == "held" && self.options.cursor == nil
            guard isWaited else {
                let page = try await self.page(access, self.options)
                return self.options.write(page, as: .refunds, in: .here)
            }
            let (waiting, isAll) = try await self.held(access)
            let shown = waiting.prefix(self.options.limit ?? Self.usualPage)
            self.options.write(PageOptions.Page(elements: Array(shown), next: nil), as: .refunds, in: .here)
            guard shown.count < waiting.count || !isAll else { return }
            StandardStream.error.write(line: RefundWords.here.shown(shown.count, of: waiting.count, isAll: isAll))
        }
    }

    private func page(_ access: APIClient, _ options: PageOptions) async throws -> PageOptions.Page {
        let filter = [("state", self.state), ("customer", self.customer)]
        return try await options.page(from: access, "refunds", "refunds", filter)
    }

    /// Those that wait for a person, the first whose time ends first, and whether there are no others.
    private func held(_ access: APIClient) async throws -> (waiting: [JSONValue], isAll: Bool) {
        var all: [JSONValue] = []
        var options = self.options
        options.limit = Self.longestPage
        repeat {
            let page = try await self.page(access, options)
            all += page.elements
            options.cursor = page.next
        } while options.cursor != nil && all.count < Self.mostSorted
        let sorted = all.sorted { (Listing.heldUntil($0) ?? "") < (Listing.heldUntil($1) ?? "") }
        return (sorted, options.cursor == nil)
    }
}
