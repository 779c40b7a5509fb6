import AppStore
import ArgumentParser

/// `purser customers lookup`: finds the matches of an id.
struct CustomerLookupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lookup",
        abstract: "Look up any id: an order number, a transaction, a token, a customer.",
        discussion: """
            Example:
              purser customers lookup MMTVJ1W3L4

            If the id has the form of an order number from Apple's emails, the server asks Apple and records what Apple
            signed. An id with several matches is shown with all of them.

            \(CustomerArgument.endings)
            """
    )

    @Argument(help: "The id, as the customer provides it.")
    var id: String

    @OptionGroup var options: CustomerOptions

    @Option(help: "The reason, for the audit log, if the server asks Apple.")
    var reason: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() async throws {
        guard !self.id.isEmpty else {
            throw ValidationError("Enter an id: an order number, a transaction, a token or a customer.")
        }
        try await self.options.with { api in
            let answer = try await api.get("lookups", [("id", self.id), ("reason", self.reason)])
            let matches = answer["matches"]?.elements ?? []
            Listing.matches.write(self.json ? matches : matches.flatMap(Self.rows(of:)), isJSON: self.json)
            guard let order = answer["order"], order["state"]?.text != "notAsked" else { return }
            let fields = [
                self.json
                    ? JSONMember(key: "order", value: order)
                    : JSONMember(key: "apple", value: .string(Self.sentence(of: order)))
            ]
            ObjectText.write(.object(fields), isJSON: self.json)
        }
    }

    /// Returns a sentence about the result of asking Apple.
    private static func sentence(of order: JSONValue) -> String {
        switch order["state"].plain {
        case "known": "knows this order number"
        case "unknown": "does not know this order number"
        default: "could not be asked about an order (\(order["code"].plain))"
        }
    }

    /// Returns a match of an id as a few rows.
    private static func rows(of match: JSONValue) -> [JSONValue] {
        let type = JSONMember(key: "type", value: match["type"] ?? .null)
        func rows(of elements: JSONValue?, _ names: [(name: String, path: String)]) -> [JSONValue] {
            (elements?.elements ?? []).map { .object([type] + CustomerText.fields(names, of: $0)) }
        }
        if let transactions = match["transactions"] {
            return rows(
                of: transactions,
                [
                    ("transaction", "transaction"), ("environment", "environment"), ("product", "purchase.product"),
                    ("state", "purchase.state"), ("customer", "owner"), ("reason", "reason"),
                ]
            )
        }
        if let bindings = match["bindings"] {
            return rows(
                of: bindings,
                [("customer", "customer"), ("firstSeen", "firstSeenAt"), ("lastSeen", "lastSeenAt")]
            )
        }
        let names = [("token", "appAccountToken"), ("customer", "customer"), ("mergedInto", "mergedInto")]
        return [.object([type] + CustomerText.fields(names, of: match))]
    }
}

extension Listing {
    /// The table of matches, each with its type.
    fileprivate static let matches = Listing(
        none: "There is no match for this id. Compare it with what the customer sent, or sync with Apple: purser sync"
    )
}
