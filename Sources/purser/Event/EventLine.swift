import AppStore

/// An event as the commands write it.
enum EventLine {
    /// An event in one line: when, what, whose, and its id.
    static func text(_ event: JSONValue, json: Bool) -> String {
        if json { return String(decoding: event.json(), as: UTF8.self) }
        let chain = event["chain"]?["originalTransaction"]?.text
        let whose = event["customer"]?.text ?? chain.map { "chain \($0)" } ?? ""
        return [event["occurredAt"]?.text ?? "", event["name"]?.text ?? "", whose, event["id"]?.text ?? ""]
            .joined(separator: "  ")
    }
}
