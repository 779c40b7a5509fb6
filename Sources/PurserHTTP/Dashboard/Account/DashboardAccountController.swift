import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The page of an operator's own account: sessions, password, second factor and language.
struct DashboardAccountController: Sendable {
    /// The use cases of operators.
    let operators: OperatorService

    /// The field whose form an error belongs to.
    private enum Form: String {
        case password = "passwordError"
        case secondFactor = "secondFactorError"
    }

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get("/dashboard/account", for: .everyOperator) { visit in try await self.accountPage(visit) }
        routes.post("/dashboard/account/password", for: .everyOperator) { visit in try await self.setPassword(visit) }
        routes.post("/dashboard/account/sessions/end", for: .everyOperator) { visit in try await self.endSession(visit)
        }
        routes.get("/dashboard/account/second-factor", for: .everyOperator) { visit in
            try self.secondFactorPage(visit)
        }
        routes.post("/dashboard/account/second-factor", for: .everyOperator) { visit in
            try await self.addSecondFactor(visit)
        }
        routes.post("/dashboard/account/second-factor/remove", for: .everyOperator) { visit in
            try await self.removeSecondFactor(visit)
        }
    }

    private func accountPage(
        _ visit: DashboardVisit,
        error: (form: Form, failure: (status: HTTPResponse.Status, text: String))? = nil
    ) async throws -> Response {
        let current = try visit.requiredOperator
        let sessions = try await self.operators.sessions(of: current.account.name)
        if error == nil, let file = try await Self.table(of: sessions).file(for: visit) { return file }
        var values: [String: Any] = [
            "role": visit.text(current.account.role.textKey),
            "hasSecondFactor": current.account.secondFactor != nil,
            "sessions": sessions.map { session -> [String: Any] in
                [
                    "id": session.id.rawValue, "started": DashboardVisit.time(session.createdAt),
                    "used": DashboardVisit.time(session.usedAt), "address": session.address,
                    "browser": session.userAgent, "isThis": session.id == current.session.id,
                ]
            },
        ]
        if let error { values[error.form.rawValue] = error.failure.text }
        return visit.page("account", title: "account", values, status: error?.failure.status ?? .ok)
    }

    /// Returns the sessions as the rows of a file.
    private static func table(of sessions: [OperatorSession]) -> DashboardTable {
        DashboardTable(
            name: "sessions",
            columns: [.init("sessionStarted"), .init("sessionUsed"), .init("address"), .init("browser")],
            empty: "emptyPage",
            of: sessions
        ) { session in
            DashboardTable.Row(cells: [
                DashboardTable.Cell(session.createdAt), DashboardTable.Cell(session.usedAt),
                DashboardTable.Cell(session.address), DashboardTable.Cell(session.userAgent),
            ])
        }
    }

    private func setPassword(_ visit: DashboardVisit) async throws -> Response {
        do throws(OperatorError) {
            try await self.operators.changePassword(
                to: visit.form["new"],
                present: visit.form["present"],
                in: try visit.requiredOperator,
                from: visit.browser
            )
        } catch {
            guard let failure = visit.failure(error) else { throw error }
            return try await self.accountPage(visit, error: (.password, failure))
        }
        return visit.redirect(to: "/dashboard/account?done=donePassword")
    }

    private func endSession(_ visit: DashboardVisit) async throws -> Response {
        let current = try visit.requiredOperator
        let id = OperatorSessionID(visit.form["session"])
        try await self.operators.end(id, of: current.account.name)
        if id == current.session.id { return visit.redirectEndingSession(to: "/dashboard/sign-in?done=doneSignOut") }
        return visit.redirect(to: "/dashboard/account?done=doneSession")
    }

    private func secondFactorPage(
        _ visit: DashboardVisit,
        again sealed: String? = nil,
        error: (status: HTTPResponse.Status, text: String)? = nil
    ) throws -> Response {
        let account = try visit.requiredOperator.account
        guard account.secondFactor == nil else { return visit.redirect(to: "/dashboard/account") }
        let offer =
            if let sealed {
                try self.operators.offer(again: sealed, to: account)
            } else {
                try self.operators.offerSecondFactor(to: account)
            }
        var values: [String: Any] = [
            "secret": offer.text, "address": offer.address, "sealed": offer.sealed, "code": false,
        ]
        if let code = QRCode(offer.address) {
            values["code"] = ["side": code.size + 2 * QRCode.quietZone, "path": code.path] as [String: Any]
        }
        if let error { values["error"] = error.text }
        return visit.page("second-factor", title: "setUpSecondFactor", values, status: error?.status ?? .ok)
    }

    private func addSecondFactor(_ visit: DashboardVisit) async throws -> Response {
        let sealed = visit.form["sealed"]
        do throws(OperatorError) {
            try await self.operators.addSecondFactor(
                sealed,
                code: String(visit.form["code"].prefix(16)),
                password: visit.form["password"],
                in: try visit.requiredOperator,
                from: visit.browser
            )
        } catch {
            guard let failure = visit.failure(error) else { throw error }
            return try self.secondFactorPage(visit, again: sealed, error: failure)
        }
        return visit.redirect(to: "/dashboard/account?done=doneSecondFactor")
    }

    private func removeSecondFactor(_ visit: DashboardVisit) async throws -> Response {
        do throws(OperatorError) {
            try await self.operators.removeSecondFactor(
                password: visit.form["password"],
                in: try visit.requiredOperator,
                from: visit.browser
            )
        } catch {
            guard let failure = visit.failure(error) else { throw error }
            return try await self.accountPage(visit, error: (.secondFactor, failure))
        }
        return visit.redirect(to: "/dashboard/account?done=doneSecondFactorRemoved")
    }
}

extension DashboardVisit {
    /// The operator of a page that admits operators only.
    var requiredOperator: CurrentSession {
        get throws(OperatorError) {
            guard let signedIn = self.signedIn else { throw .refused }
            return signedIn
        }
    }
}

extension OperatorRole {
    /// The key of the role's name and meaning.
    var textKey: String {
        switch self {
        case .viewer: "roleViewer"
        case .support: "roleSupport"
        case .finance: "roleFinance"
        case .admin: "roleAdmin"
        }
    }
}
