/// A field of a form.
struct DashboardField: Sendable {
    /// How the value is typed.
    enum Kind: Sendable {
        /// A line of text.
        case text
        /// Several lines of text.
        case lines
        /// A whole number.
        case number
        /// A day, such as `2026-11-27`.
        case day
        /// One of these values, each with its name.
        case choice([(value: String, name: String)])
    }

    /// The name in the form.
    let name: String
    /// The key of the label.
    let label: String
    /// How the value is typed.
    var kind = Kind.text
    /// The key of the sentence below it; `nil` where the label is enough.
    var help: String?
    /// The value before anything was typed.
    var initial = ""
    /// Whether the form cannot be sent without it.
    var isRequired = true
    /// The maximum length in bytes.
    var maximum = 1000

    /// The reason of an act, which lands in the audit log.
    static let reason = Self(name: "reason", label: "reason", help: "reasonHelp")

    /// Returns the values for the template: with what was typed, and with what is wrong about it.
    func values(
        typed: DashboardForm?,
        error: DashboardExplanation?,
        _ text: (String) -> String
    ) -> [String: Any] {
        // A query may have other fields only, such as the environment.
        let value = typed?.values[self.name] ?? self.initial
        var values: [String: Any] = [
            "name": self.name, "label": text(self.label), "maximum": self.maximum, "isRequired": self.isRequired,
            // A name that is absent here would be looked up in the values around it.
            "help": false, "problem": false, "problemInEnglish": false, "line": false, "lines": false,
            "choice": false,
        ]
        if let help { values["help"] = text(help) }
        if let error { values.merge(error.values("problem")) { $1 } }
        switch self.kind {
        case .text: values["line"] = ["type": "text", "value": value]
        case .number: values["line"] = ["type": "number", "value": value]
        case .day: values["line"] = ["type": "date", "value": value]
        case .lines: values["lines"] = ["value": value]
        case .choice(let choices):
            values["choice"] = [
                "choices": choices.map { choice -> [String: Any] in
                    ["value": choice.value, "name": choice.name, "isCurrent": choice.value == value]
                }
            ]
        }
        return values
    }
}
