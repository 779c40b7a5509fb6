import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// The pages with the versions of the catalog, each with its text and the way to apply it again.
struct DashboardCatalogVersionsController: Sendable {
    /// The maximum size in bytes of a text that a page shows; a longer one is a file.
    private static let maximumShown = 60_000

    /// The use cases of catalogs.
    let catalogs: CatalogService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "catalog/versions", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "catalog/versions/:number", for: .scope(.read)) { visit, app in
            try await self.page(visit, app)
        }
        routes.get(app: "catalog/versions/:number/file", for: .scope(.read)) { visit, app in
            try await self.file(visit, app)
        }
    }

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let catalogs = self.catalogs
        let name = app.app.name
        let isAdmitted = visit.mayUse(.admin)
        let current = app.app.live.current.version?.number
        let table = DashboardTable(
            name: "catalogVersions",
            columns: [
                DashboardTable.Column("catalogVersion", isNumber: true), DashboardTable.Column("state"),
                DashboardTable.Column("catalogAppliedAt"), DashboardTable.Column("catalogAppliedBy"),
                DashboardTable.Column("reason"),
            ],
            empty: "catalogNoVersion"
        ) { cursor, limit in
            let found = try await Problem.explaining(by: Problem.catalog) { () async throws(CatalogServiceError) in
                try await catalogs.versions(of: name, before: Int64(cursor), limit: limit + 1)
            }
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.number)" }) { version in
                let isCurrent = version.number == current
                var row = DashboardTable.Row(cells: [
                    DashboardTable.Cell(
                        "\(version.number)",
                        link: app.path("catalog", "versions", "\(version.number)")
                    ),
                    isCurrent
                        ? DashboardTable.Cell(visit.text("catalogInForce"), chip: "good") : DashboardTable.Cell(""),
                    DashboardTable.Cell(version.appliedAt), DashboardTable.Cell(version.appliedBy),
                    DashboardTable.Cell(version.note ?? ""),
                ])
                if isAdmitted, !isCurrent {
                    let path = app.path("catalog", "versions", "\(version.number)", "apply")
                    row.acts = [(name: "catalogApplyAgain", path: path)]
                }
                return row
            }
        }
        return try await visit.page(
            "plain",
            title: "catalogVersions",
            table: table,
            ["says": visit.text("catalogVersionsAbout")]
        )
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let (version, text) = try await self.version(visit, app)
        let number = "\(version.number)"
        var actions = [
            visit.link("catalogDownload", to: app.path("catalog", "versions", number, "file"))
        ]
        if visit.mayUse(.admin), version.number != app.app.live.current.version?.number {
            actions.append(visit.link("catalogApplyAgain", to: app.path("catalog", "versions", number, "apply")))
        }
        let by = visit.text("catalogVersionBy", number, version.appliedBy, version.appliedAt.minuteText)
        var values: [String: Any] = [
            "says": version.note.map { "\(by) \(visit.text("catalogBecause", $0))" } ?? by, "actions": actions,
            "digest": version.digest.rawValue, "document": false,
            "companion": text.pricePoints == nil ? false : visit.text("catalogCompanion"),
        ]
        if text.document.count <= Self.maximumShown {
            values["document"] = ["text": String(decoding: text.document, as: UTF8.self)]
        }
        return visit.page("catalog-version", title: "catalogVersion", values)
    }

    private func file(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let (version, text) = try await self.version(visit, app)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/plain; charset=utf-8",
                .contentDisposition: "attachment; filename=\"catalog-\(version.number).yaml\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: text.document))
        )
    }

    private func version(
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) async throws -> (version: CatalogVersion, text: CatalogText) {
        let number = visit.number(inPath: "number")
        let catalogs = self.catalogs
        return try await Problem.explaining(by: Problem.catalog) { () async throws(CatalogServiceError) in
            try await catalogs.version(number, of: app.app.name)
        }
    }
}
