import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The pages about webhook endpoints: all of an app, and one with the event streams at which it fails.
struct DashboardWebhookController: Sendable {
    /// The use cases of endpoints.
    let webhooks: WebhookService

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "webhooks", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        self.addActs(to: routes)
        routes.get(app: "webhooks/:webhook", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    // MARK: The list

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let table = DashboardTable(
            name: "webhooks",
            columns: [
                .init("webhook"), .init("state"), .init("webhookWaiting", isNumber: true), .init("webhookOldest"),
                .init("webhookDeliveredAt"), .init("webhookFailure"),
            ],
            empty: "webhooksEmpty"
        ) { _, _ in
            let reports = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.reports(app.app.name)
            }
            return DashboardTable.Page(rows: reports.map { Self.row($0, app, visit) }, next: nil)
        }
        let isAdmin = visit.mayUse(.admin)
        return try await visit.page(
            "webhooks",
            title: "webhooks",
            table: table,
            ["create": isAdmin ? app.path("webhooks", "create") : false]
        )
    }

    private static func row(
        _ report: WebhookReport,
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> DashboardTable.Row {
        let endpoint = report.endpoint
        let state = report.state
        return DashboardTable.Row(cells: [
            .init(
                endpoint.title,
                value: endpoint.id.rawValue,
                link: app.path("webhooks", endpoint.id.rawValue),
                note: endpoint.host == endpoint.title ? nil : endpoint.host
            ),
            .init(visit.text(state.textKey), value: endpoint.state.rawValue, chip: state.color),
            .init(WebhookReport.count(report.waiting.streams), value: "\(report.waiting.streams)"),
            .init(report.oldestWaitingAt),
            .init(report.health.deliveredAt),
            .init(report.health.failure.map(\.text) ?? "", note: report.health.failure?.at.rfc3339),
        ])
    }

    // MARK: One endpoint

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let report = try await self.report(visit, app)
        let endpoint = report.endpoint
        let mayWrite = visit.mayUse(.write)
        let table = DashboardTable(
            name: "webhookStreams",
            columns: [
                .init("event"), .init("state"), .init("webhookAttempts", isNumber: true), .init("webhookFailingSince"),
                .init("webhookFailure"), .init("webhookDueAt"),
            ],
            empty: "webhookStreamsEmpty"
        ) { cursor, limit in
            let found = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.waiting(
                    endpoint.id,
                    after: cursor.isEmpty ? nil : EventID(cursor),
                    limit: limit + 1,
                    in: app.app.name
                )
            }
            return DashboardTable.Page(found, limit: limit, cursor: \.eventID.rawValue) { stream in
                Self.row(stream, of: endpoint, mayWrite: mayWrite, app, visit)
            }
        }
        var values = self.values(of: report, app, visit)
        values["acts"] = self.acts(on: endpoint, app, visit)
        return try await visit.page("webhook", title: "webhook", table: table, values)
    }

    private static func row(
        _ stream: WaitingEventStream,
        of endpoint: WebhookEndpoint,
        mayWrite: Bool,
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> DashboardTable.Row {
        let event = stream.eventID.rawValue
        let isSuspended = stream.suspendedAt != nil
        let link = endpoint.content == .events ? app.path("events", event) : nil
        let acts = ["retry", "skip"].map { act in
            (
                name: act == "retry" ? "webhookRetry" : "webhookSkip",
                path: app.path("webhooks", endpoint.id.rawValue, act, query: ["event": event])
            )
        }
        return DashboardTable.Row(
            cells: [
                .init(event, link: link, isID: true),
                .init(
                    visit.text(isSuspended ? "webhookStreamSuspended" : "webhookStreamFailing"),
                    value: isSuspended ? "suspended" : "failing",
                    chip: isSuspended ? "bad" : "warn"
                ),
                .count(stream.attempts),
                .init(stream.failingSince),
                .init(stream.failure.text),
                .init(stream.dueAt),
            ],
            acts: mayWrite ? acts : []
        )
    }

    private func values(
        of report: WebhookReport,
        _ app: DashboardApp,
        _ visit: DashboardVisit
    ) -> [String: Any] {
        let endpoint = report.endpoint
        let state = report.state
        let isRelay = endpoint.content == .relay
        let environments = endpoint.environments(visit)
        var values: [String: Any] = [
            "id": endpoint.id.rawValue, "name": endpoint.title, "url": endpoint.address, "list": app.path("webhooks"),
            "state": visit.text(state.textKey), "chip": state.color, "says": report.sentence(visit),
            "kindName": visit.text(isRelay ? "webhookKindRelay" : "webhookKindEvents"),
            "events": endpoint.selection(visit), "environmentNames": environments,
            "percent": isRelay ? "\(endpoint.filter.percent) %" : false,
            "signature": isRelay ? false : endpoint.signature.rawValue,
            "fulfiller": visit.text(endpoint.isFulfiller ? "yes" : "no"),
            "created": DashboardVisit.time(endpoint.createdAt), "createdBy": endpoint.createdBy,
            "waitingCount": WebhookReport.count(report.waiting.streams),
            "suspendedCount": WebhookReport.count(report.waiting.suspended), "delivered": false, "failing": false,
            "failure": false, "oldest": false, "former": false, "replay": false,
        ]
        if let instant = report.health.deliveredAt { values["delivered"] = DashboardVisit.time(instant) }
        if let instant = report.health.failingSince { values["failing"] = DashboardVisit.time(instant) }
        if let instant = report.oldestWaitingAt { values["oldest"] = DashboardVisit.time(instant) }
        if let failure = report.health.failure {
            values["failure"] = ["says": failure.text, "at": DashboardVisit.time(failure.at)]
        }
        if let until = endpoint.formerUntil, until > visit.now { values["former"] = DashboardVisit.time(until) }
        if let replay = endpoint.replay {
            values["replay"] = visit.text(
                "webhookReplayProgress",
                DashboardNumbers.count(replay.next - replay.first),
                DashboardNumbers.count(replay.last - replay.first + 1)
            )
        }
        return values
    }

    // MARK: Shared

    /// Returns the endpoint in the path with its health.
    func report(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> WebhookReport {
        try await Self.explained { () throws(WebhookError) in
            try await self.webhooks.report(WebhookID(visit.parameters.get("webhook") ?? ""), in: app.app.name)
        }
    }

    /// Performs work, and throws the problem of its error.
    static func explained<Answer>(_ work: () async throws(WebhookError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.webhook, work)
    }
}

extension WaitingEventStream {
    /// The first event that the endpoint has not received.
    var eventID: EventID { EventID(stream: self.stream, number: self.nextNumber) }
}
