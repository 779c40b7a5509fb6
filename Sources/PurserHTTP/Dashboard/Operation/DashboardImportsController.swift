import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The pages about imports, and about requests to extend renewal dates, with their progress.
struct DashboardImportsController: Sendable {
    /// The number of imports and requests that are listed.
    private static let listCount = 200
    /// The number of failed rows that are read at once.
    private static let readCount = 500

    /// The use cases of imports.
    let service: ImportService
    /// The requests to Apple, of which extensions take days.
    let store: AppStoreService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "imports", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "imports/:import", for: .scope(.read)) { visit, app in try await self.show(visit, app) }
        routes.get(app: "imports/:import/failures", for: .scope(.read)) { visit, app in
            try await self.failures(visit, app)
        }
        routes.act(app: "imports/:import/retry", for: .scope(.admin)) { visit, app in
            try await self.retrying(visit, app)
        }
        routes.act(app: "imports/:import/cancel", for: .scope(.admin)) { visit, app in
            try await self.canceling(visit, app)
        }
        routes.act(app: "import-file", for: .scope(.admin)) { visit, app in try await self.submitting(visit, app) }
    }

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let jobs = try await Self.explained { () throws(ImportError) in
            try await self.service.list(of: app.app.name, limit: Self.listCount)
        }
        let extensions = try await StoreCalls.explaining {
            try await self.store.extensions(of: app.app.name, environment: app.environment)
        }
        let running = jobs.filter { [.receiving, .working, .paused].contains($0.state) }
        return try await visit.page(
            "imports",
            title: "imports",
            table: Self.table(jobs, app, visit),
            [
                "running": running.map { Self.values(of: $0, app, visit) }, "hasRunning": !running.isEmpty,
                "mayImport": visit.mayUse(.admin),
                "submit": app.path("import-file"), "hasExtensions": !extensions.isEmpty,
                "extensions": extensions.map { Self.values(of: $0, app, visit) },
            ]
        )
    }

    private static func table(_ jobs: [ImportJob], _ app: DashboardApp, _ visit: DashboardVisit) -> DashboardTable {
        DashboardTable(
            name: "imports",
            columns: [
                DashboardTable.Column("importFile"), DashboardTable.Column("state"),
                DashboardTable.Column("importRows", isNumber: true),
                DashboardTable.Column("importDone", isNumber: true),
                DashboardTable.Column("importFailed", isNumber: true), DashboardTable.Column("importStarted"),
            ],
            empty: "importsEmpty",
            of: jobs
        ) { job in
            DashboardTable.Row(cells: [
                DashboardTable.Cell(
                    job.id.rawValue,
                    link: app.path("imports", job.id.rawValue),
                    note: job.pause.map { visit.explanation(code: $0.code, $0.detail).whole }
                ),
                DashboardTable.Cell(visit.text(job.state.textKey), value: job.state.rawValue, chip: job.state.color),
                .count(job.counts.rows), .count(job.counts.done), .count(job.counts.failed),
                DashboardTable.Cell(job.startedAt, note: job.startedBy),
            ])
        }
    }

    private static func values(
        of job: ImportJob,
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> [String: Any] {
        let counts = job.counts
        let settled = counts.done + counts.failed
        let isOpen = [.receiving, .working, .paused].contains(job.state)
        let values: [String: Any] = [
            "id": job.id.rawValue, "path": app.path("imports", job.id.rawValue), "chip": job.state.color,
            "state": visit.text(job.state.textKey), "pause": false,
            "settled": "\(settled)", "most": "\(max(1, counts.rows))",
            "says": visit.text(
                "importProgress",
                DashboardNumbers.count(settled),
                DashboardNumbers.count(counts.rows),
                DashboardNumbers.count(counts.failed)
            ),
            "started": DashboardVisit.time(job.startedAt), "changed": DashboardVisit.time(job.changedAt),
            "by": job.startedBy, "publishes": visit.text(job.publishesEvents ? "yes" : "no"),
            "mayCancel": isOpen, "mayRetry": job.state == .paused || counts.failed > 0 && job.state != .canceled,
            "hasFailed": counts.failed > 0,
        ]
        guard let pause = job.pause else { return values }
        let explanation = visit.explanation(code: pause.code, pause.detail)
        return values.merging(explanation.values("pause")) { $1 }
    }

    private static func values(
        of order: RenewalExtension,
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> [String: Any] {
        let (what, path): (String, Any) =
            switch order.target {
            case .subscription(let id): (id.rawValue, app.path("subscriptions", id.rawValue))
            case .product(let product, let storefronts):
                (([product.rawValue] + storefronts).joined(separator: " "), false)
            }
        let (color, state) =
            switch (order.acceptedAt, order.completion, order.refusal) {
            case (_, _, let refusal?) where order.acceptedAt == nil:
                ("bad", visit.text("extensionRefused", refusal.code))
            case (nil, nil, _): ("warn", visit.text("extensionWaiting"))
            case (_, nil, _): ("", visit.text("extensionWorking"))
            case (_, let completion?, _):
                (
                    completion.failed > 0 ? "warn" : "good",
                    visit.text(
                        "extensionComplete",
                        DashboardNumbers.count(completion.succeeded),
                        DashboardNumbers.count(completion.failed)
                    )
                )
            }
        return [
            "what": what, "path": path, "days": "\(order.days)", "at": DashboardVisit.time(order.orderedAt),
            "by": order.orderedBy, "chip": color, "state": state,
        ]
    }

    private func show(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        guard let job = try await self.job(visit, app) else {
            return visit.message(.notFound, title: "notFound", visit.text("importUnknown"))
        }
        let table = DashboardTable(
            name: "importFailures",
            columns: [
                DashboardTable.Column("importLine", isNumber: true), DashboardTable.Column("importProblem"),
                DashboardTable.Column("importRow"),
            ],
            empty: "importFailuresEmpty"
        ) { cursor, limit in
            let parts = cursor.split(separator: "-").compactMap { Int64($0) }
            let position =
                parts.count == 2 ? ImportRow.Position(line: parts[0], part: parts[1]) : ImportRow.Position.beginning
            let rows = try await Self.explained { () throws(ImportError) in
                try await self.service.failures(of: job.id, in: app.app.name, after: position, limit: limit + 1)
            }
            return DashboardTable.Page(
                rows,
                limit: limit,
                cursor: { "\($0.position.line)-\($0.position.part)" }
            ) { row in
                let line = ImportFailureLine(row).values
                return DashboardTable.Row(cells: [
                    .count(row.position.line),
                    DashboardTable.Cell(
                        visit.explanation(code: line["code"] ?? "", line["detail"] ?? "").whole,
                        note: line["code"]
                    ),
                    DashboardTable.Cell(row.appleID ?? "", note: row.owner?.rawValue, isID: true),
                ])
            }
        }
        var values = Self.values(of: job, app, visit)
        values["mayAct"] = visit.mayUse(.admin)
        values["list"] = app.path("imports")
        values["file"] = app.path("imports", job.id.rawValue, "failures")
        values["retry"] = app.path("imports", job.id.rawValue, "retry")
        values["cancel"] = app.path("imports", job.id.rawValue, "cancel")
        return try await visit.page("import", title: "importTitle", table: table, values)
    }

    /// Returns the rows that could not be imported, as a file that can be corrected and submitted again.
    private func failures(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        guard let job = try await self.job(visit, app) else {
            return visit.message(.notFound, title: "notFound", visit.text("importUnknown"))
        }
        let (service, name) = (self.service, app.app.name)
        let slot = try DashboardTable.slot(for: visit)
        let headers: HTTPFields = [
            .contentType: ImportFormat.csv.mediaType, .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"failures.csv\"",
        ]
        let body = ResponseBody { writer in
            try await writer.write(ByteBuffer(string: ImportFailureLine.csvHeader))
            var position = ImportRow.Position.beginning
            while true {
                let rows = try await service.failures(of: job.id, in: name, after: position, limit: Self.readCount)
                guard let last = rows.last else { break }
                try await visit.requireSession()
                position = last.position
                try await writer.write(ByteBuffer(string: rows.map { ImportFailureLine($0).csv }.joined()))
            }
            withExtendedLifetime(slot) {}
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    /// Returns the import in the path; `nil` where there is none.
    func job(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> ImportJob? {
        do throws(ImportError) {
            return try await self.service.job(
                ImportJobID(visit.parameters.get("import") ?? ""),
                of: app.app.name
            )
        } catch {
            guard case .unknown = error else { throw Problem.importing(error) }
            return nil
        }
    }

    /// Runs work of the service, and turns its errors into problems.
    static func explained<Answer>(_ work: () async throws(ImportError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.importing, work)
    }
}

extension ImportJob.State {
    /// The key of the state's name.
    fileprivate var textKey: String {
        switch self {
        case .receiving: "importReceiving"
        case .working: "importWorking"
        case .paused: "importPaused"
        case .finished: "importFinished"
        case .canceled: "importCanceled"
        }
    }

    /// The color of the state.
    fileprivate var color: String {
        switch self {
        case .receiving, .working, .canceled: ""
        case .paused: "warn"
        case .finished: "good"
        }
    }
}
