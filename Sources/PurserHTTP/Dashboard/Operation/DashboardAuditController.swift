import Hummingbird
import Ledger
import PurserService

/// The pages about the audit log, newest first, and the check of its chain.
struct DashboardAuditController: Sendable {
    /// The maximum length of a filter in bytes.
    private static let maximumFilter = 255

    /// The audit log.
    let log: AuditLog

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "audit", for: .scope(.admin)) { visit, app in try await self.list(visit, app) }
        routes.post(app: "audit", for: .scope(.admin)) { visit, app in try await self.list(visit, app, isCheck: true) }
    }

    private func list(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        isCheck: Bool = false
    ) async throws -> Response {
        let (name, action) = (visit.query["operator"].trimmed, visit.query["action"].trimmed)
        guard max(name.utf8.count, action.utf8.count) <= Self.maximumFilter else {
            return visit.message(.unprocessableContent, title: "audit", visit.text("auditFilterTooLong"))
        }
        let table = DashboardTable(
            name: "audit",
            columns: [
                DashboardTable.Column("auditNumber", isNumber: true), DashboardTable.Column("auditTime"),
                DashboardTable.Column("auditOperator"), DashboardTable.Column("action"),
                DashboardTable.Column("customer"), DashboardTable.Column("auditSubject"),
                DashboardTable.Column("auditOutcome"),
                DashboardTable.Column("reason"), DashboardTable.Column("auditDetails", isInFileOnly: true),
            ],
            empty: "auditEmpty"
        ) { cursor, limit in
            let before = Int64(cursor)
            let found = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.log.newest(before: before, limit: limit) { entry in
                    (name.isEmpty || entry.operatorName == name)
                        && (action.isEmpty || entry.action.rawValue.hasPrefix(action))
                }
            }
            let customers = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.log.customers(of: found.entries, in: app.app.name)
            }
            return DashboardTable.Page(
                rows: found.entries.map { Self.row($0, about: customers[$0.number] ?? [], app, visit) },
                next: found.next.map { "\($0)" }
            )
        }
        var values: [String: Any] = [
            "here": app.path("audit"), "auditOperator": name, "auditAction": action, "checked": false,
        ]
        if isCheck {
            let flaws = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.log.flaws()
            }
            values["checked"] =
                [
                    "isIntact": flaws.isEmpty, "flaws": flaws.prefix(100).map(\.description),
                    "count": visit.text("auditFlaws", DashboardNumbers.count(flaws.count)),
                ] as [String: Any]
        }
        return try await visit.page("audit", title: "audit", table: table, values)
    }

    private static func row(
        _ entry: AuditEntry,
        about customers: [CustomerID],
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> DashboardTable.Row {
        let ofOutcome = entry.outcome?.details ?? [:]
        let details = entry.details.filter { ofOutcome[$0.key] == nil }
            .sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        var customer = app.cell(
            of: customers.first,
            nobody: "",
            note: customers.dropFirst().map(\.rawValue).joined(separator: ", ")
        )
        if customers.count > 1 { customer.value = customers.map(\.rawValue).joined(separator: " ") }
        var subject = DashboardTable.Cell(entry.subject, note: details)
        subject.isCut = true
        let outcome = entry.outcome.map { visit.text($0.textKey) } ?? ""
        return DashboardTable.Row(cells: [
            DashboardTable.Cell("\(entry.number)"), DashboardTable.Cell(entry.at),
            DashboardTable.Cell(
                entry.operatorName,
                link: app.path("audit", query: ["operator": entry.operatorName])
            ),
            DashboardTable.Cell(
                entry.action.rawValue,
                link: app.path("audit", query: ["action": entry.action.rawValue])
            ),
            customer, subject,
            DashboardTable.Cell(
                outcome,
                value: entry.outcome?.word ?? "",
                note: entry.outcome?.code,
                chip: outcome.isEmpty ? nil : Self.color(of: entry.outcome)
            ),
            DashboardTable.Cell(entry.reason.map { $0.text ?? visit.text("auditErased") } ?? ""),
            DashboardTable.Cell(details),
        ])
    }

    private static func color(of outcome: AuditOutcome?) -> String {
        switch outcome {
        case .done?: "good"
        case .refused?: "bad"
        case .begun?, .nothing?, nil: ""
        }
    }
}

extension AuditOutcome {
    /// The key of the outcome's name.
    var textKey: String {
        switch self {
        case .begun: "auditBegun"
        case .done: "auditDone"
        case .nothing: "auditNothing"
        case .refused: "auditRefused"
        }
    }
}
