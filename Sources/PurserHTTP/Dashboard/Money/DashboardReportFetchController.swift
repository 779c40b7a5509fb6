import Hummingbird
import Ledger
import PurserService

/// The act that fetches reports from App Store Connect now.
struct DashboardReportFetchController: Sendable {
    /// The maximum number of reports that one request of a browser waits for.
    private static let maximumReports = 60
    /// The day on which the App Store opened: 2008-07-10.
    private static let firstDay = PacificDay(number: 14_070)

    /// The fetches of each app that has a key for App Store Connect.
    let fetches: [AppName: ReportFetch]
    /// The gate that lets one long operation run at a time.
    let gate: OperationGate

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.act(app: "reports/fetch", for: .money(.admin)) { visit, app in self.act(visit, app) }
    }

    private func act(_ visit: DashboardVisit, _ app: DashboardApp) -> DashboardAct {
        let kinds =
            [(value: "", name: visit.text("reportAllKinds"))]
            + ReportKind.allCases.map { (value: $0.rawValue, name: visit.name(of: $0)) }
        return DashboardAct(
            title: "reportFetch",
            introduction: [visit.text("reportFetchAbout")],
            fields: [
                DashboardField(name: "kind", label: "kind", kind: .choice(kinds), isRequired: false),
                DashboardField(
                    name: "from",
                    label: "moneyFrom",
                    kind: .day,
                    help: "reportFetchDays",
                    isRequired: false,
                    maximum: 10
                ),
                DashboardField(name: "to", label: "moneyTo", kind: .day, isRequired: false, maximum: 10),
                DashboardField(
                    name: "fiscalMonth",
                    label: "reportFiscalMonth",
                    help: "reportFiscalHelp",
                    isRequired: false,
                    maximum: 7
                ),
            ],
            confirm: "reportFetch",
            back: app.path("reports"),
            preview: { form in
                let fetch = try self.fetch(of: app)
                let slots = try await self.slots(form, fetch, visit)
                guard !slots.isEmpty else {
                    return DashboardAct.Preview(effects: [visit.text("reportFetchNothing")], isNothing: true)
                }
                let counts = Dictionary(grouping: slots.prefix(Self.maximumReports), by: \.kind).mapValues(\.count)
                var effects = ReportKind.allCases.compactMap { kind in
                    counts[kind].map { visit.text("reportFetchKind", visit.name(of: kind), "\($0)") }
                }
                if slots.count > Self.maximumReports {
                    effects.append(visit.text("reportFetchRest", "\(slots.count - Self.maximumReports)"))
                }
                return DashboardAct.Preview(effects: effects, undo: visit.text("reportFetchUndo"))
            },
            perform: { form in try await self.perform(form, visit, app) }
        )
    }

    private func perform(_ form: DashboardForm, _ visit: DashboardVisit, _ app: DashboardApp) async throws -> String {
        let fetch = try self.fetch(of: app)
        let selection = try Self.selection(form, at: fetch.now, visit)
        let origin = try visit.origin(reasonIn: form)
        let events = await self.gate.run { report in
            await fetch.fetch(selection, limit: Self.maximumReports, by: origin, report: report)
        }
        if case .failure(let failure)? = events.last {
            throw Problem(.conflict, code: failure.code, failure.detail)
        }
        var isWhole = false
        if case .result(let result)? = events.last { isWhole = result.isClean }
        return app.path("reports", query: ["done": isWhole ? "doneReportsFetched" : "doneReportsFetchedInPart"])
    }

    private func fetch(of app: DashboardApp) throws -> ReportFetch {
        guard let fetch = self.fetches[app.app.name] else {
            let refusal = ReportFetchRefusal.notConfigured(app.app.name)
            throw Problem(.conflict, code: refusal.code, refusal.remedy)
        }
        return fetch
    }

    private func slots(
        _ form: DashboardForm,
        _ fetch: ReportFetch,
        _ visit: DashboardVisit
    ) async throws -> [ReportRecord.Slot] {
        let selection = try Self.selection(form, at: fetch.now, visit)
        return try await Problem.explaining(by: Problem.storage) { () async throws(RepositoryError) in
            try await fetch.slots(of: selection)
        }
    }

    private static func selection(
        _ form: DashboardForm,
        at now: Instant,
        _ visit: DashboardVisit
    ) throws -> ReportSelection {
        let kind = ReportKind(rawValue: form["kind"])
        var periods = ReportSelection.Periods.due
        let (from, to, fiscal) = (
            form["from"].trimmed, form["to"].trimmed, form["fiscalMonth"].trimmed
        )
        let today = PacificDay(of: now)
        if !fiscal.isEmpty {
            let possible = DashboardDays.fiscalMonths
            guard let month = FiscalMonth(text: fiscal), possible.contains(month.text) else {
                throw RequestFields.invalid("fiscalMonth", visit.monthForm(in: possible))
            }
            guard from.isEmpty, to.isEmpty else {
                throw RequestFields.invalid("fiscalMonth", visit.text("reportFetchEither"))
            }
            guard month.end <= today else {
                throw RequestFields.invalid("fiscalMonth", visit.text("reportFiscalOpen", month.days.upperBound.text))
            }
            periods = .fiscalMonth(month)
        } else if !from.isEmpty || !to.isEmpty {
            let first = try RequestFields.day(from.isEmpty ? to : from, field: "from")
            let last = try RequestFields.day(to.isEmpty ? from : to, field: "to")
            guard first <= last, last - first < ReportSelection.mostDays else {
                throw RequestFields.invalid("to", visit.text("moneySpan"))
            }
            let possible = Self.firstDay...max(Self.firstDay, today + -1)
            guard possible.contains(first), possible.contains(last) else {
                let field = from.isEmpty || possible.contains(first) ? "to" : "from"
                let says = visit.text("moneyDaysPossible", possible.lowerBound.text, possible.upperBound.text)
                throw RequestFields.invalid(field, says)
            }
            periods = .days(CivilDay(number: first.number)...CivilDay(number: last.number))
        }
        let selection = ReportSelection(kind, periods)
        if let kind, let isFinance = selection.isFinance, kind.isFinance != isFinance {
            throw RequestFields.invalid("kind", visit.text(isFinance ? "reportKindFiscal" : "reportKindDays"))
        }
        return selection
    }
}
