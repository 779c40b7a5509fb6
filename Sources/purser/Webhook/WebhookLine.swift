package import AppStore

/// The output of the commands about webhooks.
package enum WebhookLine {
    /// Returns an endpoint, one line for each of its fields; without a filter it receives all events.
    package static func fields(_ webhook: JSONValue) -> [String] {
        guard case .object(let members) = webhook else { return [] }
        let filled = members.map { member in
            member.value == .array([]) ? JSONMember(key: member.key, value: .string("all")) : member
        }
        return ObjectText.lines(.object(filled))
    }

    /// Returns the outcome of an attempt in one line.
    static func attempt(_ attempt: JSONValue, json: Bool) -> String {
        if json { return Self.json(attempt) }
        let took = attempt["tookMilliseconds"].plain
        guard attempt["arrived"] != .bool(true) else { return "Delivered in \(took) ms." }
        return "Not delivered: \(Self.failure(attempt["failure"])), after \(took) ms."
    }

    /// Writes an endpoint with its secret: the secret to standard output, the rest to standard error.
    static func writeSecret(of webhook: JSONValue, json: Bool) {
        if json {
            StandardStream.output.write(line: Self.json(webhook))
            return
        }
        let id = webhook["id"]?.text ?? ""
        guard let secret = webhook["secret"]?.text else {
            StandardStream.output.write(line: id)
            StandardStream.error.write(line: "The server forwards Apple's notifications to it from now on, unchanged.")
            return
        }
        StandardStream.output.write(line: secret)
        StandardStream.error.write(
            line: "The secret is not shown again. The endpoint is \(id); to test it: purser webhooks test \(id)"
        )
    }

    /// Returns a number and its noun in the singular or plural.
    package static func count(_ number: JSONValue?, _ one: String, _ several: String) -> String {
        Counted.text(number.plain, one, several)
    }

    private static func failure(_ failure: JSONValue?) -> String {
        let code = failure?["code"]?.text ?? ""
        return failure?["status"].map { "\(code) \($0.plain)" } ?? code
    }

    private static func json(_ value: JSONValue) -> String { String(decoding: value.json(), as: UTF8.self) }
}

extension Listing {
    /// The table of webhook endpoints.
    static let webhooks = Listing(
        none: "There is no webhook endpoint. To create one: purser webhooks create https://shop.example.com/purchases",
        [
            Column("WEBHOOK", of: "id"), Column("STATE", of: "state"), Column("KIND", of: "kind"),
            Column("URL", of: "url"), Column("EVENTS", of: "events", none: "all"),
        ]
    )

    /// The table of undelivered events of an endpoint.
    package static let failingDeliveries = Listing(
        none: "There are no undelivered events. To test the endpoint: purser webhooks test ID",
        [
            Column("EVENT", of: "event"), Column("ATTEMPTS", of: "attempts", isNumber: true),
            Column("FAILING SINCE", of: "failingSince"),
            Column("FAILURE") { row, _ in
                [row.member("failure.code").plain, row.member("failure.status").plain].filter { !$0.isEmpty }
                    .joined(separator: " ")
            },
            Column("AGAIN") { row, _ in
                row["suspendedAt"] == nil ? row["dueAt"].plain.isEmpty ? "now" : row["dueAt"].plain : ""
            },
            Column("SUSPENDED", of: "suspendedAt"),
        ]
    )
}
