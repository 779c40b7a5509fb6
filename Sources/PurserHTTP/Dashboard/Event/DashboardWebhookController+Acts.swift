import Hummingbird
import Ledger
import PurserService

// What an operator does with the deliveries of an endpoint: retry, skip, replay, test, pause and resume.
extension DashboardWebhookController {
    /// Adds the routes of all acts.
    func addActs(to routes: DashboardRoutes) {
        self.addSettings(to: routes)
        routes.act(app: "webhooks/:webhook/retry", for: .scope(.write)) { visit, app in
            try await self.retry(visit, app)
        }
        routes.act(app: "webhooks/:webhook/skip", for: .scope(.write)) { visit, app in
            try await self.skip(visit, app)
        }
        routes.act(app: "webhooks/:webhook/replay", for: .scope(.write)) { visit, app in
            try await self.replay(visit, app)
        }
        routes.act(app: "webhooks/:webhook/cancel-replay", for: .scope(.write)) { visit, app in
            try await self.cancelReplay(visit, app)
        }
        routes.act(app: "webhooks/:webhook/test", for: .scope(.write)) { visit, app in
            try await self.test(visit, app)
        }
    }

    /// Returns the acts on an endpoint that the operator may do, for the head of its page.
    func acts(on endpoint: WebhookEndpoint, _ app: DashboardApp, _ visit: DashboardVisit) -> [[String: Any]] {
        var acts: [(name: String, part: String, isDangerous: Bool)] = []
        let isRelay = endpoint.content == .relay
        if visit.mayUse(.write) {
            acts.append(("webhookRetryAll", "retry", false))
            if !isRelay {
                acts.append(("webhookTest", "test", false))
                acts.append(
                    endpoint.replay == nil
                        ? ("webhookReplay", "replay", false) : ("webhookCancelReplay", "cancel-replay", false)
                )
            }
        }
        if visit.mayUse(.admin) {
            acts.append(
                endpoint.state == .active ? ("webhookPause", "pause", false) : ("webhookResume", "resume", false)
            )
            acts.append(("webhookChange", "change", false))
            if !isRelay { acts.append(("webhookRotate", "rotate", false)) }
            acts.append(("webhookDelete", "delete", true))
        }
        return acts.map { act in
            visit.link(act.name, to: app.path("webhooks", endpoint.id.rawValue, act.part), isDangerous: act.isDangerous)
        }
    }

    /// Returns the page of an endpoint, with the key of a notice.
    static func page(of endpoint: WebhookEndpoint, _ app: DashboardApp, done: String = "") -> String {
        app.path("webhooks", endpoint.id.rawValue, query: ["done": done])
    }

    private func retry(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let report = try await self.report(visit, app)
        let endpoint = report.endpoint
        return DashboardAct(
            title: "webhookRetry",
            introduction: [visit.text("webhookRetryAbout", endpoint.title)],
            fields: [
                DashboardField(
                    name: "event",
                    label: "event",
                    help: "webhookRetryHelp",
                    initial: visit.query["event"],
                    isRequired: false,
                    maximum: 1024
                )
            ],
            confirm: "webhookRetry",
            back: Self.page(of: endpoint, app)
        ) { form in
            let event = form["event"].trimmed
            return DashboardAct.Preview(
                effects: [
                    event.isEmpty
                        ? visit.text("webhookRetryAllEffect", endpoint.title)
                        : visit.text("webhookRetryEffect", event, endpoint.title),
                    visit.text("webhookRetryOrder"),
                ],
                undo: visit.text("webhookRetryUndo")
            )
        } perform: { form in
            let event = form["event"].trimmed
            let name = try visit.origin().name
            let released = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.retry(
                    endpoint.id,
                    event.isEmpty ? nil : EventID(event),
                    in: app.app.name,
                    by: name,
                    reason: form["reason"]
                )
            }
            let done = released.nothing == nil ? "doneWebhookRetry" : "doneWebhookNothing"
            return Self.page(of: endpoint, app, done: done)
        }
    }

    private func skip(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let endpoint = try await self.report(visit, app).endpoint
        return DashboardAct(
            title: "webhookSkip",
            introduction: [visit.text("webhookSkipAbout", endpoint.title)],
            fields: [
                DashboardField(name: "event", label: "event", initial: visit.query["event"], maximum: 1024)
            ],
            needsPassword: true,
            isDangerous: true,
            confirm: "webhookSkip",
            back: Self.page(of: endpoint, app)
        ) { form in
            DashboardAct.Preview(
                effects: [
                    visit.text("webhookSkipEffect", endpoint.title, form["event"].trimmed),
                    visit.text("webhookSkipNext"),
                ],
                undo: visit.text("webhookSkipUndo")
            )
        } perform: { form in
            let name = try visit.origin().name
            do {
                _ = try await Self.explained { () throws(WebhookError) in
                    try await self.webhooks.skip(
                        endpoint.id,
                        EventID(form["event"].trimmed),
                        in: app.app.name,
                        by: name,
                        reason: form["reason"]
                    )
                }
            } catch let problem as Problem where problem.field == "stream" {
                throw Problem(problem.status, code: problem.code, visit.text("webhookSkipUnknown"), field: "event")
            }
            return Self.page(of: endpoint, app, done: "doneWebhookSkip")
        }
    }

    private func replay(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let endpoint = try await self.report(visit, app).endpoint
        let range: @Sendable (DashboardForm) throws -> ReplayRange = { form in
            guard let from = try visit.day("from", in: form) else {
                throw RequestFields.invalid("from", visit.text("errorRequired"))
            }
            return .instants(from: from, to: try visit.day("through", in: form).map { $0 + .days(1) })
        }
        return DashboardAct(
            title: "webhookReplay",
            introduction: [visit.text("webhookReplayAbout", endpoint.title)],
            fields: [
                DashboardField(name: "from", label: "webhookReplayFrom", kind: .day, help: "dayUTC"),
                DashboardField(
                    name: "through",
                    label: "webhookReplayThrough",
                    kind: .day,
                    help: "webhookReplayThroughHelp",
                    isRequired: false
                ),
            ],
            confirm: "webhookReplay",
            back: Self.page(of: endpoint, app)
        ) { form in
            let wanted = try range(form)
            let count = try await Self.atField("through") {
                try await Self.explained { () throws(WebhookError) in
                    try await self.webhooks.preview(replayOf: wanted, to: endpoint.id, in: app.app.name)
                }
            }
            return DashboardAct.Preview(
                effects: [
                    visit.text("webhookReplayEffect", Self.rounded(count, visit), endpoint.title),
                    visit.text("webhookReplayOrder"),
                ],
                undo: visit.text("webhookReplayUndo")
            )
        } perform: { form in
            let wanted = try range(form)
            let name = try visit.origin().name
            _ = try await Self.atField("through") {
                try await Self.explained { () throws(WebhookError) in
                    try await self.webhooks.replay(
                        endpoint.id,
                        wanted,
                        in: app.app.name,
                        by: name,
                        reason: form["reason"]
                    )
                }
            }
            return Self.page(of: endpoint, app, done: "doneWebhookReplay")
        }
    }

    private func cancelReplay(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let endpoint = try await self.report(visit, app).endpoint
        return DashboardAct(
            title: "webhookCancelReplay",
            introduction: [visit.text("webhookCancelReplayAbout", endpoint.title)],
            confirm: "webhookCancelReplay",
            back: Self.page(of: endpoint, app)
        ) { _ in
            guard endpoint.replay != nil else {
                return DashboardAct.Preview(effects: [visit.text("webhookCancelReplayNothing")], isNothing: true)
            }
            return DashboardAct.Preview(
                effects: [visit.text("webhookCancelReplayEffect")],
                undo: visit.text("webhookCancelReplayUndo")
            )
        } perform: { form in
            let name = try visit.origin().name
            _ = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.cancelReplay(endpoint.id, in: app.app.name, by: name, reason: form["reason"])
            }
            return Self.page(of: endpoint, app, done: "doneWebhookCancelReplay")
        }
    }

    private func test(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let endpoint = try await self.report(visit, app).endpoint
        return DashboardAct(
            title: "webhookTest",
            needsReason: false,
            confirm: "webhookTest",
            back: Self.page(of: endpoint, app)
        ) { _ in
            DashboardAct.Preview(
                effects: [visit.text("webhookTestEffect", endpoint.host)],
                undo: visit.text("webhookTestUndo")
            )
        } perform: { _ in
            let name = try visit.origin().name
            let attempt = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.test(endpoint.id, in: app.app.name, by: name)
            }
            if let failure = attempt.failureText(visit) {
                throw Problem(.unprocessableContent, code: "webhook_attempt_failed", failure)
            }
            return Self.page(of: endpoint, app, done: "doneWebhookTest")
        }
    }

    /// Performs work, and puts a refusal that names no field of the form at a field.
    private static func atField<Answer>(_ field: String, _ work: () async throws -> Answer) async throws -> Answer {
        do {
            return try await work()
        } catch let problem as Problem where problem.status.code < 500 {
            throw Problem(problem.status, code: problem.code, problem.detail, field: field)
        }
    }

    /// Returns a number of events that new ones do not change at once, so that a preview stays valid.
    private static func rounded(_ count: Int64, _ visit: DashboardVisit) -> String {
        guard count >= 100 else { return DashboardNumbers.count(count) }
        var unit: Int64 = 1
        while count / unit >= 10 { unit *= 10 }
        return visit.text("webhookMoreThan", DashboardNumbers.count(count / unit * unit))
    }
}
