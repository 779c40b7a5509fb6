package import AppStore

/// What the commands about webhooks write.
package enum WebhookLine {
    /// An endpoint in one line.
    static func text(_ webhook: JSONValue, json: Bool) -> String {
        if json { return Self.json(webhook) }
        let columns = ["id", "state", "kind", "url"].map { webhook[$0]?.text ?? "" }
        let names = webhook["events"]?.elements?.compactMap(\.text) ?? []
        return (columns + [names.isEmpty ? "all" : names.joined(separator: " ")]).joined(separator: "  ")
    }

    /// An endpoint, a line for each of its fields.
    package static func fields(_ webhook: JSONValue) -> [String] {
        guard case .object(let members) = webhook else { return [] }
        return members.flatMap { member -> [String] in
            // Without a filter it is told of everything.
            if case .array(let elements) = member.value, elements.isEmpty { return ["\(member.key): all"] }
            guard case .object(let inner) = member.value else { return ["\(member.key): \(member.value.plain)"] }
            return inner.map { "\(member.key).\($0.key): \($0.value.plain)" }
        }
    }

    /// How an attempt ended, in one line.
    static func trial(_ trial: JSONValue, json: Bool) -> String {
        if json { return Self.json(trial) }
        let took = trial["tookMilliseconds"].plain
        guard trial["arrived"] != .bool(true) else { return "It arrived, in \(took) ms." }
        return "It did not arrive: \(Self.failure(trial["failure"])), after \(took) ms."
    }

    /// What does not arrive, in one line.
    package static func delivery(_ delivery: JSONValue) -> String {
        let fate =
            delivery["parkedAt"]?.text.map { "parked \($0)" } ?? "again \(delivery["dueAt"]?.text ?? "now")"
        return [
            delivery["event"]?.text ?? "", Self.count(delivery["attempts"], "attempt", "attempts"),
            "since \(delivery["failingSince"]?.text ?? "")", Self.failure(delivery["failure"]), fate,
        ].joined(separator: "  ")
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
