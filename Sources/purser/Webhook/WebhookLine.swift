package import AppStore

/// What the commands about webhooks write.
package enum WebhookLine {
    /// An endpoint, a line for each of its fields; without a filter it receives all.
    package static func fields(_ webhook: JSONValue) -> [String] {
        guard case .object(let members) = webhook else { return [] }
        let filled = members.map { member in
            member.value == .array([]) ? JSONMember(key: member.key, value: .string("all")) : member
        }
        return ObjectText.lines(.object(filled))
    }

    /// How an attempt ended, in one line.
    static func attempt(_ attempt: JSONValue, json: Bool) -> String {
        if json { return Self.json(attempt) }
        let took = attempt["tookMilliseconds"].plain
        guard attempt["arrived"] != .bool(true) else { return "It arrived, in \(took) ms." }
        return "It did not arrive: \(Self.failure(attempt["failure"])), after \(took) ms."
    }

    /// Writes an endpoint whose secret is shown: the secret to standard output, the rest beside it.
    static func writeSecret(of webhook: JSONValue, json: Bool) {
        if json {
            StandardStream.output.write(line: Self.json(webhook))
            return
        }
        let id = webhook["id"]?.text ?? ""
        guard let secret = webhook["secret"]?.text else {
            StandardStream.output.write(line: id)
            StandardStream.error.write(line: "Apple's notifications are passed on to it from now on, as they come.")
            return
        }
        StandardStream.output.write(line: secret)
        StandardStream.error.write(
            line: "This is the only time the secret is shown. The endpoint is \(id); try it: purser webhooks test \(id)"
        )
    }

    /// A number and what it is of, of which there is one or more.
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
    /// The webhook endpoints.
    static let webhooks = Listing(
        none: "No address receives events. To add one: purser webhooks create https://shop.example.com/purchases",
        [
            Column("WEBHOOK", of: "id"), Column("STATE", of: "state"), Column("KIND", of: "kind"),
            Column("URL", of: "url"), Column("EVENTS", of: "events", none: "all"),
        ]
    )

    /// What does not arrive at an address.
    package static let failingDeliveries = Listing(
        none: "Everything arrives at this address. To try it: purser webhooks test ID",
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
