import Hummingbird
import Ledger
import PurserService

/// The pages about alarms: those that fire, all others, and one with its graph.
struct DashboardAlarmsController: Sendable {
    /// The maximum number of alarms that are shown as firing.
    private static let maximumFiring = 100

    /// The use cases of alarms.
    let service: AlarmService
    /// The history of metrics.
    let metrics: MetricQuery

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "alarms", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "alarms/:number", for: .scope(.read)) { visit, app in try await self.show(visit, app) }
        routes.act(app: "alarms/:number/silence", for: .scope(.write)) { visit, app in
            try await self.silencing(visit, app)
        }
        routes.act(app: "alarm-silences/:number/end", for: .scope(.write)) { visit, app in
            try await self.endingSilence(visit, app)
        }
        routes.act(app: "alarm-test", for: .scope(.admin)) { visit, app in self.testing(visit, app) }
    }

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let words = AlarmText(visit.language)
        var firing = AlarmService.Filter()
        firing.app = app.app.name
        firing.state = .firing
        let wanted = firing
        let found = try await Self.explained { () throws(AlarmError) in
            try await self.service.alarms(wanted, limit: Self.maximumFiring)
        }
        let silences = try await Self.explained { () throws(AlarmError) in
            try await self.service.silences(seenBy: app.app.name)
        }
        let maySilence = visit.mayUse(.write)
        let ordered = found.filter { $0.alarm.severity == .critical } + found.filter { $0.alarm.severity != .critical }
        var values: [String: Any] = [
            "firing": ordered.map { self.values(of: $0, words, app, visit) }, "hasFiring": !found.isEmpty,
            "maySilence": maySilence, "mayTest": visit.mayUse(.admin),
            "test": app.path("alarm-test"), "hasSilences": !silences.isEmpty,
            "silences": silences.map { silence -> [String: Any] in
                [
                    "what": Self.scope(of: silence, visit), "until": DashboardVisit.time(silence.until),
                    "reason": silence.reason, "by": silence.by,
                    "end": maySilence ? app.path("alarm-silences", "\(silence.number)", "end") : false as Any,
                ]
            },
        ]
        let states: [(value: String, name: String)] =
            [("", visit.text("alarmStateAll"))]
            + Alarm.State.allCases.map { ($0.rawValue, visit.text($0.textKey)) }
        values.merge(DashboardFilter(field: "state", choices: states).values(for: visit)) { $1 }
        return try await visit.page("alarms", title: "alarms", table: self.table(visit, app, words), values)
    }

    private func table(_ visit: DashboardVisit, _ app: DashboardApp, _ words: AlarmText) -> DashboardTable {
        DashboardTable(
            name: "alarms",
            columns: [
                DashboardTable.Column("alarm"), DashboardTable.Column("state"),
                DashboardTable.Column("alarmSince"), DashboardTable.Column("alarmResolved"),
            ],
            empty: "alarmsEmpty"
        ) { cursor, limit in
            var filter = AlarmService.Filter()
            filter.app = app.app.name
            filter.state = Alarm.State(rawValue: visit.query["state"])
            filter.before = Int64(cursor)
            let wanted = filter
            let found = try await Self.explained { () throws(AlarmError) in
                try await self.service.alarms(wanted, limit: limit + 1)
            }
            return DashboardTable.Page(found, limit: limit, cursor: { "\($0.alarm.number)" }) { entry in
                let alarm = entry.alarm
                return DashboardTable.Row(cells: [
                    DashboardTable.Cell(
                        words.title(alarm),
                        link: app.path("alarms", "\(alarm.number)"),
                        note: words.extent(alarm)
                    ),
                    DashboardTable.Cell(
                        visit.text(alarm.stateKey),
                        value: alarm.state.rawValue,
                        note: entry.shownSilence.map { _ in visit.text("alarmSilenced") },
                        chip: alarm.color
                    ),
                    DashboardTable.Cell(alarm.since), DashboardTable.Cell(alarm.resolvedAt),
                ])
            }
        }
    }

    /// Returns what a page says about an alarm.
    private func values(
        of entry: AlarmService.Entry,
        _ words: AlarmText,
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> [String: Any] {
        let alarm = entry.alarm
        var values: [String: Any] = [
            "title": words.title(alarm), "extent": words.extent(alarm), "chip": alarm.color,
            "state": visit.text(alarm.stateKey), "since": alarm.shownSince,
            "path": app.path("alarms", "\(alarm.number)"), "silenced": false, "resolved": false,
            "silence": app.path("alarms", "\(alarm.number)", "silence"), "isOver": alarm.state == .resolved,
            "maySilence": visit.mayUse(.write),
        ]
        if let resolved = alarm.resolvedAt { values["resolved"] = DashboardVisit.time(resolved) }
        if let silence = entry.shownSilence {
            values["silenced"] =
                ["until": DashboardVisit.time(silence.until), "reason": silence.reason, "by": silence.by]
                as [String: Any]
        }
        return values
    }

    private func show(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let entry: AlarmService.Entry
        do throws(AlarmError) {
            entry = try await self.service.alarm(visit.number(inPath: "number"), seenBy: app.app.name)
        } catch {
            guard case .alarmNotFound = error else { throw Problem.alarm(error) }
            return visit.message(.notFound, title: "notFound", visit.text("alarmUnknown"))
        }
        let alarm = entry.alarm
        let words = AlarmText(visit.language)
        let guide = AlarmGuide.guide(for: alarm.key.name)
        let metric = guide.metrics.first { $0 == visit.query["metric"] } ?? guide.metrics.first ?? ""
        let graph: MetricGraph
        do throws(RepositoryError) {
            graph = try await MetricGraph(
                metric,
                from: self.metrics,
                app: app.app.name,
                MetricGraph.period(visit)
            ) { alarm.key.covers($0) }
        } catch {
            throw Problem.storage(error)
        }
        if let file = try await graph.table.file(for: visit) { return file }
        var values = self.values(of: entry, words, app, visit)
        values["title"] = nil
        values["heading"] = words.title(alarm)
        values["meaning"] = words.meaning(alarm)
        values["steps"] = words.steps(alarm).map { Self.ticked($0) }
        values["places"] = Self.ticked(words.places(alarm))
        values["list"] = app.path("alarms")
        values["page"] = Self.page(of: alarm, app, visit)
        values["graph"] = try await graph.values(limit: alarm.limit(in: metric), for: visit)
        values["metrics"] = guide.metrics.map { name -> [String: Any] in
            [
                "name": name, "isCurrent": name == metric,
                "path": visit.address(with: ["metric": name, "cursor": ""]),
            ]
        }
        return visit.page("alarm", title: "alarm", values)
    }

    /// Returns the button that leads to the page about what the alarm is about.
    private static func page(of alarm: Alarm, _ app: DashboardApp, _ visit: DashboardVisit) -> [String: Any] {
        let page = alarm.key.page
        let place = DashboardApp(app.app, in: alarm.key.environment ?? app.environment)
        return ["name": visit.text("alarmOpenPage", visit.text(page.key)), "path": place.path(page.path)]
    }

    /// Returns a text whose commands are in backticks as parts for the template `ticks`.
    static func ticked(_ text: String) -> [String: Any] {
        let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        return [
            "parts": parts.enumerated().filter { !$0.element.isEmpty }.map { place, part -> [String: Any] in
                place.isMultiple(of: 2) ? ["plain": part, "command": false] : ["plain": false, "command": part]
            }
        ]
    }

    /// Runs work of the service, and turns its errors into problems.
    static func explained<Answer>(_ work: () async throws(AlarmError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.alarm, work)
    }

    /// Returns which alarms a silence covers.
    static func scope(of silence: AlarmSilence, _ visit: DashboardVisit) -> String {
        let title = silence.name.map { AlarmGuide.guide(for: $0).title.text(in: visit.language) }
        return ([title ?? visit.text("alarmSilenceAll"), silence.app?.rawValue, silence.subject] as [String?])
            .compactMap(\.self).joined(separator: " · ")
    }
}

extension Alarm.State {
    /// The key of the state's name.
    var textKey: String {
        switch self {
        case .pending: "alarmStatePending"
        case .firing: "alarmStateFiring"
        case .resolved: "alarmStateResolved"
        }
    }
}

extension AlarmService.Entry {
    /// The silence that a page states: none for an alarm that is over, of which nothing is sent anyway.
    fileprivate var shownSilence: AlarmSilence? { self.alarm.state == .resolved ? nil : self.silence }
}

extension Alarm {
    /// The instant since which it is bad, as every page states it.
    var shownSince: [String: Any] { DashboardVisit.time(self.since) }

    /// The key of what the alarm is now: its severity while it fires, otherwise its state.
    fileprivate var stateKey: String {
        guard self.state == .firing else { return self.state.textKey }
        return self.severity == .critical ? "alarmCritical" : "alarmWarning"
    }

    /// The color of what the alarm is now.
    fileprivate var color: String {
        switch (self.state, self.severity) {
        case (.resolved, _): "good"
        case (.pending, _): "warn"
        case (.firing, .warning): "warn"
        case (.firing, .critical): "bad"
        }
    }

    /// Returns the value from which the alarm fires in the unit of a metric; `nil` where the alarm compares something
    /// else than the metric's values.
    func limit(in metric: String) -> Double? {
        let limit = self.reading.limit
        return switch (self.key.name, metric) {
        case (.fulfillmentDelay, "purser_fulfillment_oldest_open_seconds"):
            self.reading.facts["problem"] == nil && self.key.subject != "fulfiller" ? limit : nil
        case (.appleFailing, "purser_appstore_wire_seconds"):
            self.reading.facts["problem"] == "fails" ? nil : limit
        case (.streamsSuspended, _), (.dayUnexplained, _), (.refundAnswerDue, _), (.clockDiffers, _),
            (.nodeLost, "purser_nodes_lost"):
            limit
        case (.gapOpen, _): limit * 3600
        case (.reportMissing, _), (.certificateExpiring, _): limit * 86_400
        default: nil
        }
    }
}

extension AlarmKey {
    /// Returns whether a series of metrics is about the alarm's app, environment and subject.
    func covers(_ key: MetricKey) -> Bool {
        key.labels.allSatisfy { label in
            switch label.name {
            case "app": self.app.map { $0.rawValue == label.value } ?? true
            case "environment": self.environment.map { $0.rawValue == label.value } ?? true
            case "host", "product", "endpoint": self.subject.isEmpty || self.subject == label.value
            default: true
            }
        }
    }
}
