import Crypto
import HTTPTypes
import Hummingbird
import Ledger
import Notation
import PurserService

/// Something that an operator changes: a form, a preview that says what will happen, and its confirmation.
///
/// The first page asks for the fields. The second one says what the act will do and asks for a confirmation, which has
/// a digest of these sentences: if anything changed meanwhile, the preview is shown again instead, and so it is when a
/// browser sends the same confirmation twice. Nothing typed is lost on the way.
struct DashboardAct: Sendable {
    /// What the act will do, as an operator reads it before they confirm it.
    struct Preview: Sendable {
        /// The sentences.
        var effects: [String]
        /// The sentence that says how it is undone; `nil` where the effects say it.
        var undo: String?
        /// Whether there is nothing to do, so that it cannot be confirmed.
        var isNothing = false
    }

    /// The field with the digest of the preview that the operator saw.
    static let stampField = "stamp"
    /// The field with a random value that is the same for each confirmation of one form.
    static let onceField = "once"

    /// The key of the title.
    let title: String
    /// The sentences above the form, such as what the act is about.
    var introduction: [String] = []
    /// The fields; the reason follows by itself.
    var fields: [DashboardField] = []
    /// Whether the act asks for a reason.
    var needsReason = true
    /// Whether the confirmation asks for the operator's password, which proves that they are at the keyboard.
    ///
    /// It does for what concerns all customers, keys, endpoints or operators, and for what is dangerous, except for what
    /// support does all day for one customer.
    var needsPassword = false
    /// Whether something is lost if the operator is wrong, so that the button is red.
    var isDangerous = false
    /// The key of the warning above a form that was carried out before.
    var doneBefore = "actDone"
    /// The key of the text of the confirming button.
    let confirm: String
    /// The page to which an operator returns who does not confirm.
    let back: String
    /// Returns what the act will do with these fields; throws the problem of a wrong field.
    let preview: @Sendable (DashboardForm) async throws -> Preview
    /// Does it; returns the page that shows the result, with `done=` and the key of a text in its query.
    let perform: @Sendable (DashboardForm) async throws -> String

    /// Answers a request: the form, the preview, or the way to the result.
    func answer(_ visit: DashboardVisit) async throws -> Response {
        guard visit.isPost else {
            // An act without fields begins with its preview.
            guard self.allFields.isEmpty else {
                // The query may fill in fields; without any, as with the environment alone, the initial values stay.
                let isFilledIn = self.allFields.contains { !visit.query[$0.name].isEmpty }
                return self.page(visit, typed: isFilledIn ? visit.query : nil)
            }
            let preview = try await self.preview(visit.query)
            return self.page(visit, typed: nil, preview: preview, stamp: Self.stamp(of: preview))
        }
        if let wrong = self.wrong(visit) { return self.page(visit, typed: visit.form, problem: wrong) }
        do {
            return try await visit.confirmations.once(
                visit,
                again: { try await self.answerAgain(visit) },
                first: { try await self.answerForm(visit, within: $0) }
            )
        } catch let problem as Problem {
            return self.refused(problem, visit)
        } catch let error as OperatorError {
            return self.refused(visit.problem(of: error), visit)
        }
    }

    /// Returns the form with what was typed and what is said about a problem, one of the server or the database included.
    private func refused(_ problem: Problem, _ visit: DashboardVisit, warning: String? = nil) -> Response {
        let explanation = visit.explanation(of: problem)
        return self.page(
            visit,
            typed: visit.form,
            problem: (problem.field, explanation),
            problem.status,
            warning: warning
        ).retrying(problem)
    }

    /// Answers a form that was carried out before: with a warning, and with what it would do now.
    private func answerAgain(_ visit: DashboardVisit) async throws -> Response {
        let warning = visit.text(self.doneBefore)
        do {
            let preview = try await self.preview(visit.form)
            let stamp = Self.stamp(of: preview)
            return self.page(visit, typed: visit.form, preview: preview, stamp: stamp, warning: warning)
        } catch let problem as Problem {
            return self.refused(problem, visit, warning: warning)
        }
    }

    /// Answers a form: with the preview, or with the way to the result of what it confirms.
    private func answerForm(_ visit: DashboardVisit, within work: IdempotentWork?) async throws -> Response {
        let preview = try await self.preview(visit.form)
        let stamp = Self.stamp(of: preview)
        let shown = visit.form[Self.stampField]
        guard !shown.isEmpty, shown == stamp, !preview.isNothing else {
            let warning = shown.isEmpty ? nil : visit.text("actStale")
            return self.page(visit, typed: visit.form, preview: preview, stamp: stamp, warning: warning)
        }
        // The password is asked for beside the button that does it, so no page repeats it.
        if self.needsPassword, let wrong = try await visit.wrongPassword() {
            return self.page(
                visit,
                typed: visit.form,
                wrong.status,
                preview: preview,
                stamp: stamp,
                wrongPassword: wrong.text
            )
        }
        let result = try await IdempotentWork.$current.withValue(work) { try await self.perform(visit.form) }
        return visit.redirect(to: result)
    }

    /// Returns the first field that is required and empty, or too long, and what is said about it.
    private func wrong(_ visit: DashboardVisit) -> (field: String?, explanation: DashboardExplanation)? {
        for field in self.allFields {
            let value = visit.form[field.name]
            if field.isRequired, value.trimmed.isEmpty {
                return (field.name, DashboardExplanation(text: visit.text("errorRequired")))
            }
            if value.utf8.count > field.maximum {
                let limit = DashboardNumbers.count(field.maximum)
                return (field.name, DashboardExplanation(text: visit.text("errorTooLong", limit)))
            }
        }
        return nil
    }

    private var allFields: [DashboardField] { self.fields + (self.needsReason ? [.reason] : []) }

    private func page(
        _ visit: DashboardVisit,
        typed: DashboardForm?,
        problem: (field: String?, explanation: DashboardExplanation)? = nil,
        _ status: HTTPResponse.Status = .ok,
        preview: Preview? = nil,
        stamp: String = "",
        warning: String? = nil,
        wrongPassword: String? = nil
    ) -> Response {
        let all = self.allFields
        let isAtField = all.contains { $0.name == problem?.field }
        var values: [String: Any] = [
            "introduction": self.introduction, "confirm": visit.text(self.confirm), "back": self.back,
            "action": visit.address, "hasFields": !all.isEmpty, "isDangerous": self.isDangerous,
            "warning": warning ?? false,
            // What is asked from the form is a new wish, also when the form was filled in once before.
            "once": visit.form[Self.stampField].isEmpty || visit.form[Self.onceField].isEmpty
                ? visit.makeToken() : visit.form[Self.onceField],
            "fields": all.map { field in
                let error = problem?.field == field.name ? problem?.explanation : nil
                return field.values(typed: typed, error: error) { visit.text($0) }
            },
        ]
        if let problem, !isAtField { values.merge(problem.explanation.values("error")) { $1 } }
        if let preview {
            var shown: [String: Any] = [
                "effects": preview.effects, "stamp": stamp, "isNothing": preview.isNothing, "undo": false,
                "needsPassword": self.needsPassword, "wrongPassword": wrongPassword ?? false,
            ]
            if let undo = preview.undo { shown["undo"] = undo }
            shown["typed"] = all.map { field -> [String: Any] in
                ["name": field.name, "label": visit.text(field.label), "value": typed?[field.name] ?? ""]
            }
            values["preview"] = shown
        }
        let isRefused = problem != nil && status == .ok
        return visit.page(
            "act",
            title: self.title,
            values,
            status: warning != nil && problem == nil ? .conflict : isRefused ? .unprocessableContent : status
        )
    }

    private static func stamp(of preview: Preview) -> String {
        let text = preview.effects.joined(separator: "\n") + "\n\(preview.undo ?? "")"
        return Hexadecimal.text(SHA256.hash(data: Array(text.utf8)).prefix(16))
    }
}

extension DashboardAct {
    /// Creates an act that its service previews: the same work without an effect.
    ///
    /// - Parameters:
    ///   - title: The key of the title, and of the text of the confirming button unless `confirm` is another one.
    ///   - introduction: The sentences above the form.
    ///   - fields: The fields; the reason follows by itself.
    ///   - needsPassword: Whether the confirmation asks for the operator's password.
    ///   - isDangerous: Whether the act cannot be undone.
    ///   - confirm: The key of the text of the confirming button.
    ///   - back: The page to which an operator returns who does not confirm.
    ///   - visit: The request.
    ///   - work: Does it by the fields and the origin, or says what it would do.
    ///   - preview: Returns what the work would do.
    ///   - done: Returns the page that shows what the work did.
    init<Outcome>(
        title: String,
        introduction: [String],
        fields: [DashboardField] = [],
        needsPassword: Bool = false,
        isDangerous: Bool = false,
        confirm: String? = nil,
        back: String,
        _ visit: DashboardVisit,
        work: @escaping @Sendable (DashboardForm, RequestOrigin, _ isPreview: Bool) async throws -> Outcome,
        preview: @escaping @Sendable (Outcome) async throws -> Preview,
        done: @escaping @Sendable (Outcome) -> String
    ) {
        self.init(
            title: title,
            introduction: introduction,
            fields: fields,
            needsPassword: needsPassword,
            isDangerous: isDangerous,
            confirm: confirm ?? title,
            back: back,
            preview: { form in
                try await preview(try await work(form, try visit.origin(reasonIn: form), true))
            },
            perform: { form in done(try await work(form, try visit.origin(reasonIn: form), false)) }
        )
    }
}
