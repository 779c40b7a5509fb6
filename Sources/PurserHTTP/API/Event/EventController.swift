import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Notation
import PurserService

/// A controller that lists events, serves the event feed, and resends single events.
struct EventController: Sendable {
    /// The maximum number of events in one page.
    static let maximumPage = 500
    /// The maximum size of a body in bytes.
    private static let maximumBody = 16 * 1024
    /// The maximum number of events that are read for one page, including those that the filter excludes.
    fileprivate static let maximumLook = 2000
    /// The maximum number of events that are read at once.
    fileprivate static let batch = 500

    /// The repository of the events.
    let repository: any Repository
    /// The service that resends events.
    let service: WebhookService
    /// The event feed.
    let feed: EventFeed
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/events`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/events", use: self.list)
        group.get("/v1/events/feed", use: self.follow)
        group.get("/v1/events/:event", use: self.get)
        group.get("/v1/events/:event/deliveries", use: self.deliveries)
        group.post("/v1/events/:event/resend", use: self.resend)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: AppContext) async throws -> Response {
        let app = context.app.name
        let limit = try RequestQuery.limit(in: request, usually: 100, upTo: Self.maximumPage)
        let filter = EventFilter(
            kinds: try Self.filter(in: request),
            product: try RequestQuery.text("product", in: request, upTo: 255).map { ProductID($0) },
            storefront: try RequestQuery.storefront(in: request),
            currency: try RequestQuery.currency(in: request)
        )
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 64)
        let since = try RequestQuery.instant("since", in: request)
        let until = try RequestQuery.instant("until", in: request)
        if let since, let until, until <= since {
            throw RequestFields.invalid("until", "This must be after `since`.")
        }
        if try Self.isNewestFirst(request) {
            return try await self.list(
                newestFirst: app,
                cursor,
                since: since,
                before: until,
                filter,
                limit: limit
            )
        }
        let page = try await self.repository.read { view -> Result<EventPage, any Error> in
            let newest = try view.newestEventPosition(of: app)
            let start = Result {
                try cursor.map { try EventCursor($0, app: app, upTo: newest).position }
                    ?? Self.beginning(in: request, newest: newest)
            }
            switch start {
            case .success(var position):
                if let since { position = max(position, try view.eventPosition(of: app, at: since) - 1) }
                return .success(try view.page(of: app, after: position, filter, limit: limit, newest: newest))
            case .failure(let error): return .failure(error)
            }
        }.get()
        let last = EventCursor(page.position, app: app).description
        var json = JSONText(capacity: page.events.reduce(256) { $0 + $1.body.count + 256 })
        json.add("cursor", last)
        json.add("events", jsons: page.events.map(\.json))
        if page.position < page.newest { json.add("next", last) }
        return JSONResponse.written(json.bytes)
    }

    /// Returns a page of events, newest first; its cursor is the position with which the next page begins.
    private func list(
        newestFirst app: AppName,
        _ cursor: String?,
        since beginning: Instant?,
        before instant: Instant?,
        _ filter: EventFilter,
        limit: Int
    ) async throws -> Response {
        let query = EventQuery(repository: self.repository)
        let newest = try await query.newest(of: app)
        let last = try cursor.map { try EventCursor($0, app: app, upTo: newest).position }
        let page = try await query.page(
            of: app,
            through: last ?? newest,
            since: beginning,
            before: instant,
            filter,
            limit: limit
        )
        let next = EventCursor(page.rest, app: app).description
        var json = JSONText(capacity: page.events.reduce(256) { $0 + $1.body.count + 256 })
        json.add("cursor", next)
        json.add("events", jsons: page.events.map(\.json))
        if page.rest > 0 { json.add("next", next) }
        return JSONResponse.written(json.bytes)
    }

    /// Returns the outcome of an event at each endpoint.
    @concurrent
    @Sendable private func deliveries(_: Request, context: AppContext) async throws -> Response {
        struct Body: Encodable { let deliveries: [EventDeliveryBody] }
        let found = try await Self.explained { () throws(WebhookError) in
            try await self.service.deliveries(of: Self.id(in: context), in: context.app.name)
        }
        return try JSONResponse.encode(Body(deliveries: found.map(EventDeliveryBody.init)))
    }

    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let event = try await Self.explained { () throws(WebhookError) in
            try await self.service.event(Self.id(in: context), in: context.app.name)
        }
        return JSONResponse.written(event.json)
    }

    @concurrent
    @Sendable private func resend(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: ["webhook", "reason"])
        }
        let webhook = WebhookID(try fields.required("webhook", upTo: 255))
        let reason = try fields.text("reason", upTo: 1000)
        let attempt = try await Self.explained { () throws(WebhookError) in
            try await self.service.resend(
                Self.id(in: context),
                to: webhook,
                in: context.app.name,
                by: context.name,
                reason: reason
            )
        }
        return try JSONResponse.encode(DeliveryAttemptBody(attempt))
    }

    @concurrent
    @Sendable private func follow(_ request: Request, context: AppContext) async throws -> Response {
        let app = context.app.name
        let filter = try Self.filter(in: request)
        let text = try request.headers[.lastEventID] ?? RequestQuery.text("cursor", in: request, upTo: 64)
        var position = try await self.repository.read { view in try view.newestEventPosition(of: app) }
        if let text { position = try EventCursor(text, app: app, upTo: position, field: "Last-Event-ID").position }
        guard let slot = self.feed.slots.take(for: app) else {
            throw Problem(
                .serviceUnavailable,
                code: "event_feed_limit_reached",
                "The event feed has reached its maximum number of connections. Use GET /v1/events instead, or try "
                    + "again later.",
                retryAfterSeconds: 30
            )
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: self.feed.body(app, after: position, filter, slot)
        )
    }

    /// The event in the path; an id that no event has if the path has none.
    private static func id(in context: AppContext) -> EventID {
        EventID(context.parameters.get("event") ?? "")
    }

    private static func explained<Answer>(_ work: () async throws(WebhookError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.webhook, work)
    }

    /// Returns the start of a list without a cursor: the beginning, or the position after the newest event with
    /// `from=newest`.
    private static func beginning(in request: Request, newest: Int64) throws -> Int64 {
        switch request.uri.queryParameters["from"] {
        case nil, "beginning": return 0
        case "newest": return newest
        default: throw RequestFields.invalid("from", "Use beginning or newest, or a cursor.")
        }
    }

    /// Returns whether the list is requested newest first.
    private static func isNewestFirst(_ request: Request) throws -> Bool {
        switch request.uri.queryParameters["order"] {
        case nil, "oldest": return false
        case "newest": return true
        default: throw RequestFields.invalid("order", "Use oldest or newest.")
        }
    }

    /// Returns the requested filter; `type` may be repeated, with names as in a webhook's `events`.
    private static func filter(in request: Request) throws -> WebhookFilter {
        let patterns = request.uri.queryParameters.getAll("type")
        for pattern in patterns where !WebhookDraft.namesEvent(pattern) {
            throw RequestFields.invalid("type", WebhookError.filterUnknown(String(pattern.prefix(100))).detail)
        }
        var environments: Set<StoreEnvironment> = []
        if let name = try RequestQuery.text("environment", in: request, upTo: 16) {
            guard let environment = StoreEnvironment.named(name) else {
                throw RequestFields.invalid(
                    "environment",
                    Spelling.choice(name, among: StoreEnvironment.allCases.map(\.rawValue))
                )
            }
            environments = [environment]
        }
        return WebhookFilter(patterns: patterns, environments: environments)
    }
}

extension EventController {
    private static let type = APIParameter.query(
        "type",
        .string(length: 1...100),
        "Only events with this name, `subscription.renewed` or `subscription.*`. May be repeated."
    )
    private static let environment = APIParameter.query(
        "environment",
        .environment,
        "Only events about this environment."
    )
    private static let id = APIParameter.path("event", .string(), "The event's `id`, as in the header `webhook-id`.")

    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/events",
            id: "listEvents",
            tag: .events,
            access: .read,
            summary: "List events",
            description:
                "All events of the app, in the order in which they were written. Store `cursor` and send it with the "
                + "next request: the list then continues without a gap, even after a long time. With a filter, "
                + "a page may have fewer than `limit` events although there is a `next`.",
            parameters: [
                .limit(Int64(Self.maximumPage)), .cursor, Self.type, Self.environment,
                .query(
                    "product",
                    .string(length: 1...255),
                    "Only events whose subject states this product: purchases, subscriptions, entitlements, orders, "
                        + "fulfillments, refunds, and transfers with their purchases."
                ),
                .query(
                    "storefront",
                    .enumeration(StorefrontCode.all),
                    "Only events whose subject states this storefront, `USA`: purchases, and transfers with their "
                        + "purchases."
                ),
                .query(
                    "currency",
                    .string(length: 3...3),
                    "Only events whose subject states a price in this currency, `USD`: purchases, refunds, orders, and "
                        + "transfers with their purchases."
                ),
                .query(
                    "from",
                    .enumeration("beginning", "newest"),
                    "The start of the list without a cursor; `newest` returns no event and the current cursor."
                ),
                .query(
                    "order",
                    .enumeration("oldest", "newest"),
                    "`newest` lists the newest events first, for people: `cursor` then leads to older ones, and "
                        + "`from` does not count. `oldest` by default."
                ),
                .query(
                    "since",
                    .instant,
                    "Only events from the first one on that occurred at this instant or later, in the order in which "
                        + "they were written."
                ),
                .query("until", .instant, "With `order=newest`: only events that occurred before this instant."),
            ],
            answers: [
                .ok(
                    .object(
                        .required("events", .array(of: EventForm.any)),
                        .required("cursor", .string(), "The position after this page, for the next request."),
                        .optional("next", .string(), "The same position, if there are more events already.")
                    ),
                    "A page of events."
                )
            ],
            problems: [
                .status(409, "cursor_ahead"),
                .status(422, "field_wrong_type", "field_invalid", "cursor_invalid", "storefront_unknown"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/events/feed",
            id: "followEvents",
            tag: .events,
            access: .read,
            summary: "Follow events",
            description:
                "Server-sent events: `id` is a cursor, `event` the name, `data` the event. The feed begins now, or "
                + "after `Last-Event-ID` or `cursor`. A connection ends after a hundred seconds; a client that "
                + "reconnects with the last `id`, as browsers do automatically, misses nothing.",
            parameters: [
                .cursor, Self.type, Self.environment,
                .header("Last-Event-ID", .string(length: 1...64), "The last received `id`."),
            ],
            answers: [.file("text/event-stream", "The event feed.")],
            problems: [
                .status(409, "cursor_ahead"), .status(422, "field_invalid", "cursor_invalid"),
                .status(503, "event_feed_limit_reached"),
            ]
        ),
        APIOperation(
            .get,
            "/v1/events/{event}",
            id: "getEvent",
            tag: .events,
            access: .read,
            summary: "Get an event",
            parameters: [Self.id],
            answers: [.ok(EventForm.any, "The event.")],
            problems: [.status(404, "event_not_found")]
        ),
        APIOperation(
            .get,
            "/v1/events/{event}/deliveries",
            id: "listEventDeliveries",
            tag: .events,
            access: .read,
            summary: "List an event's deliveries",
            description: "The state of the event at each endpoint that receives events, oldest endpoint first.",
            parameters: [Self.id],
            answers: [
                .ok(
                    .object(.required("deliveries", .array(of: EventDeliveryBody.schema))),
                    "The state at each endpoint."
                )
            ],
            problems: [.status(404, "event_not_found")]
        ),
        APIOperation(
            .post,
            "/v1/events/{event}/resend",
            id: "resendEvent",
            tag: .events,
            access: .write,
            summary: "Resend an event",
            description:
                "Sends the event to an endpoint once and immediately, with the same `webhook-id`. Refused while the "
                + "endpoint has not received the event in its turn.",
            parameters: [Self.id],
            body: .json(
                .object(
                    .required("webhook", .string(length: 1...255), "The endpoint's `id`."),
                    .optional("reason", .string(length: 1...1000), "The reason, for the audit log.")
                )
            ),
            answers: [.ok(DeliveryAttemptBody.schema, "The outcome of the attempt.")],
            problems: [
                .unreadableBody,
                .status(404, "event_not_found", "webhook_not_found"),
                .status(409, "event_pending"),
                .wrongFields(
                    "field_invalid",
                    "webhook_relay_not_allowed"
                ),
            ]
        ),
    ]
}

/// A page of events on one consistent view of the ledger.
private struct EventPage: Sendable {
    /// The events that the filter includes.
    var events: [Event] = []
    /// The position of the last event that was read.
    var position: Int64
    /// The position of the newest event.
    let newest: Int64
}

extension ReadView {
    /// Returns the next page of an app's events after a position.
    fileprivate func page(
        of app: AppName,
        after position: Int64,
        _ filter: EventFilter,
        limit: Int,
        newest: Int64
    ) throws -> EventPage {
        var page = EventPage(position: position, newest: newest)
        let end = position + Int64(EventController.maximumLook)
        var isEnd = false
        while page.events.count < limit, page.position < end, !isEnd {
            let batch = try self.events(of: app, after: page.position, limit: EventController.batch)
            isEnd = batch.count < EventController.batch
            for positioned in batch where page.events.count < limit {
                page.position = positioned.position
                if filter.includes(positioned.event) { page.events.append(positioned.event) }
            }
        }
        return page
    }
}

extension HTTPField.Name {
    /// The header with which a browser resumes the feed (HTML, "Server-sent events").
    fileprivate static var lastEventID: Self { Self("Last-Event-ID") ?? .expect }
}
