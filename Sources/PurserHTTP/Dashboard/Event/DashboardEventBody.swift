import AppStore
import Ledger
import PurserService

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
        return (try? JSONValue(json: json))?.indented() ?? String(decoding: json, as: UTF8.self)
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
}

extension JSONValue {
    /// Returns the value as JSON for people: one member in a line, and two spaces for each level.
    ///
    /// - Parameters:
    ///   - maximum: The number of bytes over which a text is cut to its first 80 characters.
    ///   - indent: The spaces before the line in which the value begins.
    /// - Returns: The lines.
    func indented(cuttingOver maximum: Int = .max, after indent: String = "") -> String {
        let inner = indent + "  "
        func lines(_ lines: [String]) -> String { lines.map { inner + $0 }.joined(separator: ",\n") }
        switch self {
        case .object(let members) where !members.isEmpty:
            let all = members.map { member in
                let value = member.value.indented(cuttingOver: maximum, after: inner)
                return "\(Self.line(.string(member.key))): \(value)"
            }
            return "{\n\(lines(all))\n\(indent)}"
        case .array(let elements) where !elements.isEmpty:
            return "[\n\(lines(elements.map { $0.indented(cuttingOver: maximum, after: inner) }))\n\(indent)]"
        case .string(let string) where string.utf8.count > maximum: return Self.line(.string("\(string.prefix(80))…"))
        default: return Self.line(self)
        }
    }

    private static func line(_ value: Self) -> String { String(decoding: value.json(), as: UTF8.self) }
}
