import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The pages on which an operator edits the catalog: its text, errors with their lines, and the act that applies it.
struct DashboardCatalogEditController: Sendable {
    /// The maximum size in bytes of a catalog that is edited in a page; a form is larger than its fields.
    private static let maximumBytes = 100_000
    /// The maximum number of errors on a page.
    private static let maximumIssues = 50
    /// The name of a catalog in messages.
    private static let name = "catalog"
    /// The field with the text of the catalog.
    private static let documentField = "document"

    /// The use cases of catalogs.
    let catalogs: CatalogService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "catalog/edit", for: .scope(.admin)) { visit, app in try await self.page(visit, app) }
        routes.post(app: "catalog/edit", for: .scope(.admin)) { visit, app in try await self.answer(visit, app) }
        routes.act(app: "catalog/versions/:number/apply", for: .scope(.admin)) { visit, app in
            try await self.revert(visit, app)
        }
    }

    /// Returns the page with the text of the version in force.
    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let text = try await self.current(app)
        let document = text.map { String(decoding: $0.document, as: UTF8.self) } ?? ""
        guard document.utf8.count <= Self.maximumBytes else {
            return visit.message(.contentTooLarge, title: "catalogEdit", visit.text("catalogTooLong"))
        }
        var fields = Self.fields
        fields[0].initial = document
        return self.page(visit, app, fields: fields, typed: nil, hasCompanion: text?.pricePoints != nil)
    }

    /// Answers a form: the errors with their lines, the preview, or the way to the applied catalog.
    private func answer(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let companion = try await self.current(app)?.pricePoints
        let name = app.app.name
        let act = DashboardAct(
            title: "catalogEdit",
            fields: Self.fields,
            needsPassword: true,
            confirm: "catalogApply",
            back: app.path("catalog"),
            preview: { form in
                DashboardCatalogPreview(try await self.preview(Self.text(form, companion), of: name), visit).act
            },
            perform: { form in try await self.apply(Self.text(form, companion), form, visit, app) }
        )
        do throws(CatalogServiceError) {
            _ = try self.catalogs.preview(Self.text(visit.form, companion), name: Self.name, of: name)
        } catch {
            guard case .wrong(let issues) = error else { throw Problem.catalog(error) }
            let further = Self.issues(issues, in: visit.form[Self.documentField], visit)
            return self.page(
                visit,
                app,
                fields: Self.fields,
                typed: visit.form,
                hasCompanion: companion != nil,
                further,
                status: .unprocessableContent
            )
        }
        return try await act.answer(visit)
    }

    /// Returns the act that applies an earlier version again.
    private func revert(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let number = visit.number(inPath: "number")
        let catalogs = self.catalogs
        let text = try await Problem.explaining(by: Problem.catalog) { () throws(CatalogServiceError) in
            try await catalogs.text(number, of: app.app.name)
        }
        return DashboardAct(
            title: "catalogGoBack",
            introduction: [visit.text("catalogGoBackAbout", "\(number)")],
            needsPassword: true,
            confirm: "catalogApply",
            back: app.path("catalog", "versions"),
            preview: { _ in DashboardCatalogPreview(try await self.preview(text, of: app.app.name), visit).act },
            perform: { form in try await self.apply(text, form, visit, app) }
        )
    }

    private func preview(_ text: CatalogText, of app: AppName) async throws -> CatalogPreview {
        try await Problem.explaining(by: Problem.catalog) { () throws(CatalogServiceError) in
            try self.catalogs.preview(text, name: Self.name, of: app)
        }
    }

    private func apply(
        _ text: CatalogText,
        _ form: DashboardForm,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> String {
        let origin = try visit.origin(reasonIn: form)
        let catalogs = self.catalogs
        _ = try await Problem.explaining(by: Problem.catalog) { () throws(CatalogServiceError) in
            try await catalogs.apply(text, name: Self.name, of: app.app.name, by: origin.name, reason: origin.reason)
        }
        return app.path("catalog", query: ["done": "doneCatalogApplied"])
    }

    // MARK: Parts

    /// The fields of the form.
    private static let fields = [
        DashboardField(name: Self.documentField, label: "catalogText", kind: .lines, maximum: Self.maximumBytes)
    ]

    /// Returns the text of the version in force; `nil` before a version was recorded.
    private func current(_ app: DashboardApp) async throws -> CatalogText? {
        let catalogs = self.catalogs
        return try await Problem.explaining(by: Problem.catalog) {
            () async throws(CatalogServiceError) -> CatalogText? in
            guard let version = try catalogs.current(of: app.app.name).version else { return nil }
            return try await catalogs.text(version.number, of: app.app.name)
        }
    }

    /// Returns the typed catalog.
    private static func text(_ form: DashboardForm, _ companion: [UInt8]?) -> CatalogText {
        let document = Array(form[Self.documentField].utf8)
        // A file of price points belongs only to a catalog that names one.
        let isNamed = companion != nil && form[Self.documentField].contains("pricePoints")
        return CatalogText(document: document, pricePoints: isNamed ? companion : nil)
    }

    private func page(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        fields: [DashboardField],
        typed: DashboardForm?,
        hasCompanion: Bool,
        _ further: [String: Any] = [:],
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let once = typed.map { $0[DashboardAct.onceField] } ?? ""
        let error = further.isEmpty ? nil : DashboardExplanation(text: visit.text("catalogWrong"))
        let values: [String: Any] = [
            "about": visit.text("catalogEditAbout"), "action": visit.address, "back": app.path("catalog"),
            "once": once.isEmpty ? visit.makeToken() : once,
            "companion": hasCompanion ? visit.text("catalogCompanion") : false,
            "fields": (fields + [.reason]).map { field in
                field.values(typed: typed, error: field.name == Self.documentField ? error : nil) { visit.text($0) }
            },
        ]
        return visit.page("catalog-edit", title: "catalogEdit", values.merging(further) { $1 }, status: status)
    }

    /// Returns the errors of a catalog, each with its line.
    private static func issues(_ issues: ValidationIssues, in text: String, _ visit: DashboardVisit) -> [String: Any] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let shown = issues.issues.prefix(Self.maximumIssues)
        let texts = DashboardIssueText(visit.language)
        let more = issues.issues.count - shown.count
        return [
            "hasIssues": true, "issuesSay": visit.text("catalogIssues", "\(issues.issues.count)"),
            "further": more > 0 ? visit.text("catalogFurther", "\(more)") : false,
            "issues": shown.map { issue -> [String: Any] in
                // An error in the file of price points has the lines of that file.
                let statement = texts.statement(issue)
                let isOther = issue.file != Self.name
                var values: [String: Any] = [
                    "says": isOther ? texts.description(of: issue) : statement.whole, "isEnglish": statement.isEnglish,
                    "place": false,
                ]
                guard !isOther else { return values }
                if let line = issue.line {
                    let known = lines.indices.contains(line - 1) ? String(lines[line - 1].prefix(200)) : ""
                    values["place"] = ["name": visit.text("catalogLine", "\(line)"), "text": known]
                }
                return values
            },
        ]
    }
}

/// What applying a catalog changes, as an operator reads it.
private struct DashboardCatalogPreview {
    /// The maximum number of changes that are listed.
    private static let maximumChanges = 200

    /// The preview of the act.
    let act: DashboardAct.Preview

    /// Creates the sentences of a preview.
    init(_ preview: CatalogPreview, _ visit: DashboardVisit) {
        guard !preview.isSame else {
            self.act = DashboardAct.Preview(effects: [visit.text("catalogSame")], isNothing: true)
            return
        }
        let comparison = preview.comparison
        var effects = [
            preview.current.map { visit.text("catalogReplaces", "\($0.number)") } ?? visit.text("catalogFirst")
        ]
        effects += comparison.changes.prefix(Self.maximumChanges).map { Self.sentence($0, visit) }
        let more = comparison.changes.count - Self.maximumChanges
        if more > 0 { effects.append(visit.text("catalogFurther", "\(more)")) }
        if comparison.changes.isEmpty { effects.append(visit.text("catalogOnlyText")) }
        effects += comparison.losses.map { loss in
            let products = loss.products.map(\.rawValue).joined(separator: ", ")
            return visit.text("catalogLoss", loss.entitlement.rawValue, products)
        }
        let texts = DashboardIssueText(visit.language)
        effects += preview.file.warnings.map { warning in
            visit.text("catalogWarning", "\(warning.line ?? 1)", texts.statement(warning).whole)
        }
        let undo = preview.current.map { visit.text("catalogUndo", "\($0.number)") }
        self.act = DashboardAct.Preview(effects: effects, undo: undo)
    }

    private static func sentence(_ change: CatalogChange, _ visit: DashboardVisit) -> String {
        let subject = change.name.isEmpty ? change.section : "\(change.section).\(change.name)"
        let fields = change.fields.map { field in
            let (before, after) = (
                field.before ?? visit.text("catalogNothing"), field.after ?? visit.text("catalogNothing")
            )
            return change.kind == .changed ? "\(field.name) \(before) → \(after)" : "\(field.name) \(after)"
        }.joined(separator: visit.text("catalogAnd"))
        switch change.kind {
        case .added:
            return fields.isEmpty
                ? visit.text("catalogAddedPlain", subject) : visit.text("catalogAdded", subject, fields)
        case .removed: return visit.text("catalogRemoved", subject)
        case .changed: return visit.text("catalogChanged", subject, fields)
        }
    }
}
