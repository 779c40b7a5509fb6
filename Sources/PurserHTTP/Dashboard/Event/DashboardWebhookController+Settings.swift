import HTTPTypes
import Hummingbird
import Ledger
import PurserService
import Synchronization

// What an administrator does with an endpoint itself: create, change, pause, resume, give a new secret, delete.
extension DashboardWebhookController {
    /// A secret that an act created, until the page that shows it once.
    private final class CreatedSecret: Sendable {
        let created = Mutex<WebhookWithSecret?>(nil)
    }

    /// Adds the routes.
    func addSettings(to routes: DashboardRoutes) {
        let create: DashboardRoutes.AppHandler = { visit, app in
            try await self.showingSecret(visit, app) { try self.create(visit, app, $0) }
        }
        routes.get(app: "webhooks/create", for: .scope(.admin), create)
        routes.post(app: "webhooks/create", for: .scope(.admin), create)
        let rotate: DashboardRoutes.AppHandler = { visit, app in
            try await self.showingSecret(visit, app) { try await self.rotate(visit, app, $0) }
        }
        routes.get(app: "webhooks/:webhook/rotate", for: .scope(.admin), rotate)
        routes.post(app: "webhooks/:webhook/rotate", for: .scope(.admin), rotate)
        routes.act(app: "webhooks/:webhook/change", for: .scope(.admin)) { visit, app in
            try await self.change(visit, app)
        }
        routes.act(app: "webhooks/:webhook/pause", for: .scope(.admin)) { visit, app in
            try await self.pause(true, visit, app)
        }
        routes.act(app: "webhooks/:webhook/resume", for: .scope(.admin)) { visit, app in
            try await self.pause(false, visit, app)
        }
        routes.act(app: "webhooks/:webhook/delete", for: .scope(.admin)) { visit, app in
            try await self.delete(visit, app)
        }
    }

    /// Answers a request of an act that may create a secret: with the page that shows it, once.
    private func showingSecret(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        _ act: (CreatedSecret) async throws -> DashboardAct
    ) async throws -> Response {
        let holder = CreatedSecret()
        let response = try await act(holder).answer(visit)
        guard let made = holder.created.withLock({ $0 }), let secret = made.secret else { return response }
        let isPublic = made.endpoint.signature == .ed25519
        return visit.page(
            "webhook-secret",
            title: "webhookSecret",
            [
                "name": made.endpoint.title, "secretText": secret, "path": Self.page(of: made.endpoint, app),
                "says": visit.text(isPublic ? "webhookSecretPublic" : "webhookSecretOnce"),
            ]
        )
    }

    private func create(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        _ holder: CreatedSecret
    ) throws -> DashboardAct {
        let name = try visit.origin().name
        let kinds = [
            (value: "events", name: visit.text("webhookKindEvents")),
            (value: "relay", name: visit.text("webhookKindRelay")),
        ]
        let kind = DashboardField(name: "kind", label: "kind", kind: .choice(kinds), help: "webhookKindHelp")
        let signatures = WebhookSignatureKind.allCases.map { (value: $0.rawValue, name: $0.rawValue) }
        let signature = DashboardField(
            name: "signature",
            label: "webhookSignature",
            kind: .choice(signatures),
            help: "webhookSignatureHelp"
        )
        return DashboardAct(
            title: "webhookCreate",
            introduction: [visit.text("webhookCreateAbout")],
            fields: [kind] + Self.fields(nil, visit) + [signature],
            needsPassword: true,
            doneBefore: "webhookSecretDone",
            confirm: "webhookCreate",
            back: app.path("webhooks")
        ) { form in
            let (draft, content) = try Self.draft(form, visit)
            let (endpoint, count) = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.preview(draft, content, in: app.app.name, by: name)
            }
            return DashboardAct.Preview(
                effects: [
                    visit.text(
                        content == .relay ? "webhookCreateRelayEffect" : "webhookCreateEffect",
                        endpoint.address,
                        endpoint.selection(visit),
                        endpoint.environments(visit)
                    ),
                    // The number makes a second confirmation of the same form stale.
                    visit.text("webhookCreateCount", DashboardNumbers.count(count + 1)),
                ],
                undo: visit.text("webhookCreateUndo")
            )
        } perform: { form in
            let (draft, content) = try Self.draft(form, visit)
            let made = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.make(draft, content, in: app.app.name, by: name, reason: form["reason"])
            }
            holder.created.withLock { $0 = made }
            return Self.page(of: made.endpoint, app, done: "doneWebhookCreate")
        }
    }

    private func rotate(
        _ visit: DashboardVisit,
        _ app: DashboardApp,
        _ holder: CreatedSecret
    ) async throws -> DashboardAct {
        let endpoint = try await self.report(visit, app).endpoint
        let longest = WebhookService.maximumFormerLife.milliseconds / Span.hours(1).milliseconds
        let hours: @Sendable (DashboardForm) throws -> Int64 = { form in
            guard let hours = Int64(form["overlapHours"].trimmed), (0...longest).contains(hours) else {
                let says = visit.text("webhookHoursInvalid", "\(longest)")
                throw RequestFields.invalid("overlapHours", says)
            }
            return hours
        }
        let name = try visit.origin().name
        return DashboardAct(
            title: "webhookRotate",
            introduction: [visit.text("webhookRotateAbout", endpoint.title)],
            fields: [
                DashboardField(
                    name: "overlapHours",
                    label: "webhookHours",
                    kind: .number,
                    help: "webhookHoursHelp",
                    initial: "24"
                )
            ],
            needsPassword: true,
            isDangerous: true,
            doneBefore: "webhookSecretDone",
            confirm: "webhookRotate",
            back: Self.page(of: endpoint, app)
        ) { form in
            let overlap = try hours(form)
            if let until = endpoint.formerUntil, until > visit.now, overlap > 0 {
                throw Problem.webhook(.rotationUnderWay(until: until))
            }
            return DashboardAct.Preview(
                effects: [
                    // The number makes a second confirmation of the same form stale.
                    visit.text("webhookRotateEffect", endpoint.title, "\(endpoint.generation + 1)"),
                    overlap > 0
                        ? visit.text("webhookRotateOverlap", "\(overlap)") : visit.text("webhookRotateAtOnce"),
                ],
                undo: visit.text("webhookRotateUndo")
            )
        } perform: { form in
            let overlap = try hours(form)
            let made = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.rotate(
                    endpoint.id,
                    formerFor: .hours(overlap),
                    in: app.app.name,
                    by: name,
                    reason: form["reason"]
                )
            }
            holder.created.withLock { $0 = made }
            return Self.page(of: endpoint, app)
        }
    }

    private func change(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let endpoint = try await self.report(visit, app).endpoint
        return DashboardAct(
            title: "webhookChange",
            fields: Self.fields(endpoint, visit),
            needsPassword: true,
            confirm: "save",
            back: Self.page(of: endpoint, app)
        ) { form in
            let draft = try Self.draft(form, visit).draft
            let (known, wanted) = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.preview(endpoint.id, draft, in: app.app.name)
            }
            let effects = Self.differences(known, wanted, visit)
            return effects.isEmpty
                ? DashboardAct.Preview(effects: [visit.text("webhookChangeNothing")], isNothing: true)
                : DashboardAct.Preview(effects: effects, undo: visit.text("webhookChangeUndo"))
        } perform: { form in
            let draft = try Self.draft(form, visit).draft
            let name = try visit.origin().name
            _ = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.change(endpoint.id, draft, in: app.app.name, by: name, reason: form["reason"])
            }
            return Self.page(of: endpoint, app, done: "doneWebhookChange")
        }
    }

    private func pause(_ isPaused: Bool, _ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let endpoint = try await self.report(visit, app).endpoint
        let title = isPaused ? "webhookPause" : "webhookResume"
        return DashboardAct(
            title: title,
            introduction: [visit.text("webhookPauseAbout", endpoint.title)],
            confirm: title,
            back: Self.page(of: endpoint, app)
        ) { _ in
            guard isPaused == (endpoint.state == .active) else {
                return DashboardAct.Preview(effects: [visit.text("webhookChangeNothing")], isNothing: true)
            }
            return isPaused
                ? DashboardAct.Preview(
                    effects: [visit.text("webhookPauseEffect")],
                    undo: visit.text("webhookPauseUndo")
                )
                : DashboardAct.Preview(
                    effects: [visit.text("webhookResumeEffect")],
                    undo: visit.text("webhookResumeUndo")
                )
        } perform: { form in
            var draft = WebhookDraft()
            draft.isPaused = isPaused
            let wanted = draft
            let name = try visit.origin().name
            _ = try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.change(endpoint.id, wanted, in: app.app.name, by: name, reason: form["reason"])
            }
            return Self.page(of: endpoint, app, done: isPaused ? "doneWebhookPause" : "doneWebhookResume")
        }
    }

    private func delete(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let report = try await self.report(visit, app)
        let endpoint = report.endpoint
        return DashboardAct(
            title: "webhookDelete",
            introduction: [visit.text("webhookDeleteAbout", endpoint.title, endpoint.host)],
            needsPassword: true,
            isDangerous: true,
            confirm: "webhookDelete",
            back: Self.page(of: endpoint, app)
        ) { form in
            var effects = [visit.text("webhookDeleteEffect", endpoint.title), visit.text("webhookDeleteBacklog")]
            if endpoint.isFulfiller { effects.append(visit.text("webhookDeleteFulfiller")) }
            return DashboardAct.Preview(effects: effects, undo: visit.text("webhookDeleteUndo"))
        } perform: { form in
            let name = try visit.origin().name
            try await Self.explained { () throws(WebhookError) in
                try await self.webhooks.remove(endpoint.id, in: app.app.name, by: name, reason: form["reason"])
            }
            return app.path("webhooks", query: ["done": "doneWebhookDelete"])
        }
    }

    // MARK: Forms

    /// Returns the fields of an endpoint, with the values of an existing one.
    private static func fields(_ endpoint: WebhookEndpoint?, _ visit: DashboardVisit) -> [DashboardField] {
        let known = endpoint?.filter.environments.map(\.rawValue).sorted() ?? []
        // A selection of several environments, which a request under `/v1` made, stays as it is.
        let values = StoreEnvironment.allCases.map(\.rawValue) + (known.count > 1 ? [known.joined(separator: ",")] : [])
        let environments =
            [(value: "", name: visit.text("webhookEnvironmentsAll"))] + values.map { (value: $0, name: $0) }
        var fields = [
            DashboardField(
                name: "url",
                label: "webhookURL",
                help: "webhookURLHelp",
                initial: endpoint?.address ?? "",
                maximum: 4096
            ),
            DashboardField(
                name: "name",
                label: "name",
                help: "webhookNameHelp",
                initial: endpoint?.title ?? "",
                isRequired: endpoint != nil,
                maximum: WebhookDraft.maximumTitle
            ),
            DashboardField(
                name: "events",
                label: "webhookEvents",
                kind: .lines,
                help: "webhookEventsHelp",
                initial: endpoint?.filter.patterns.joined(separator: "\n") ?? "",
                isRequired: false,
                maximum: 16_000
            ),
            DashboardField(
                name: "environments",
                label: "environment",
                kind: .choice(environments),
                initial: known.joined(separator: ","),
                isRequired: false
            ),
        ]
        if endpoint?.content != .events {
            fields.append(
                DashboardField(
                    name: "percent",
                    label: "webhookPercent",
                    kind: .number,
                    help: "webhookPercentHelp",
                    initial: endpoint.map { "\($0.filter.percent)" } ?? "",
                    isRequired: false
                )
            )
        }
        if endpoint?.content != .relay {
            fields.append(
                DashboardField(
                    name: "fulfiller",
                    label: "webhookFulfiller",
                    kind: .choice([(value: "no", name: visit.text("no")), (value: "yes", name: visit.text("yes"))]),
                    help: "webhookFulfillerHelp",
                    initial: endpoint?.isFulfiller == true ? "yes" : "no"
                )
            )
        }
        return fields
    }

    /// Reads the fields of an endpoint.
    private static func draft(
        _ form: DashboardForm,
        _ visit: DashboardVisit
    ) throws -> (draft: WebhookDraft, content: WebhookEndpoint.Content) {
        let isRelay = form["kind"] == "relay"
        var draft = WebhookDraft()
        draft.address = form["url"].trimmed
        if !form["name"].trimmed.isEmpty { draft.title = form["name"].trimmed }
        draft.patterns = form["events"].split { $0.isNewline || $0 == "," || $0 == " " }.map(String.init)
        draft.environments = Set(
            form["environments"].split(separator: ",").compactMap { StoreEnvironment.named(String($0)) }
        )
        let percent = form["percent"].trimmed
        if !percent.isEmpty {
            guard let number = Int(percent), (1...100).contains(number) else {
                let says = visit.text("webhookPercentInvalid")
                throw Problem(.unprocessableContent, code: "field_wrong_type", says, field: "percent")
            }
            draft.percent = number
        }
        if !form["fulfiller"].isEmpty, !isRelay || form["fulfiller"] == "yes" {
            draft.isFulfiller = form["fulfiller"] == "yes"
        }
        // The kind of signature is asked for a new endpoint only, and a relay has none.
        if !isRelay { draft.signature = WebhookSignatureKind(rawValue: form["signature"]) }
        return (draft, isRelay ? .relay : .events)
    }

    /// Returns what a change does, one sentence for each field.
    private static func differences(
        _ known: WebhookEndpoint,
        _ wanted: WebhookEndpoint,
        _ visit: DashboardVisit
    ) -> [String] {
        let fields: [(label: String, before: String, after: String)] = [
            ("webhookURL", known.address, wanted.address), ("name", known.title, wanted.title),
            ("webhookEvents", known.selection(visit), wanted.selection(visit)),
            ("environment", known.environments(visit), wanted.environments(visit)),
            ("webhookPercent", "\(known.filter.percent) %", "\(wanted.filter.percent) %"),
            (
                "webhookFulfiller", visit.text(known.isFulfiller ? "yes" : "no"),
                visit.text(wanted.isFulfiller ? "yes" : "no")
            ),
        ]
        return fields.filter { $0.before != $0.after }.map { field in
            visit.text("webhookChangeEffect", visit.text(field.label), field.before, field.after)
        }
    }
}
