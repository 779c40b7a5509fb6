import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// The pages about events: all of an app, and one with its body and its deliveries.
struct DashboardEventController: Sendable {
    /// The use cases of the server.
    let services: Services

    private var query: EventQuery { EventQuery(repository: self.services.repository) }

    /// Adds the routes.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "events", for: .scope(.read)) { visit, app in try await self.list(visit, app) }
        routes.get(app: "events/:event", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
        routes.act(app: "events/:event/resend", for: .scope(.write)) { visit, app in
            try await self.resend(visit, app)
        }
    }

    // MARK: The list

    private func list(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        // The charts ask for several types at once.
        let types = visit.query["type"].split(separator: ",").map(String.init)
        guard types.allSatisfy({ WebhookDraft.namesEvent($0) }) else {
            throw RequestFields.invalid("type", visit.text("eventTypeUnknown"))
        }
        let product = visit.query["product"].trimmed
        let storefront = try visit.storefront("storefront")
        let currency = try visit.currency("currency")
        let filter = EventFilter(
            kinds: WebhookFilter(patterns: types, environments: [app.environment]),
            product: product.isEmpty ? nil : ProductID(product),
            storefront: storefront,
            currency: currency.isEmpty ? nil : currency
        )
        let begin = try visit.day("since", in: visit.query)
        let end = try visit.day("until", in: visit.query).map { $0 + .days(1) }
        if let begin, let end, end <= begin { throw RequestFields.invalid("until", visit.text("eventUntilInvalid")) }
        // Every list is of one environment.
        let isOpen = EventFilter(product: filter.product, storefront: storefront, currency: filter.currency).isOpen
        let isFiltered = !types.isEmpty || !isOpen || begin != nil || end != nil
        let name = app.app.name
        let table = DashboardTable(
            name: "events",
            columns: [
                .init("eventAt"), .init("event"), .init("eventTypeCode"), .init("customer"), .init("eventSubject"),
            ],
            empty: isFiltered ? "eventsNoneFound" : "eventsEmpty"
        ) { cursor, limit in
            let newest = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.query.newest(of: name)
            }
            let last = cursor.isEmpty ? newest : try EventCursor(cursor, app: name, upTo: newest).position
            let page = try await Problem.explaining(by: Problem.storage) { () throws(RepositoryError) in
                try await self.query.page(of: name, through: last, since: begin, before: end, filter, limit: limit)
            }
            return DashboardTable.Page(
                rows: page.events.map { Self.row($0, app, visit) },
                next: page.rest > 0 ? EventCursor(page.rest, app: name).description : nil
            )
        }
        let products = Set(app.app.catalog.products.keys.map(\.rawValue) + [product]).filter { !$0.isEmpty }.sorted()
        return try await visit.page(
            "events",
            title: "events",
            table: table,
            [
                "action": app.path("events"), "groups": Self.groups(types, visit),
                "several": Self.several(types, visit),
                "sinceDay": visit.query["since"], "untilDay": visit.query["until"],
                "products": products.map { ["name": $0, "isCurrent": $0 == product] as [String: Any] },
                "storefront": storefront ?? "", "currency": currency,
            ]
        )
    }

    /// Returns the types from which people choose, by noun.
    private static func groups(_ types: [String], _ visit: DashboardVisit) -> [[String: Any]] {
        let current = types.count == 1 ? types[0] : ""
        let nouns = EventName.allCases.map(\.noun).reduce(into: [String]()) { nouns, noun in
            if !nouns.contains(noun) { nouns.append(noun) }
        }
        return nouns.map { noun -> [String: Any] in
            let label = visit.text(EventName.textKey(noun: noun))
            let all = Self.type("\(noun).*", visit.text("eventTypeAllOf", label), current)
            let names = EventName.allCases.filter { $0.noun == noun }
            return [
                "label": label, "types": [all] + names.map { Self.type($0.rawValue, visit.text($0.textKey), current) },
            ]
        }
    }

    /// Returns several types at once as one choice; false where the query names at most one.
    private static func several(_ types: [String], _ visit: DashboardVisit) -> Any {
        guard types.count > 1 else { return false }
        let names = types.map { type in EventName(rawValue: type).map { visit.text($0.textKey) } ?? type }
        return Self.type(types.joined(separator: ","), names.joined(separator: ", "), types.joined(separator: ","))
    }

    private static func type(_ value: String, _ name: String, _ current: String) -> [String: Any] {
        ["value": value, "name": name, "isCurrent": value == current]
    }

    private static func row(_ event: Event, _ app: DashboardApp, _ visit: DashboardVisit) -> DashboardTable.Row {
        let body = DashboardEventBody(event)
        let subject = body.subject(in: app)
        return DashboardTable.Row(cells: [
            .init(event.occurredAt),
            .init(
                visit.text(event.name.textKey),
                value: event.id.rawValue,
                link: app.path("events", event.id.rawValue)
            ),
            .init(event.name.rawValue),
            app.cell(of: body.customer, nobody: ""),
            .init(subject?.id ?? "", link: subject?.path, isID: true),
        ])
    }

    // MARK: One event

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        let event = try await self.event(visit, app)
        let body = DashboardEventBody(event)
        let deliveries = try await self.deliveries(event, app)
        let mayResend = visit.mayUse(.write)
        var values: [String: Any] = [
            "id": event.id.rawValue, "code": event.name.rawValue, "label": visit.text(event.name.textKey),
            "occurred": DashboardVisit.time(event.occurredAt), "number": DashboardNumbers.count(event.number),
            "environmentName": event.environment?.rawValue ?? "", "customerName": false, "subject": false,
            "body": body.text, "hasDeliveries": !deliveries.isEmpty, "webhooksPath": app.path("webhooks"),
            "deliveries": deliveries.map { delivery -> [String: Any] in
                let id = delivery.endpoint.id.rawValue
                let canResend = mayResend && delivery.state == .settled
                return [
                    "name": delivery.endpoint.title, "path": app.path("webhooks", id),
                    "state": visit.text(delivery.state.textKey), "chip": delivery.state.color,
                    "resend": canResend
                        ? app.path("events", event.id.rawValue, "resend", query: ["webhook": id]) : false,
                ]
            },
        ]
        if let customer = body.customer?.rawValue {
            values["customerName"] = ["name": customer, "path": app.path("customers", customer)]
        }
        if let subject = body.subject(in: app) { values["subject"] = ["name": subject.id, "path": subject.path] }
        return visit.page("event", title: "event", values)
    }

    private func event(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Event {
        let id = EventID(visit.parameters.get("event") ?? "")
        return try await Problem.explaining(by: Problem.webhook) { () throws(WebhookError) in
            try await self.services.webhooks.event(id, in: app.app.name)
        }
    }

    private func deliveries(_ event: Event, _ app: DashboardApp) async throws -> [EventDelivery] {
        try await Problem.explaining(by: Problem.webhook) { () throws(WebhookError) in
            try await self.services.webhooks.deliveries(of: event.id, in: app.app.name)
        }
    }

    // MARK: Resending

    private func resend(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> DashboardAct {
        let event = try await self.event(visit, app)
        let deliveries = try await self.deliveries(event, app)
        let choices = deliveries.map { (value: $0.endpoint.id.rawValue, name: $0.endpoint.title) }
        let webhooks = self.services.webhooks
        return DashboardAct(
            title: "eventResend",
            introduction: [visit.text("eventResendAbout", visit.text(event.name.textKey), event.id.rawValue)],
            fields: [DashboardField(name: "webhook", label: "webhook", kind: .choice(choices))],
            confirm: "eventResend",
            back: app.path("events", event.id.rawValue)
        ) { form in
            guard let delivery = deliveries.first(where: { $0.endpoint.id.rawValue == form["webhook"] }) else {
                throw RequestFields.invalid("webhook", visit.text("webhookChoose"))
            }
            guard delivery.state != .waiting else {
                throw Problem(.conflict, code: "event_pending", visit.text("eventPending"), field: "webhook")
            }
            let effect = visit.text("eventResendEffect", event.id.rawValue, delivery.endpoint.title)
            return DashboardAct.Preview(effects: [effect], undo: visit.text("eventResendUndo"))
        } perform: { form in
            let name = try visit.origin().name
            let attempt = try await Problem.explaining(by: Problem.webhook) { () throws(WebhookError) in
                try await webhooks.resend(
                    event.id,
                    to: WebhookID(form["webhook"]),
                    in: app.app.name,
                    by: name,
                    reason: form["reason"]
                )
            }
            if let failure = attempt.failureText(visit) {
                throw Problem(.unprocessableContent, code: "webhook_attempt_failed", failure)
            }
            return app.path("events", event.id.rawValue, query: ["done": "doneEventResent"])
        }
    }
}
