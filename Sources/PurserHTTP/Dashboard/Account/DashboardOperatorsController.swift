import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The page on which administrators see the operators, and the acts on them.
struct DashboardOperatorsController: Sendable {
    /// The path of the page.
    static let path = "/dashboard/operators"
    /// The number of operators in one page.
    private static let pageCount = 50

    /// The use cases of operators.
    let operators: OperatorService
    /// The settings of the dashboard.
    let settings: DashboardSettings

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get("/dashboard/operators", for: .administrators) { visit in try await self.page(visit) }
        routes.post("/dashboard/operators", for: .administrators) { visit in try await self.invite(visit) }
        routes.get("/dashboard/operators/:operator/role", for: .administrators, self.changingRole)
        routes.post("/dashboard/operators/:operator/role", for: .administrators, self.changingRole)
        routes.get("/dashboard/operators/:operator/removal", for: .administrators, self.removing)
        routes.post("/dashboard/operators/:operator/removal", for: .administrators, self.removing)
        routes.get("/dashboard/operators/:operator/sessions", for: .administrators, self.endingSessions)
        routes.post("/dashboard/operators/:operator/sessions", for: .administrators, self.endingSessions)
    }

    private func page(
        _ visit: DashboardVisit,
        _ further: [String: Any] = [:],
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        if !visit.isPost, let file = try await self.table(visit).file(for: visit) { return file }
        let after = visit.query["after"]
        let found = try await self.operators.list(
            after: after.isEmpty ? nil : OperatorName(rawValue: after),
            limit: Self.pageCount + 1
        )
        let page = found.prefix(Self.pageCount)
        var values: [String: Any] = [
            "operators": page.map { self.row($0, visit) },
            "roles": OperatorRole.allCases.map { role -> [String: Any] in
                [
                    "role": role.rawValue, "name": visit.text(role.textKey),
                    "isCurrent": role.rawValue == visit.form["role"],
                ]
            },
            "typedName": visit.form["name"],
        ]
        if found.count > page.count, let last = page.last {
            values["next"] = last.name.rawValue.asQueryValue
        }
        return visit.page("operators", title: "operators", values.merging(further) { $1 }, status: status)
    }

    /// Returns the operators as the rows of a file.
    private func table(_ visit: DashboardVisit) -> DashboardTable {
        let operators = self.operators
        return DashboardTable(
            name: "operators",
            columns: [.init("name"), .init("role"), .init("state"), .init("until"), .init("secondFactor")],
            empty: "emptyPage"
        ) { cursor, limit in
            let after = cursor.isEmpty ? nil : OperatorName(rawValue: cursor)
            let found = try await operators.list(after: after, limit: limit + 1)
            return DashboardTable.Page(found, limit: limit, cursor: { $0.name.rawValue }) { account in
                DashboardTable.Row(cells: [
                    DashboardTable.Cell(account.name.rawValue), DashboardTable.Cell(account.role.rawValue),
                    DashboardTable.Cell("\(account.state(at: visit.now))"),
                    DashboardTable.Cell(account.isInvited(at: visit.now) ? account.invitation?.expiresAt : nil),
                    DashboardTable.Cell(account.secondFactor == nil ? "false" : "true"),
                ])
            }
        }
    }

    private func row(_ account: OperatorAccount, _ visit: DashboardVisit) -> [String: Any] {
        var row: [String: Any] = [
            "name": account.name.rawValue, "role": visit.text(account.role.textKey),
            "secondFactor": visit.text(account.secondFactor == nil ? "no" : "yes"), "until": false,
            "path": "\(Self.path)/\(account.name.rawValue.asQueryValue)",
        ]
        switch account.state(at: visit.now) {
        case .active: (row["chip"], row["state"]) = ("good", visit.text("stateActive"))
        case .invited: (row["chip"], row["state"]) = ("warn", visit.text("stateInvited"))
        case .expired: (row["chip"], row["state"]) = ("bad", visit.text("stateExpired"))
        }
        if account.isInvited(at: visit.now), let invitation = account.invitation {
            row["until"] = DashboardVisit.time(invitation.expiresAt)
        }
        return row
    }

    private func invite(_ visit: DashboardVisit) async throws -> Response {
        let current = try visit.requiredOperator
        let issued: IssuedInvitation
        do throws(OperatorError) {
            guard let name = OperatorName(typed: visit.form["name"].trimmed),
                let role = OperatorRole(rawValue: visit.form["role"])
            else { throw .nameInvalid }
            try await self.operators.reauthenticate(current.account, visit.form["password"], from: visit.browser)
            // The role of an operator who exists is changed by the act for it, which has a preview.
            issued = try await self.operators.invite(
                name,
                role: role,
                keepsRole: true,
                by: RequestOrigin(name: current.account.name.rawValue)
            )
        } catch {
            guard let failure = visit.failure(error) else { throw error }
            return try await self.page(visit, ["error": failure.text], status: failure.status)
        }
        let account = issued.account
        let text =
            issued.isNew
            ? visit.text("linkText", account.name.rawValue)
            : visit.text("linkTextAgain", account.name.rawValue, visit.text(account.role.textKey))
        return try await self.page(
            visit,
            ["link": self.settings.link(invitation: issued.token), "linkText": text, "typedName": ""]
        )
    }
}
