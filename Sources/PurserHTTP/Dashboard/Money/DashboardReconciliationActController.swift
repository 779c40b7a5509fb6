import AppStore
import Hummingbird
import Ledger
import PurserService

/// The acts of reconciliation: to compare days now, to accept a day as it is, and to revoke an acceptance.
struct DashboardReconciliationActController: Sendable {
    /// The use cases of reconciliation.
    let service: ReconciliationService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "reconciliation/compare", for: .money(.write)) { visit, app in self.compare(visit, app) }
        routes.act(app: "reconciliation/:day/accept", for: .money(.write)) { visit, app in
            try self.accept(visit, app)
        }
        routes.act(app: "reconciliation/:day/revoke", for: .money(.write)) { visit, app in
            try self.revoke(visit, app)
        }
    }

    // MARK: Compare

    private func compare(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardAct {
        let usual = self.service.usualDays
        let heal = [
            (value: "", name: visit.text("reconciliationHealNo")),
            (value: "yes", name: visit.text("reconciliationHealYes")),
        ]
        return DashboardAct(
            title: "reconciliationCompare",
            introduction: [visit.text("reconciliationCompareAbout")],
            fields: [
                DashboardField(
                    name: "from",
                    label: "moneyFrom",
                    kind: .day,
                    initial: usual.lowerBound.text,
                    maximum: 10
                ),
                DashboardField(
                    name: "to",
                    label: "moneyTo",
                    kind: .day,
                    initial: usual.upperBound.text,
                    maximum: 10
                ),
                DashboardField(
                    name: "heal",
                    label: "reconciliationHeal",
                    kind: .choice(heal),
                    isRequired: false
                ),
            ],
            needsReason: false,
            confirm: "reconciliationCompare",
            back: app.path("reconciliation"),
            preview: { form in
                let days = try Self.days(form, visit)
                let overview = try await self.overview(days, app)
                let waiting = overview.days.filter { overview.gaps[$0] != nil }.count
                guard waiting < overview.days.count else {
                    throw RequestFields.invalid("from", visit.text("reconciliationNoReport"))
                }
                var effects = [
                    visit.text("reconciliationComparing", days.lowerBound.text, days.upperBound.text),
                    visit.text("reconciliationWithReport", "\(overview.days.count - waiting)", "\(waiting)"),
                ]
                if form["heal"] == "yes" { effects.append(visit.text("reconciliationHealing")) }
                return DashboardAct.Preview(effects: effects, undo: visit.text("reconciliationCompareUndo"))
            },
            perform: { form in
                let days = try Self.days(form, visit)
                let isHealing = form["heal"] == "yes"
                let origin = try visit.origin()
                _ = try await Self.explained { () throws(ReconciliationError) in
                    try await self.service.reconcile(app.app.name, days: days, heals: isHealing, by: origin)
                }
                let isOneDay = days.lowerBound == days.upperBound
                return app.path(
                    "reconciliation",
                    isOneDay ? days.lowerBound.text : "",
                    query: [
                        "month": isOneDay ? "" : DashboardDays.month(of: days.upperBound),
                        "done": "doneReconciliationCompared",
                    ]
                )
            }
        )
    }

    private static func days(_ form: DashboardForm, _ visit: DashboardVisit) throws -> ClosedRange<PacificDay> {
        let from = try RequestFields.day(form["from"].trimmed, field: "from")
        let to = try RequestFields.day(form["to"].trimmed, field: "to")
        guard from <= to, to - from < ReconciliationService.maximumDays else {
            throw RequestFields.invalid("to", visit.text("moneySpan"))
        }
        return from...to
    }

    private func overview(
        _ days: ClosedRange<PacificDay>,
        _ app: DashboardApp
    ) async throws -> ReconciliationOverview {
        try await Self.explained { () throws(ReconciliationError) in
            try await self.service.overview(of: app.app.name, days: days)
        }
    }

    private func state(of day: PacificDay, _ app: DashboardApp) async throws -> DayState {
        try await self.overview(day...day, app).state(day)
    }

    private static func explained<Answer>(
        _ work: () async throws(ReconciliationError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Problem.reconciliation, work)
    }

    // MARK: Accept and revoke

    private func accept(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let day = try visit.dayInPath()
        return DashboardAct(
            title: "reconciliationAccept",
            introduction: [visit.text("reconciliationAcceptAbout", day.text)],
            confirm: "reconciliationAccept",
            back: app.path("reconciliation", day.text),
            preview: { _ in
                let state = try await self.state(of: day, app)
                guard let digest = state.digest else { throw Problem.reconciliation(.reportMissing(day)) }
                if state.phase == .accepted, let acceptance = state.acceptance {
                    return DashboardAct.Preview(
                        effects: [visit.text("reconciliationAcceptedBy", day.text, acceptance.by)],
                        isNothing: true
                    )
                }
                // An operator accepts what they saw, so another state is an error and not a second preview.
                guard Self.digest(visit) ?? digest == digest else {
                    let says = visit.text("reconciliationChanged", day.text)
                    throw Problem(.conflict, code: "reconciliation_day_changed", says)
                }
                var effects = [visit.text("reconciliationAccepting", day.text)]
                if let summary = state.summary {
                    effects.append(
                        visit.text(
                            "reconciliationAcceptingWhat",
                            "\(summary.unexplainedCount)",
                            HTMLText.units(summary.theirUnitsThousandths),
                            HTMLText.units(summary.ourUnitsThousandths)
                        )
                    )
                }
                effects.append(visit.text("reconciliationAcceptingDigest", String(digest.hexadecimal.prefix(16))))
                return DashboardAct.Preview(effects: effects, undo: visit.text("reconciliationAcceptUndo"))
            },
            perform: { form in
                let origin = try visit.origin(reasonIn: form)
                let known = try await self.state(of: day, app).digest
                guard let digest = Self.digest(visit) ?? known else {
                    throw Problem.reconciliation(.reportMissing(day))
                }
                _ = try await Self.explained { () throws(ReconciliationError) in
                    try await self.service.accept(day, digest: digest, of: app.app.name, by: origin)
                }
                return app.path("reconciliation", day.text, query: ["done": "doneReconciliationAccepted"])
            }
        )
    }

    private func revoke(_ visit: DashboardVisit, _ app: DashboardApp) throws -> DashboardAct {
        let day = try visit.dayInPath()
        return DashboardAct(
            title: "reconciliationRevoke",
            introduction: [visit.text("reconciliationRevokeAbout", day.text)],
            confirm: "reconciliationRevoke",
            back: app.path("reconciliation", day.text),
            preview: { _ in
                guard let acceptance = try await self.state(of: day, app).acceptance else {
                    return DashboardAct.Preview(
                        effects: [visit.text("reconciliationNotAccepted", day.text)],
                        isNothing: true
                    )
                }
                return DashboardAct.Preview(
                    effects: [
                        visit.text("reconciliationRevoking", day.text, acceptance.by, acceptance.reason),
                        visit.text("reconciliationRevokingOpen"),
                    ],
                    undo: visit.text("reconciliationRevokeUndo")
                )
            },
            perform: { form in
                let origin = try visit.origin(reasonIn: form)
                _ = try await Self.explained { () throws(ReconciliationError) in
                    try await self.service.withdrawAcceptance(of: day, in: app.app.name, by: origin)
                }
                return app.path("reconciliation", day.text, query: ["done": "doneReconciliationRevoked"])
            }
        )
    }

    private static func digest(_ visit: DashboardVisit) -> EvidenceDigest? {
        EvidenceDigest(hexadecimal: visit.query["digest"])
    }
}
