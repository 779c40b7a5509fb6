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

    @OptionGroup var server: WebhookOptions

    @Option(
        help: """
            Only what stands so: requested, held, answered, withheld, missed, doubtful, refunded, declined, \
            reversed, revoked.
            """
    )
    var state: String?

    @Option(help: "Only those of this customer.")
    var customer: String?

    @Option(help: "At most so many, 1 to 200.")
    var limit = 50

    @Option(help: "Only what comes after this one.")
    var cursor: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    /// The most refunds that are sorted.
    private static let mostSorted = 10_000

    func run() async throws {
        try await self.server.with { access in
            let words = RefundWords.here
            var found: [JSONValue]
            var next: String?
            if self.state == "held", self.cursor == nil {
                found = try await self.held(access)
            } else {
                (found, next) = try await self.page(access, limit: self.limit, cursor: self.cursor)
            }
            guard !self.json else {
                for one in found { StandardStream.output.write(line: RefundLine.text(one, json: true)) }
                return
            }
            for line in RefundLine.table(found, words) { StandardStream.output.write(line: line) }
            if found.isEmpty { StandardStream.error.write(line: words.none) }
            if let next { StandardStream.error.write(line: words.more(next)) }
        }
    }

    private func page(
        _ access: WebhookAccess,
        limit: Int,
        cursor: String?
    ) async throws -> (refunds: [JSONValue], next: String?) {
        let answer = try await access.get(
            "refunds",
            [("state", self.state), ("customer", self.customer), ("limit", String(limit)), ("cursor", cursor)]
        )
        return (answer["refunds"]?.elements ?? [], answer["next"]?.text)
    }

    /// Those that wait for a person, the first whose time ends first.
    private func held(_ access: WebhookAccess) async throws -> [JSONValue] {
        var all: [JSONValue] = []
        var cursor: String?
        repeat {
            let (page, next) = try await self.page(access, limit: 200, cursor: cursor)
            all += page
            cursor = next
        } while cursor != nil && all.count < Self.mostSorted
        let sorted = all.sorted { (RefundLine.heldUntil($0) ?? "") < (RefundLine.heldUntil($1) ?? "") }
        return Array(sorted.prefix(self.limit))
    }
}
