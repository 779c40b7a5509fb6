import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The page about what Apple sends: how many notifications were accepted and refused, and what is held.
struct DashboardNotificationController: Sendable {
    /// The use cases of held evidence.
    let held: HeldEvidenceService
    /// The history of the counts.
    let metrics: MetricQuery

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "notifications", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
        routes.act(app: "notifications/retry", for: .scope(.admin)) { visit, app in try await self.retry(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let name = app.app.name
        let reason = try await self.reason(visit, name)
        let table = DashboardTable(
            name: "heldEvidence",
            columns: [
                .init("heldAt"), .init("heldCode"), .init("kind"), .init("customer"), .init("heldUntil"),
                .init("heldRepeats", isNumber: true),
            ],
            empty: "heldEmpty"
        ) { cursor, limit in
            let position = cursor.isEmpty ? nil : HeldSubmissionCursor(cursor)
            guard position != nil || cursor.isEmpty else { throw RequestQuery.foreignCursor }
            let found = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.held.list(of: name, reason: reason, before: position, limit: limit + 1)
            }
            return DashboardTable.Page(found, limit: limit, cursor: \.cursor.text) { Self.row($0, visit, app) }
        }
        let choices = HeldEvidence.Reason.allCases.map { (value: $0.rawValue, name: visit.text($0.textKey)) }
        let filter = choices.map { choice -> [String: Any] in
            [
                "name": choice.name, "isCurrent": choice.value == reason.rawValue,
                "path": app.path("notifications", query: ["held": choice.value]),
            ]
        }
        let canRetry = visit.mayUse(.admin) && HeldEvidenceService.reasonsToRetry.contains(reason)
        let values: [String: Any] = [
            "filters": filter, "heldSays": visit.text(reason.sayingKey), "eventsPath": app.path("events"),
            "retry": canRetry ? app.path("notifications", "retry", query: ["held": reason.rawValue]) : false,
        ]
        // The file of the table does not need the counts.
        if let file = try await table.file(for: visit) { return file }
        let counted = try await self.counts(visit, name)
        return try await visit.page(
            "notifications",
            title: "notifications",
            table: table,
            values.merging(counted) { $1 }
        )
    }

    /// Returns the reason in the query, otherwise the first one for which the app has held evidence.
    private func reason(_ visit: DashboardVisit, _ app: AppName) async throws -> HeldEvidence.Reason {
        let wanted = visit.query["held"]
        if !wanted.isEmpty {
            guard let reason = HeldEvidence.Reason(rawValue: wanted) else {
                throw RequestFields.invalid("held", visit.text("heldReasonUnknown"))
            }
            return reason
        }
        for reason in HeldEvidence.Reason.allCases {
            let found = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.held.list(of: app, reason: reason, limit: 1)
            }
            if !found.isEmpty { return reason }
        }
        return .signedInFuture
    }

    private static func row(
        _ item: HeldEvidenceService.Item,
        _ visit: DashboardVisit,
        _ app: DashboardApp
    ) -> DashboardTable.Row {
        let held = item.held
        return DashboardTable.Row(cells: [
            .init(held.receivedAt),
            .init(held.code),
            .init(visit.text(held.kind.textKey), value: held.kind.rawValue, note: Self.type(of: held)),
            app.cell(of: held.submission?.customer, nobody: ""),
            .init(held.dueAt),
            .count(item.repeats),
        ])
    }

    /// Returns the type that a held notification states, for people; nothing else of it is shown.
    private static func type(of held: HeldEvidence) -> String? {
        let parts = held.body.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard held.kind == .notification, parts.count == 3, let payload = Base64URL.decode(Array(parts[1])),
            let value = try? JSONValue(json: payload), let type = value["notificationType"]?.text
        else { return nil }
        return [type, value["subtype"]?.text].compactMap { $0 }.map { String($0.prefix(60)) }.joined(separator: ".")
    }

    // MARK: Counts

    private func counts(_ visit: DashboardVisit, _ app: AppName) async throws -> [String: Any] {
        let days = NotificationDays(endingAt: self.metrics.now())
        let outcomes = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await self.metrics.series(of: "purser_notifications_total", app: app, .hour, days.points)
        }
        let types = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await self.metrics.series(of: "purser_notification_types_total", app: app, .hour, days.points)
        }
        let refusals = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
            try await self.metrics.series(of: "purser_notification_refusals_total", app: app, .hour, days.points)
        }
        let counted = EvidenceOutcome.allCases.map { outcome in
            (outcome, days.counts(in: outcomes.filter { $0.key["outcome"] == outcome.rawValue }))
        }
        let chart = NotificationChart(days: days, series: counted)
        let byType = Self.counts(by: "type", in: types, days)
        let byCode = Self.counts(by: "code", in: refusals, days)
        return chart.values(visit).merging([
            "hasTypes": !byType.isEmpty,
            "types": byType.prefix(12).map { ["name": $0.value, "count": DashboardNumbers.count($0.count)] },
            "hasRefusals": !byCode.isEmpty,
            "refusals": byCode.map { code, count in
                [
                    "code": code == MetricSampler.other ? visit.text("chartOther") : code,
                    "meaning": code == MetricSampler.other ? "–" : visit.text(EvidenceOutcome(code: code).refusalKey),
                    "count": DashboardNumbers.count(count),
                ]
            },
        ]) { $1 }
    }

    /// Returns the sums of series by a label, the largest first, without those that are zero.
    private static func counts(
        by label: String,
        in series: [MetricQuery.Series],
        _ days: NotificationDays
    ) -> [(value: String, count: Int64)] {
        series.compactMap { one -> (value: String, count: Int64)? in
            let count = days.counts(in: [one]).reduce(0, +)
            return count > 0 ? (one.key[label] ?? "", count) : nil
        }.sorted { ($1.count, $0.value) < ($0.count, $1.value) }
    }

    // MARK: Retrying

    private func retry(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let choices = HeldEvidenceService.reasonsToRetry.map { (value: $0.rawValue, name: visit.text($0.textKey)) }
        let reason: @Sendable (DashboardForm) throws -> HeldEvidence.Reason = { form in
            let known = HeldEvidenceService.reasonsToRetry
            guard let reason = known.first(where: { $0.rawValue == form["held"] }) else {
                let says = visit.text("heldReasonUnknown")
                throw RequestFields.invalid("held", says)
            }
            return reason
        }
        return DashboardAct(
            title: "heldRetry",
            introduction: [visit.text("heldRetryAbout")],
            fields: [DashboardField(name: "held", label: "heldReason", kind: .choice(choices))],
            confirm: "heldRetry",
            back: app.path("notifications")
        ) { form in
            let reason = try reason(form)
            let count = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.held.waitingCount(of: app.app.name, reason: reason)
            }
            guard count > 0 else {
                return DashboardAct.Preview(effects: [visit.text("heldRetryNothing")], isNothing: true)
            }
            let most = HeldEvidenceService.maximumCount
            let shown = DashboardNumbers.count(count) + (count >= most ? "+" : "")
            return DashboardAct.Preview(
                effects: [visit.text("heldRetryEffect", shown), visit.text("heldRetryOthers")],
                undo: visit.text("heldRetryUndo")
            )
        } perform: { form in
            let reason = try reason(form)
            let origin = try visit.origin(reasonIn: form)
            _ = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.held.retry(reason, in: app.app.name, by: origin)
            }
            return app.path("notifications", query: ["held": reason.rawValue, "done": "doneHeldRetry"])
        }
    }
}

extension HeldEvidence.Reason {
    /// The key of the name.
    var textKey: String {
        switch self {
        case .signedInFuture: "heldSignedInFuture"
        case .missingPart: "heldMissingPart"
        case .certificateRevoked: "heldCertificateRevoked"
        case .notOurs: "heldNotOurs"
        }
    }

    /// The key of the sentence that says what it means and what releases the evidence.
    fileprivate var sayingKey: String {
        switch self {
        case .signedInFuture: "heldSignedInFutureSays"
        case .missingPart: "heldMissingPartSays"
        case .certificateRevoked: "heldCertificateRevokedSays"
        case .notOurs: "heldNotOursSays"
        }
    }
}
