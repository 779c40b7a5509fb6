import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Notation
import PurserService

/// Where a shop reads all events itself, page by page or as they come.
struct EventRoutes {
    /// The most events in one answer.
    static let maximumPage = 500
    /// The most events that are looked at for one answer, whatever the filter lets through.
    private static let maximumLook = 2000
    /// The most events that are read at once.
    private static let batch = 500

    /// Keeps the events.
    let repository: any Repository
    /// Sends one once more.
    let exchange: WebhookExchange
    /// Sends them as they come; `nil` where they are only read page by page.
    let streams: EventStreams?

    /// Adds the routes under `/v1/events`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/events", use: self.list)
        group.get("/v1/events/stream", use: self.stream)
        group.get("/v1/events/:event", use: self.show)
        group.post("/v1/events/:event/resend", use: self.resend)
    }

    @concurrent
    @Sendable private func list(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.page(request, app: context.app.name)
    }

    /// A page of events.
    func page(_ request: Request, app: AppName) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 100, upTo: Self.maximumPage)
        let filter = try Self.filter(in: request)
        let newest = try await self.repository.newestEventPosition(of: app)
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 64).map { text in
            try EventCursor(text, app: app, upTo: newest)
        }
        var position = try cursor?.position ?? Self.beginning(in: request, newest: newest)
        var found: [Event] = []
        var isEnd = false
        let end = position + Int64(Self.maximumLook)
        while found.count < limit, position < end, !isEnd {
            let page = try await self.repository.events(of: app, after: position, limit: Self.batch)
            isEnd = page.count < Self.batch
            for placed in page where found.count < limit {
                position = placed.position
                if placed.event.passes(filter) { found.append(placed.event) }
            }
        }
        let last = EventCursor(position, app: app).description
        var json = JSONText(capacity: found.reduce(256) { $0 + $1.body.count + 256 })
        json.add("cursor", last)
        json.add("events", jsons: found.map(\.json))
        if position < newest { json.add("next", last) }
        return JSONResponse.written(json.bytes)
    }

    @concurrent
    @Sendable private func show(_: Request, context: ShopContext) async throws -> Response {
        let event = try await WebhookExchange.explained { () throws(WebhookError) in
            try await self.exchange.desk.event(Self.id(in: context), in: context.app.name)
        }
        return JSONResponse.written(event.json)
    }

    @concurrent
    @Sendable private func resend(_ request: Request, context: ShopContext) async throws -> Response {
        try await self.exchange.resend(Self.id(in: context), WebhookCall(request, context))
    }

    @concurrent
    @Sendable private func stream(_ request: Request, context: ShopContext) async throws -> Response {
        let app = context.app.name
        let filter = try Self.filter(in: request)
        let text = try request.headers[.lastEventID] ?? RequestQuery.text("cursor", in: request, upTo: 64)
        var position = try await self.repository.newestEventPosition(of: app)
        if let text { position = try EventCursor(text, app: app, upTo: position, field: "Last-Event-ID").position }
        guard let streams = self.streams, let place = streams.take(for: app) else {
            throw Problem(
                .serviceUnavailable,
                code: "streams_used_up",
                "As many streams are open as may be. Read GET /v1/events instead, or try again later.",
                retryAfterSeconds: 30
            )
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: streams.body(app, after: position, filter, place)
        )
    }

    /// The event that the path names; one that cannot be where it names none.
    static func id(in context: some RequestContext) -> EventID {
        EventID(context.parameters.get("event") ?? "")
    }

    /// Where a list begins without a cursor: at the beginning, or with `from=newest` after all that there is.
    private static func beginning(in request: Request, newest: Int64) throws -> Int64 {
        switch request.uri.queryParameters["from"] {
        case nil, "beginning": return 0
        case "newest": return newest
        default: throw RequestFields.invalid("from", "Use beginning or newest, or a cursor.")
        }
    }

    /// What is asked for: `type` may be there several times, names as in a webhook's `events`.
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

extension Event {
    /// Whether a filter lets it through.
    func passes(_ filter: WebhookFilter) -> Bool {
        self.environment.map { filter.admits(self.name.rawValue, in: $0) } ?? true
    }
}

extension HTTPField.Name {
    /// What a browser sends when it takes up a stream again (HTML, "Server-sent events").
    fileprivate static var lastEventID: Self { Self("Last-Event-ID") ?? .expect }
}
