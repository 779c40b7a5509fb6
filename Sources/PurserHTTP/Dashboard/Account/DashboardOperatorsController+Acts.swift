import Hummingbird
import Ledger
import PurserService

// Each act asks for the administrator's password: it decides who sees what.
extension DashboardOperatorsController {
    /// Changes the role of an operator.
    @Sendable func changingRole(_ visit: DashboardVisit) async throws -> Response {
        guard let account = try await self.account(visit) else { return Self.missing(visit) }
        let name = account.name.rawValue
        let roles = OperatorRole.allCases.map { (value: $0.rawValue, name: visit.text($0.textKey)) }
        let act = DashboardAct(
            title: "operatorRoleTitle",
            introduction: [visit.text("operatorRoleNow", name, visit.text(account.role.textKey))],
            fields: [
                DashboardField(name: "role", label: "role", kind: .choice(roles), initial: account.role.rawValue)
            ],
            needsPassword: true,
            confirm: "operatorRoleConfirm",
            back: Self.path,
            preview: { form in
                let role = try Self.role(form, visit)
                guard role != account.role else {
                    return DashboardAct.Preview(effects: [visit.text("operatorRoleSame", name)], isNothing: true)
                }
                if role != .admin { try await self.requireAnother(account, visit) }
                return DashboardAct.Preview(
                    effects: [
                        visit.text("operatorRoleEffect", name, visit.text(role.textKey)),
                        visit.text("operatorRoleInstead", visit.text(account.role.textKey)),
                    ],
                    undo: visit.text("operatorRoleUndo")
                )
            },
            perform: { form in
                let role = try Self.role(form, visit)
                return try await self.performing(visit, form, done: "doneOperatorRole") {
                    origin throws(OperatorError) in
                    _ = try await self.operators.change(account.name, to: role, by: origin)
                }
            }
        )
        return try await act.answer(visit)
    }

    /// Removes an operator.
    @Sendable func removing(_ visit: DashboardVisit) async throws -> Response {
        guard let account = try await self.account(visit) else { return Self.missing(visit) }
        let name = account.name.rawValue
        let act = DashboardAct(
            title: "operatorRemoveTitle",
            introduction: [visit.text("operatorRemoveAbout", name)],
            needsPassword: true,
            isDangerous: true,
            confirm: "operatorRemoveConfirm",
            back: Self.path,
            preview: { _ in
                try await self.requireAnother(account, visit)
                let count = try await self.sessionCount(of: account)
                return DashboardAct.Preview(
                    effects: [visit.text("operatorRemoveEffect", name), visit.text("operatorSessionsEnd", count)],
                    undo: visit.text("operatorRemoveUndo")
                )
            },
            perform: { form in
                try await self.performing(visit, form, done: "doneOperatorRemoved") { origin throws(OperatorError) in
                    _ = try await self.operators.remove(account.name, by: origin)
                }
            }
        )
        return try await act.answer(visit)
    }

    /// Ends all sessions of an operator.
    @Sendable func endingSessions(_ visit: DashboardVisit) async throws -> Response {
        guard let account = try await self.account(visit) else { return Self.missing(visit) }
        let name = account.name.rawValue
        let act = DashboardAct(
            title: "operatorSessionsTitle",
            introduction: [visit.text("operatorSessionsAbout", name)],
            needsPassword: true,
            isDangerous: true,
            confirm: "operatorSessionsConfirm",
            back: Self.path,
            preview: { _ in
                let count = try await self.sessionCount(of: account)
                guard count != "0" else {
                    return DashboardAct.Preview(effects: [visit.text("operatorSessionsNone", name)], isNothing: true)
                }
                return DashboardAct.Preview(
                    effects: [visit.text("operatorSessionsEnd", count)],
                    undo: visit.text("operatorSessionsUndo", name)
                )
            },
            perform: { form in
                try await self.performing(visit, form, done: "doneOperatorSessions") { origin throws(OperatorError) in
                    _ = try await self.operators.endSessions(of: account.name, by: origin)
                }
            }
        )
        return try await act.answer(visit)
    }

    /// Returns the operator in the path; `nil` where there is none.
    private func account(_ visit: DashboardVisit) async throws -> OperatorAccount? {
        let name = OperatorName(rawValue: visit.parameters.get("operator") ?? "")
        do throws(OperatorError) {
            return try await self.operators.account(name)
        } catch {
            guard error == .unknown else { throw error }
            return nil
        }
    }

    private static func missing(_ visit: DashboardVisit) -> Response {
        visit.message(.notFound, title: "notFound", visit.text("operatorUnknown"))
    }

    private static func role(_ form: DashboardForm, _ visit: DashboardVisit) throws -> OperatorRole {
        guard let role = OperatorRole(rawValue: form["role"]) else {
            throw RequestFields.invalid("role", visit.text("errorRequired"))
        }
        return role
    }

    private func sessionCount(of account: OperatorAccount) async throws -> String {
        DashboardNumbers.count(try await self.operators.sessions(of: account.name).count)
    }

    /// Throws a problem if no other administrator can sign in.
    private func requireAnother(_ account: OperatorAccount, _ visit: DashboardVisit) async throws {
        guard try await self.operators.isLastAdministrator(account) else { return }
        throw Problem(
            .conflict,
            code: OperatorError.lastAdministrator.code,
            visit.text("errorLastAdministrator")
        )
    }

    /// Does the work, and returns the page with the notice of it.
    private func performing(
        _ visit: DashboardVisit,
        _ form: DashboardForm,
        done: String,
        _ work: (RequestOrigin) async throws(OperatorError) -> Void
    ) async throws -> String {
        let origin = try visit.origin(reasonIn: form)
        try await visit.explaining { () throws(OperatorError) in try await work(origin) }
        return "\(Self.path)?done=\(done)"
    }
}

extension DashboardVisit {
    /// Runs work of an act, and turns errors about operators into problems.
    func explaining<Outcome>(_ work: () async throws(OperatorError) -> Outcome) async throws -> Outcome {
        do throws(OperatorError) {
            return try await work()
        } catch {
            guard let failure = self.failure(error) else { throw error }
            throw Problem(failure.status, code: error.code, failure.text)
        }
    }
}
