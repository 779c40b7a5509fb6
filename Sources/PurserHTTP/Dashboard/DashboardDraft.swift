import AppStore
import Notation

/// A form that was typed while the session of its page ended, kept until the operator has signed in again, or one of a
/// session that another sign-in in the same browser has replaced.
///
/// The sign-in page carries it as a hidden field, so the server stores nothing for it. Only a person sends it.
struct DashboardDraft: Sendable {
    /// The address of no page: a sign-in with a draft answers with the page that sends the draft once more.
    static let path = DashboardSettings.path
    /// The fields that are never kept: proofs, secrets, and the confirmation of a preview, which is made again.
    private static let dropped: Set<String> = [
        "csrf", "password", "present", "new", "again", "code", "token", "draft", DashboardAct.stampField,
    ]
    /// The maximum size of a kept form in bytes; it is sent once more inside another form.
    private static let maximumBytes = 340_000

    /// The path to which the form goes.
    let action: String
    /// The fields by name.
    let fields: [String: String]

    /// Creates the draft of a form; `nil` for a form that is too large or goes elsewhere.
    init?(of form: DashboardForm, to address: String) {
        guard DashboardVisit.destination(address) == address else { return nil }
        self.action = address
        self.fields = form.values.filter { !Self.dropped.contains($0.key) }
        guard self.text.utf8.count <= Self.maximumBytes else { return nil }
    }

    /// Reads the draft in a hidden field; `nil` where it has none.
    init?(_ text: String) {
        guard let bytes = Base64URL.decode(Array(text.utf8)), case .object(let members)? = try? JSONValue(json: bytes)
        else { return nil }
        var fields: [String: String] = [:]
        for member in members {
            guard case .string(let value) = member.value else { return nil }
            fields[member.key] = value
        }
        guard let action = fields.removeValue(forKey: ""), DashboardVisit.destination(action) == action else {
            return nil
        }
        self.action = action
        self.fields = fields.filter { !Self.dropped.contains($0.key) }
    }

    /// The draft as the value of a hidden field, whose encoding makes the form around it little larger.
    var text: String {
        var json = JSONWriter()
        json.beginObject()
        json.key("")
        json.write(self.action)
        for (name, value) in self.fields.sorted(by: { $0.key < $1.key }) where !name.isEmpty {
            json.key(name)
            json.write(value)
        }
        json.endObject()
        return String(decoding: Base64URL.encode(json.bytes), as: UTF8.self)
    }

    /// The values for the page that sends it once more.
    var values: [String: Any] {
        [
            "action": self.action, "draft": self.text,
            "fields": self.fields.sorted { $0.key < $1.key }.map { ["name": $0.key, "value": $0.value] },
        ]
    }
}
