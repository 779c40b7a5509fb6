import Notation

/// A form that was typed while the session of its page ended, kept until the operator has signed in again.
///
/// The sign-in page carries it as a hidden field, so the server stores nothing for it.
struct DashboardDraft: Sendable {
    /// The address of no page: a sign-in with a draft answers with the page that sends the draft once more.
    static let path = DashboardSettings.path
    /// The fields that are never kept: proofs, secrets, and the confirmation of a preview, which is made again.
    private static let dropped: Set<String> = [
        "csrf", "password", "present", "new", "again", "code", "token", "draft", DashboardAct.stampField,
    ]
    /// The maximum size of a kept form in bytes; it is sent once more inside another form.
    private static let maximumBytes = 60_000

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
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, DashboardVisit.destination(parts[0]) == parts[0], let form = DashboardForm(parts[1])
        else { return nil }
        self.action = parts[0]
        self.fields = form.values.filter { !Self.dropped.contains($0.key) }
    }

    /// The draft as the value of a hidden field.
    var text: String {
        let fields = self.fields.sorted { $0.key < $1.key }.map { "\($0.key.asQueryValue)=\($0.value.asQueryValue)" }
        return "\(self.action)\n\(fields.joined(separator: "&"))"
    }

    /// The values for the page that sends it once more.
    var values: [String: Any] {
        [
            "action": self.action,
            "fields": self.fields.sorted { $0.key < $1.key }.map { ["name": $0.key, "value": $0.value] },
        ]
    }
}
