import Ledger
import PurserService

// What an operator does about imports.
extension DashboardImportsController {
    /// The maximum size of a file in a form, in bytes; encoded, it has to fit into a form.
    private static let maximumFile = 100_000
    /// The number of rows with mistakes that a preview names.
    private static let shownFailures = 5

    /// Retries the failed rows of an import, or resumes it.
    func retrying(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let job = try await self.required(visit, app)
        return DashboardAct(
            title: "importRetryTitle",
            needsReason: false,
            confirm: "importRetryConfirm",
            back: app.path("imports", job.id.rawValue),
            preview: { _ in
                let now = try await self.required(visit, app)
                guard now.state != .canceled, now.state != .receiving,
                    now.counts.failed > 0 || now.state == .paused
                else { return DashboardAct.Preview(effects: [visit.text("importRetryNothing")], isNothing: true) }
                var effects: [String] = []
                if now.counts.failed > 0 {
                    effects.append(visit.text("importRetryEffect", DashboardNumbers.count(now.counts.failed)))
                }
                if now.state == .paused { effects.append(visit.text("importResumeEffect")) }
                return DashboardAct.Preview(effects: effects, undo: visit.text("importRetryUndo"))
            },
            perform: { _ in
                let name = try visit.origin().name
                _ = try await Self.explained { () throws(ImportError) in
                    try await self.service.retry(job.id, of: app.app.name, by: name)
                }
                return app.path("imports", job.id.rawValue, query: ["done": "doneImportRetry"])
            }
        )
    }

    /// Cancels an import.
    func canceling(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let job = try await self.required(visit, app)
        return DashboardAct(
            title: "importCancelTitle",
            needsReason: false,
            needsPassword: true,
            isDangerous: true,
            confirm: "importCancelConfirm",
            back: app.path("imports", job.id.rawValue),
            preview: { _ in
                let now = try await self.required(visit, app)
                guard [.receiving, .working, .paused].contains(now.state) else {
                    return DashboardAct.Preview(effects: [visit.text("importCancelNothing")], isNothing: true)
                }
                // The number of waiting rows changes while the import works, so it is not part of what is confirmed.
                return DashboardAct.Preview(
                    effects: [visit.text("importCancelEffect", job.id.rawValue)],
                    undo: visit.text("importCancelUndo")
                )
            },
            perform: { _ in
                let name = try visit.origin().name
                _ = try await Self.explained { () throws(ImportError) in
                    try await self.service.cancel(job.id, of: app.app.name, by: name)
                }
                return app.path("imports", job.id.rawValue, query: ["done": "doneImportCancel"])
            }
        )
    }

    /// Submits a small file.
    func submitting(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let events = [("on", visit.text("yes")), ("off", visit.text("no"))]
        return DashboardAct(
            title: "importSubmitTitle",
            introduction: [visit.text("importSubmitAbout"), "purser import FILE --app \(app.app.name.rawValue)"],
            fields: [
                DashboardField(
                    name: "importFormat",
                    label: "importFormat",
                    kind: .choice([("csv", "CSV"), ("jsonl", "JSON lines")]),
                    initial: "csv"
                ),
                DashboardField(
                    name: "importEvents",
                    label: "importEvents",
                    kind: .choice(events),
                    help: "importEventsHelp",
                    initial: "on"
                ),
                DashboardField(
                    name: "importContent",
                    label: "importContent",
                    kind: .lines,
                    help: "importContentHelp",
                    maximum: Self.maximumFile
                ),
            ],
            needsReason: false,
            confirm: "importSubmitConfirm",
            back: app.path("imports"),
            preview: { form in
                let (file, format) = Self.file(form)
                let checked: (rows: Int, failed: Int, failures: [ImportRow])
                do throws(ImportError) {
                    checked = try self.service.check(file, format, for: app.app.name, limit: Self.shownFailures)
                } catch {
                    let problem = Problem.importing(error)
                    let isAboutFile = if case .file = error { true } else { false }
                    throw Problem(
                        problem.status,
                        code: problem.code,
                        problem.detail,
                        field: isAboutFile ? "importContent" : nil
                    )
                }
                var effects = [
                    visit.text(
                        "importSubmitEffect",
                        DashboardNumbers.count(checked.rows),
                        DashboardNumbers.count(checked.failed)
                    ),
                    visit.text(form["importEvents"] == "off" ? "importSubmitSilent" : "importSubmitPublished"),
                ]
                effects += checked.failures.map { row in
                    let line = ImportFailureLine(row).values
                    let explanation = visit.explanation(code: line["code"] ?? "", line["detail"] ?? "")
                    return visit.text("importSubmitMistake", "\(row.position.line)", explanation.whole)
                }
                // It differs once the form was sent, so that a second click does not import the file again.
                let newest = try await Self.explained { () throws(ImportError) in
                    try await self.service.list(of: app.app.name, limit: 1)
                }.first
                if let newest {
                    effects.append(
                        visit.text("importSubmitNewest", newest.id.rawValue, newest.startedAt.rfc3339, newest.startedBy)
                    )
                }
                return DashboardAct.Preview(effects: effects, undo: visit.text("importSubmitUndo"))
            },
            perform: { form in
                let (file, format) = Self.file(form)
                let name = try visit.origin().name
                let job = try await Self.explained { () throws(ImportError) in
                    var upload = try await self.service.begin(
                        for: app.app.name,
                        format: format,
                        publishesEvents: form["importEvents"] != "off",
                        by: name
                    )
                    try await upload.take(file)
                    return try await upload.finish()
                }
                return app.path("imports", job.id.rawValue, query: ["done": "doneImportSubmit"])
            }
        )
    }

    /// Returns the typed file: a form arrives whole, so its last line is complete.
    private static func file(_ form: DashboardForm) -> (bytes: [UInt8], format: ImportFormat) {
        let text = form["importContent"]
        let end = text.hasSuffix("\n") || text.isEmpty ? "" : "\n"
        return (Array((text + end).utf8), ImportFormat(rawValue: form["importFormat"]) ?? .csv)
    }

    private func required(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> ImportJob {
        guard let job = try await self.job(visit, app) else { throw Problem.importing(.unknown) }
        return job
    }
}
