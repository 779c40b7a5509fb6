import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// A controller that manages webhook endpoints and their undelivered events.
struct WebhookController: Sendable {
    /// The maximum number of event streams in one page.
    static let maximumPage = 200
    /// The maximum size of an action's body in bytes: an id and a reason.
    private static let maximumBody = 16 * 1024

    /// The service that manages endpoints and sends events.
    let service: WebhookService
    /// The limits on the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/webhooks`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/webhooks", use: self.list)
        group.post("/v1/webhooks", use: self.create)
        group.get("/v1/webhooks/:webhook", use: self.get)
        group.patch("/v1/webhooks/:webhook", use: self.update)
        group.delete("/v1/webhooks/:webhook", use: self.delete)
        group.post("/v1/webhooks/:webhook/rotate", use: self.rotate)
        group.post("/v1/webhooks/:webhook/test", use: self.test)
        group.get("/v1/webhooks/:webhook/deliveries", use: self.deliveries)
        group.post("/v1/webhooks/:webhook/retry", use: self.retry)
        group.post("/v1/webhooks/:webhook/skip", use: self.skip)
        group.post("/v1/webhooks/:webhook/replay", use: self.replay)
        group.delete("/v1/webhooks/:webhook/replay", use: self.cancelReplay)
    }

    /// Returns the endpoints of an app.
    @concurrent
    @Sendable private func list(_: Request, context: AppContext) async throws -> Response {
        struct Body: Encodable { let webhooks: [WebhookBody] }
        let all = try await Self.explained { () throws(WebhookError) in try await self.service.list(context.app.name) }
        return try JSONResponse.encode(Body(webhooks: all.map { WebhookBody($0) }))
    }

    /// Returns an endpoint with the state of its deliveries.
    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let report = try await Self.explained { () throws(WebhookError) in
            try await self.service.report(Self.id(in: context), in: context.app.name)
        }
        return try JSONResponse.encode(WebhookBody(report.endpoint, report: report))
    }

    /// Creates an endpoint and returns its secret.
    @concurrent
    @Sendable private func create(_ request: Request, context: AppContext) async throws -> Response {
        let wanted = try await self.limits.withBody(of: request, upTo: WebhookRequest.maximumBody) { body in
            try WebhookRequest(making: Array(body.readableBytesView))
        }
        return try await RecordedResponse.answer { (made: WebhookWithSecret) in
            try EncodedResponse.json(
                WebhookBody(made.endpoint, secret: made.secret),
                status: .created,
                isSecret: true
            )
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.service.make(
                    wanted.draft,
                    wanted.content,
                    in: context.app.name,
                    by: context.name,
                    reason: wanted.reason
                )
            }
        }
    }

    /// Updates an endpoint.
    @concurrent
    @Sendable private func update(_ request: Request, context: AppContext) async throws -> Response {
        let wanted = try await self.limits.withBody(of: request, upTo: WebhookRequest.maximumBody) { body in
            try WebhookRequest(changing: Array(body.readableBytesView))
        }
        return try await Self.answering { () throws(WebhookError) in
            try await self.service.change(
                Self.id(in: context),
                wanted.draft,
                in: context.app.name,
                by: context.name,
                reason: wanted.reason
            )
        }
    }

    /// Deletes an endpoint.
    @concurrent
    @Sendable private func delete(_ request: Request, context: AppContext) async throws -> Response {
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        return try await RecordedResponse.answer { (_: WebhookID) in
            EncodedResponse.empty
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.service.remove(
                    Self.id(in: context),
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
            return Self.id(in: context)
        }
    }

    /// Creates a new secret for an endpoint and returns it.
    @concurrent
    @Sendable private func rotate(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["overlapHours", "reason"])
        var life = WebhookService.formerLife
        if let value = fields["overlapHours"], value != .null {
            let longest = WebhookService.maximumFormerLife.milliseconds / 3_600_000
            guard case .number(let text) = value, let hours = Int64(text), (0...longest).contains(hours) else {
                throw RequestFields.wrongType("overlapHours", "This must be an integer from 0 to \(longest).")
            }
            life = .hours(hours)
        }
        let reason = try fields.text("reason", upTo: 1000)
        return try await RecordedResponse.answer { (rotated: WebhookWithSecret) in
            try EncodedResponse.json(WebhookBody(rotated.endpoint, secret: rotated.secret), isSecret: true)
        } _: { [life] in
            try await Self.explained { () throws(WebhookError) in
                try await self.service.rotate(
                    Self.id(in: context),
                    formerFor: life,
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
        }
    }

    /// Sends a test event.
    @concurrent
    @Sendable private func test(_: Request, context: AppContext) async throws -> Response {
        let attempt = try await Self.explained { () throws(WebhookError) in
            try await self.service.test(Self.id(in: context), in: context.app.name, by: context.name)
        }
        return try JSONResponse.encode(DeliveryAttemptBody(attempt))
    }

    /// Returns the event streams with undelivered events.
    @concurrent
    @Sendable private func deliveries(_ request: Request, context: AppContext) async throws -> Response {
        struct Body: Encodable {
            let deliveries: [DeliveryBody]
            let next: String?
        }
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 1024).map { EventID($0) }
        let found = try await Self.explained { () throws(WebhookError) in
            try await self.service.waiting(Self.id(in: context), after: cursor, limit: limit + 1, in: context.app.name)
        }
        let page = found.prefix(limit).map { DeliveryBody($0) }
        return try JSONResponse.encode(
            Body(deliveries: page, next: found.count > limit ? page.last?.event : nil)
        )
    }

    /// Makes undelivered events due now.
    @concurrent
    @Sendable private func retry(_ request: Request, context: AppContext) async throws -> Response {
        struct Body: Encodable {
            let streams: Int
            let nothing: String?
        }
        let fields = try await self.fields(request, ["event", "reason"])
        let event = try fields.text("event", upTo: 1024).map { EventID($0) }
        let reason = try fields.text("reason", upTo: 1000)
        return try await RecordedResponse.answer { (released: ActionResult<Int>) in
            try EncodedResponse.json(Body(streams: released.value, nothing: released.nothing?.rawValue))
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.service.retry(
                    Self.id(in: context),
                    event,
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
        }
    }

    /// Skips an undelivered event.
    @concurrent
    @Sendable private func skip(_ request: Request, context: AppContext) async throws -> Response {
        struct Body: Encodable { let skipped: String }
        let fields = try await self.fields(request, ["event", "reason"])
        let event = EventID(try fields.required("event", upTo: 1024))
        let reason = try fields.required("reason", upTo: 1000)
        return try await RecordedResponse.answer { (skipped: EventID) in
            try EncodedResponse.json(Body(skipped: skipped.rawValue))
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.service.skip(
                    Self.id(in: context),
                    event,
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
        }
    }

    /// Replays a range of events to an endpoint.
    @concurrent
    @Sendable private func replay(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["from", "to", "after", "through", "reason"])
        let range: ReplayRange
        let after = try fields.text("after", upTo: 1024)
        let through = try fields.text("through", upTo: 1024)
        if let from = try fields.instant("from") {
            guard after == nil, through == nil else {
                throw RequestFields.invalid("after", "Send either from and to, or after and through.")
            }
            range = .instants(from: from, to: try fields.instant("to"))
        } else {
            guard let after else { throw RequestFields.missing("from") }
            range = .positions(
                after: try EventCursor(after, app: context.app.name, upTo: .max, field: "after").position,
                through: try through.map {
                    try EventCursor($0, app: context.app.name, upTo: .max, field: "through").position
                }
            )
        }
        let reason = try fields.text("reason", upTo: 1000)
        return try await Self.answering(status: .accepted) { () throws(WebhookError) in
            try await self.service.replay(
                Self.id(in: context),
                range,
                in: context.app.name,
                by: context.name,
                reason: reason
            )
        }
    }

    /// Cancels a replay.
    @concurrent
    @Sendable private func cancelReplay(_ request: Request, context: AppContext) async throws -> Response {
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        return try await Self.answering { () throws(WebhookError) in
            try await self.service.cancelReplay(
                Self.id(in: context),
                in: context.app.name,
                by: context.name,
                reason: reason
            )
        }
    }

    /// Performs an action and turns the service's errors into problem documents.
    private static func explained<Answer>(_ work: () async throws(WebhookError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.webhook, work)
    }

    private func fields(_ request: Request, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    /// Returns the response of work whose result is an endpoint, and stores it with the work.
    private static func answering(
        status: HTTPResponse.Status = .ok,
        _ work: () async throws(WebhookError) -> ActionResult<WebhookEndpoint>
    ) async throws -> Response {
        try await RecordedResponse.answer { (changed: ActionResult<WebhookEndpoint>) in
            try EncodedResponse.json(WebhookBody(changed.value, nothing: changed.nothing), status: status)
        } _: {
            try await Self.explained(work)
        }
    }

    /// The endpoint in the path; an id that no endpoint has if the path has none.
    private static func id(in context: AppContext) -> WebhookID {
        WebhookID(context.parameters.get("webhook") ?? "")
    }
}

extension Problem {
    /// Returns the problem document of an error about a webhook endpoint.
    static func webhook(_ error: WebhookError) -> Problem {
        switch error {
        case .unknown, .appUnknown, .eventUnknown, .streamUnknown:
            Problem(.notFound, code: error.code, error.detail, field: error.field)
        case .tooMany, .fulfillerTaken, .rotationUnderWay, .replayUnderWay, .eventPending:
            Problem(.conflict, code: error.code, error.detail, field: error.field)
        case .storage(let cause): .storage(cause)
        case .secrets: Problem(.serviceUnavailable, code: error.code, error.detail)
        default: Problem(.unprocessableContent, code: error.code, error.detail, field: error.field)
        }
    }
}
