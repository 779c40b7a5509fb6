import ArgumentParser
import PurserService

/// `purser customers timeline`: what happened to a customer.
struct CustomerTimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "Lists what happened to a customer, newest first.",
        discussion: """
            Example:
              purser customers timeline anna --type move,act

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp("Which kinds, with commas: evidence, event, move, submission, act.", valueName: "kinds")
    )
    var kinds = ""

    @Option(help: "How many at most.")
    var limit = 50

    @OptionGroup var store: StoreOptions

    func run() async throws {
        let words = self.kinds.split(separator: ",").map(String.init)
        let kinds = words.compactMap { TimelineEntry.Kind(rawValue: $0) }
        if let word = words.first(where: { TimelineEntry.Kind(rawValue: $0) == nil }) {
            throw WordOption.mistake("--type", word, known: TimelineEntry.Kind.allCases.map(\.rawValue))
        }
        try await self.store.run(
            .timeline(
                CustomerArgument.customer(self.customer),
                kinds: kinds.isEmpty ? Set(TimelineEntry.Kind.allCases) : Set(kinds),
                limit: try CustomerArgument.limit(self.limit)
            )
        )
    }
}
