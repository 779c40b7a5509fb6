import Hummingbird
import Ledger
import PurserService

/// A form above a table whose fields land in the address, so that the view can be shared.
struct DashboardQuery: Sendable {
    /// A field.
    struct Field: Sendable {
        /// The name in the address.
        let name: String
        /// The key of the label.
        let label: String
        /// The type of the input: `text`, `date` or `month`.
        let type: String
        /// An example of a value.
        let hint: String
        /// The value where the address has none.
        let initial: String

        /// Creates a field.
        init(_ name: String, label: String, type: String = "text", hint: String = "", initial: String = "") {
            self.name = name
            self.label = label
            self.type = type
            self.hint = hint
            self.initial = initial
        }
    }

    /// The fields.
    let fields: [Field]
    /// The key of the text of the button.
    var button = "moneyShow"

    /// Returns the values for the template `plain`, with the problem at its field.
    func values(for visit: DashboardVisit, problem: Problem? = nil) -> [String: Any] {
        let explanation = problem.map { visit.explanation(of: $0) }
        let query: [String: Any] = [
            "action": visit.path, "button": visit.text(self.button), "kept": self.kept(visit),
            "asked": self.fields.map { field -> [String: Any] in
                let typed = visit.query[field.name]
                let values: [String: Any] = [
                    "name": field.name, "label": visit.text(field.label), "type": field.type, "hint": field.hint,
                    "value": typed.isEmpty ? field.initial : typed, "problem": false, "problemInEnglish": false,
                ]
                guard let explanation, problem?.field == field.name else { return values }
                return values.merging(explanation.values("problem")) { $1 }
            },
        ]
        guard let explanation, !self.fields.contains(where: { $0.name == problem?.field }) else {
            return ["query": query]
        }
        var values = explanation.values("error")
        values["query"] = query
        return values
    }

    /// Returns the other fields of the address, which the form keeps; paging, files and notices begin anew.
    ///
    /// The template writes the environment itself.
    private func kept(_ visit: DashboardVisit) -> [[String: Any]] {
        let others = Set(self.fields.map(\.name) + ["cursor", "done", "environment", "export", "table"])
        return visit.query.values.filter { !$0.value.isEmpty && !others.contains($0.key) }.sorted { $0.key < $1.key }
            .map { ["name": $0.key, "value": $0.value] }
    }

    /// Returns the page, or the form with what is wrong about one of its fields.
    func page(
        _ visit: DashboardVisit,
        title: String,
        _ values: [String: Any] = [:],
        _ found: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await found()
        } catch let problem as Problem where problem.status.code < 500 {
            let all = values.merging(self.values(for: visit, problem: problem)) { $1 }
            return visit.page("plain", title: title, all, status: problem.status)
        }
    }
}

extension DashboardVisit {
    /// Returns the day in a field of the query; `nil` where it is empty.
    func day(_ name: String) throws -> PacificDay? {
        let text = self.query[name].trimmed
        return text.isEmpty ? nil : try RequestFields.day(text, field: name)
    }

    /// Returns the month in the field `month` of a query.
    func period(_ month: String) throws -> ProceedsPeriod {
        guard DashboardDays.months.contains(month), let period = ProceedsPeriod(month: month) else {
            throw RequestFields.invalid("month", self.monthForm(in: DashboardDays.months))
        }
        return period
    }

    /// Returns the sentence about the form of a month, and about which there are.
    func monthForm(in months: ClosedRange<String>) -> String {
        self.text("moneyMonthForm", months.lowerBound, months.upperBound)
    }

    /// Returns the storefront in a field of the query; `nil` where it is empty.
    func storefront(_ name: String) throws(Problem) -> String? {
        let code = self.query.storefront(name)
        guard !code.isEmpty else { return nil }
        guard StorefrontCode.contains(code) else {
            throw Problem(
                .unprocessableContent,
                code: "storefront_unknown",
                self.text("priceStorefrontUnknown"),
                field: name
            )
        }
        return code
    }
}

extension DashboardForm {
    /// Returns the alpha-3 code of the storefront in a field, which may be written small and with two letters; an unknown
    /// one in capital letters.
    func storefront(_ name: String) -> String {
        let code = self[name].trimmed.uppercased()
        return Storefront(alpha2: code)?.code ?? code
    }
}
