package import AppStore
internal import ArgumentParser
import PurserService

/// `purser customers timeline`: lists a customer's timeline.
struct CustomerTimelineCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline",
        abstract: "List a customer's timeline, newest first.",
        discussion: """
            Example:
              purser customers timeline anna --type transfer,action

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The customer's id in your app.")
    var customer: String

    @Option(
        name: .customLong("type"),
        help: ArgumentHelp(
            "Only these types, separated by commas: evidence, event, transfer, submission, action.",
            valueName: "kinds"
        )
    )
    var kinds = ""

    @OptionGroup var options: CustomerOptions

    @OptionGroup var page: PageOptions

    func run() async throws {
        let path = try CustomerArgument.path(self.customer, "timeline")
        let words = self.kinds.split(separator: ",").map(String.init)
        if let word = words.first(where: { TimelineEntry.Kind(rawValue: $0) == nil }) {
            throw ChoiceOption.mistake("--type", word, known: TimelineEntry.Kind.allCases.map(\.rawValue))
        }
        let type = words.isEmpty ? nil : words.joined(separator: ",")
        try await self.options.with { api in
            let page = try await self.page.page(from: api, path, "entries", [("type", type)])
            let rows = self.page.json ? page.elements : page.elements.map(TimelineRow.row(of:))
            self.page.write(PageOptions.Page(elements: rows, next: page.next), as: .timeline)
        }
    }
}

/// An entry of a timeline as a row for people.
package enum TimelineRow {
    /// Returns the entry with its details, and Apple's evidence under short names.
    package static func row(of entry: JSONValue) -> JSONValue {
        guard case .object(let members) = entry, case .object(let data)? = entry["data"] else { return entry }
        let name = entry["type"].plain == "evidence" ? Self.name(ofEvidence: entry) : entry["name"].plain
        let own = members.filter { !["data", "name"].contains($0.key) }
        return .object(own + [JSONMember(key: "name", value: .string(name))] + data.filter { $0.key != "event" })
    }

    private static func name(ofEvidence entry: JSONValue) -> String {
        let parts = entry["name"].plain.split(separator: ".").filter { !["signed", "stated"].contains($0) }
        let status = entry.member("data.status").plain
        return (parts.map(String.init) + (status.isEmpty ? [] : [status])).joined(separator: " ")
    }
}

extension Listing {
    /// The table of a timeline.
    package static let timeline = Listing(
        none: "The timeline of this customer is empty. To find the customer by any id: purser customers lookup ID",
        [
            Column("AT", of: "at"), Column("TYPE", of: "type"),
            Column("WHAT") { row, _ in
                guard row["type"].plain == "transfer" else { return row["name"].plain }
                let (from, to) = (row["from"].plain, row["to"].plain)
                return "\(from.isEmpty ? "none" : from) to \(to.isEmpty ? "none" : to)"
            },
            Column("TRANSACTION") { row, _ in (row["transaction"] ?? row["transactions"]).plain },
            Column("PRODUCT", of: "product"), Column("ENVIRONMENT", of: "environment"), Column("BY", of: "by"),
            .outcome,
            Column("REASON", of: "reason"), Column("CHANGE", of: "change"),
            Column("AUTO-RENEW CHANGED", of: "renewStatusChangedAt"),
            Column("EVENT", of: "number", isNumber: true),
        ]
    )
}
