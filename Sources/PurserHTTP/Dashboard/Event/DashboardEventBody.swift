import AppStore
import Ledger

/// The content of an event, as a page shows it: its subject with a link, and its JSON with line breaks.
struct DashboardEventBody {
    /// The event.
    let event: Event
    private let body: JSONValue?

    /// Creates the content of an event; a body that cannot be read has no subject.
    init(_ event: Event) {
        self.event = event
        self.body = try? JSONValue(json: event.body)
    }

    /// The whole event as JSON, indented.
    var text: String {
        let json = self.event.json
        guard let value = try? JSONValue(json: json) else { return String(decoding: json, as: UTF8.self) }
        return Self.indented(value)
    }

    /// The customer of the event stream; `nil` for a stream without one.
    var customer: CustomerID? {
        guard case .customer(let customer) = self.event.stream.subject else { return nil }
        return customer
    }

    /// Returns the id of the subject and the page about it; `nil` where it has none.
    func subject(in app: DashboardApp) -> (id: String, path: String)? {
        let app = DashboardApp(app.app, in: self.event.environment ?? app.environment)
        let noun = self.event.name.noun
        let subject = self.body?[noun]
        switch noun {
        case "transaction":
            return subject?["transactions"]?.elements?.first?.text.map { ($0, app.path("transactions", $0)) }
        case "ownership":
            return self.body?["originalTransaction"]?.text.map { ($0, app.path("transactions", $0)) }
        case "subscription":
            return subject?["originalTransaction"]?.text.map { ($0, app.path("subscriptions", $0)) }
        case "chain":
            return self.body?["joined"]?.text.map { ($0, app.path("subscriptions", $0)) }
        case "seat":
            return self.body?["subscription"]?["originalTransaction"]?.text.map { ($0, app.path("subscriptions", $0)) }
        case "fulfillment": return subject?["id"]?.text.map { ($0, app.path("fulfillments", $0)) }
        case "order": return subject?["id"]?.text.map { ($0, app.path("orders", $0)) }
        case "refund": return subject?["id"]?.text.map { ($0, app.path("refunds", $0)) }
        default: return nil
        }
    }

    /// Returns a value as JSON with two spaces for each level.
    static func indented(_ value: JSONValue) -> String {
        var text = ""
        Self.write(value, level: 0, to: &text)
        return text
    }

    private static func write(_ value: JSONValue, level: Int, to text: inout String) {
        let inner = String(repeating: "  ", count: level + 1)
        let outer = String(repeating: "  ", count: level)
        switch value {
        case .array(let elements) where !elements.isEmpty:
            text += "[\n"
            for (place, element) in elements.enumerated() {
                text += inner
                Self.write(element, level: level + 1, to: &text)
                text += place + 1 < elements.count ? ",\n" : "\n"
            }
            text += "\(outer)]"
        case .object(let members) where !members.isEmpty:
            text += "{\n"
            for (place, member) in members.enumerated() {
                text += inner + String(decoding: JSONValue.string(member.key).json(), as: UTF8.self) + ": "
                Self.write(member.value, level: level + 1, to: &text)
                text += place + 1 < members.count ? ",\n" : "\n"
            }
            text += "\(outer)}"
        default: text += String(decoding: value.json(), as: UTF8.self)
        }
    }
}
