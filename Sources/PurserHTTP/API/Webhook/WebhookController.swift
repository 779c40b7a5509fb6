import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Creates webhook endpoints, and repairs what does not arrive at them.
struct WebhookController: Sendable {
    /// The most event streams in one answer.
    static let maximumPage = 200
    /// The largest body of an action in bytes: an id and a reason.
    private static let maximumBody = 16 * 1024

    /// Makes, changes and tells.
    let service: WebhookService
    /// Limits the memory for bodies.
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

    /// The endpoints of an app.
    @concurrent
    @Sendable private func list(_: Request, context: AppContext) async throws -> Response {
        struct Body: Encodable { let webhooks: [WebhookBody] }
        let all = try await Self.explained { () throws(WebhookError) in try await self.service.list(context.app.name) }
        return try JSONResponse.encode(Body(webhooks: all.map { WebhookBody($0) }))
    }

    /// One endpoint and how it has been doing.
    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let report = try await Self.explained { () throws(WebhookError) in
            try await self.service.report(Self.id(in: context), in: context.app.name)
        }
        return try JSONResponse.encode(WebhookBody(report.endpoint, report: report))
    }

    /// Makes an endpoint, and shows its secret.
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

    /// Changes an endpoint.
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

    /// Removes an endpoint.
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

    /// Gives an endpoint a new secret, and shows it.
    @concurrent
    @Sendable private func rotate(_ request: Request, context: AppContext) async throws -> Response {
        let fields = try await self.fields(request, ["overlapHours", "reason"])
        var life = WebhookService.formerLife
        if let value = fields["overlapHours"], value != .null {
            let longest = WebhookService.maximumFormerLife.milliseconds / 3_600_000
            guard case .number(let text) = value, let hours = Int64(text), (0...longest).contains(hours) else {
                throw RequestFields.wrongType("overlapHours", "This must be a whole number from 0 to \(longest).")
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

    /// Sends something that stands for nothing.
    @concurrent
    @Sendable private func test(_: Request, context: AppContext) async throws -> Response {
        let attempt = try await Self.explained { () throws(WebhookError) in
            try await self.service.test(Self.id(in: context), in: context.app.name)
        }
        return try JSONResponse.encode(DeliveryAttemptBody(attempt))
    }

    /// What does not arrive.
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

    /// Makes what fails due at once.
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

    /// Passes over what fails.
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
                throw RequestFields.invalid("after", "Say either from and to, or after and through.")
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

    /// Ends a replay.
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

    /// Does work, with the service's refusal as a problem.
    private static func explained<Answer>(_ work: () async throws(WebhookError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.webhook, work)
    }

    private func fields(_ request: Request, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: request, upTo: Self.maximumBody) { body in
            try RequestFields(json: Array(body.readableBytesView), fields: names)
        }
    }

    /// The answer of work whose result is an endpoint, kept with the work.
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

    /// The endpoint that the path names; one that cannot be where it names none.
    private static func id(in context: AppContext) -> WebhookID {
        WebhookID(context.parameters.get("webhook") ?? "")
    }
}

extension Problem {
    /// Why an endpoint was not made, changed or told.
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
