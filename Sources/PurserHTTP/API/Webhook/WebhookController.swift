import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
import PurserService

/// Creates webhook endpoints, and repairs what does not arrive at them.
struct WebhookController: Sendable {
    /// The most lanes in one answer.
    static let maximumPage = 200
    /// The largest body of an action in bytes: an id and a reason.
    private static let maximumBody = 16 * 1024

    /// Makes, changes and tells.
    let desk: WebhookDesk
    /// Limits the memory for bodies.
    let limits: BodyLimits

    /// Adds the routes under `/v1/webhooks`.
    func add(to group: RouterGroup<ShopContext>) {
        group.get("/v1/webhooks", use: self.list)
        group.post("/v1/webhooks", use: self.make)
        group.get("/v1/webhooks/:webhook", use: self.show)
        group.patch("/v1/webhooks/:webhook", use: self.change)
        group.delete("/v1/webhooks/:webhook", use: self.remove)
        group.post("/v1/webhooks/:webhook/rotate", use: self.rotate)
        group.post("/v1/webhooks/:webhook/test", use: self.test)
        group.get("/v1/webhooks/:webhook/deliveries", use: self.deliveries)
        group.post("/v1/webhooks/:webhook/release", use: self.release)
        group.post("/v1/webhooks/:webhook/skip", use: self.skip)
        group.post("/v1/webhooks/:webhook/replay", use: self.replay)
        group.delete("/v1/webhooks/:webhook/replay", use: self.cancelReplay)
    }

    /// The endpoints of an app.
    @concurrent
    @Sendable private func list(_: Request, context: ShopContext) async throws -> Response {
        struct Body: Encodable { let webhooks: [WebhookBody] }
        let all = try await Self.explained { () throws(WebhookError) in try await self.desk.list(context.app.name) }
        return try JSONResponse.encode(Body(webhooks: all.map { WebhookBody($0) }))
    }

    /// One endpoint and how it has been doing.
    @concurrent
    @Sendable private func show(_: Request, context: ShopContext) async throws -> Response {
        let report = try await Self.explained { () throws(WebhookError) in
            try await self.desk.report(Self.id(in: context), in: context.app.name)
        }
        return try JSONResponse.encode(WebhookBody(report.endpoint, report: report))
    }

    /// Makes an endpoint, and shows its secret.
    @concurrent
    @Sendable private func make(_ request: Request, context: ShopContext) async throws -> Response {
        let wanted = try await self.limits.withBody(of: request, upTo: WebhookRequest.maximumBody) { body in
            try WebhookRequest(making: Array(body.readableBytesView))
        }
        return try await AnsweredWork.answer { (made: SecretWebhook) in
            try WrittenAnswer.json(
                WebhookBody(made.endpoint, secret: made.secret),
                status: .created,
                isSecret: true
            )
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.make(
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
    @Sendable private func change(_ request: Request, context: ShopContext) async throws -> Response {
        let wanted = try await self.limits.withBody(of: request, upTo: WebhookRequest.maximumBody) { body in
            try WebhookRequest(changing: Array(body.readableBytesView))
        }
        return try await Self.answering { () throws(WebhookError) in
            try await self.desk.change(
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
    @Sendable private func remove(_ request: Request, context: ShopContext) async throws -> Response {
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        return try await AnsweredWork.answer { (_: WebhookID) in
            WrittenAnswer.empty
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.remove(Self.id(in: context), in: context.app.name, by: context.name, reason: reason)
            }
            return Self.id(in: context)
        }
    }

    /// Gives an endpoint a new secret, and shows it.
    @concurrent
    @Sendable private func rotate(_ request: Request, context: ShopContext) async throws -> Response {
        let fields = try await self.fields(request, ["formerHours", "reason"])
        var life = WebhookDesk.formerLife
        if let value = fields["formerHours"], value != .null {
            let longest = WebhookDesk.maximumFormerLife.milliseconds / 3_600_000
            guard case .number(let text) = value, let hours = Int64(text), (0...longest).contains(hours) else {
                throw RequestFields.wrongType("formerHours", "This must be a whole number from 0 to \(longest).")
            }
            life = .hours(hours)
        }
        let reason = try fields.text("reason", upTo: 1000)
        return try await AnsweredWork.answer { (rotated: SecretWebhook) in
            try WrittenAnswer.json(WebhookBody(rotated.endpoint, secret: rotated.secret), isSecret: true)
        } _: { [life] in
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.rotate(
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
    @Sendable private func test(_: Request, context: ShopContext) async throws -> Response {
        let trial = try await Self.explained { () throws(WebhookError) in
            try await self.desk.test(Self.id(in: context), in: context.app.name)
        }
        return try JSONResponse.encode(TrialBody(trial))
    }

    /// What does not arrive.
    @concurrent
    @Sendable private func deliveries(_ request: Request, context: ShopContext) async throws -> Response {
        struct Body: Encodable {
            let deliveries: [DeliveryBody]
            let next: String?
        }
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumPage)
        let cursor = try RequestQuery.text("cursor", in: request, upTo: 1024).map { EventID($0) }
        let found = try await Self.explained { () throws(WebhookError) in
            try await self.desk.waiting(Self.id(in: context), after: cursor, limit: limit + 1, in: context.app.name)
        }
        let page = found.prefix(limit).map { DeliveryBody($0) }
        return try JSONResponse.encode(
            Body(deliveries: page, next: found.count > limit ? page.last?.event : nil)
        )
    }

    /// Makes what fails due at once.
    @concurrent
    @Sendable private func release(_ request: Request, context: ShopContext) async throws -> Response {
        struct Body: Encodable {
            let lanes: Int
            let nothing: String?
        }
        let fields = try await self.fields(request, ["event", "reason"])
        let event = try fields.text("event", upTo: 1024).map { EventID($0) }
        let reason = try fields.text("reason", upTo: 1000)
        return try await AnsweredWork.answer { (released: ActResult<Int>) in
            try WrittenAnswer.json(Body(lanes: released.value, nothing: released.nothing?.rawValue))
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.release(
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
    @Sendable private func skip(_ request: Request, context: ShopContext) async throws -> Response {
        struct Body: Encodable { let skipped: String }
        let fields = try await self.fields(request, ["event", "reason"])
        let event = EventID(try fields.required("event", upTo: 1024))
        let reason = try fields.required("reason", upTo: 1000)
        return try await AnsweredWork.answer { (skipped: EventID) in
            try WrittenAnswer.json(Body(skipped: skipped.rawValue))
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.skip(
                    Self.id(in: context),
                    event,
                    in: context.app.name,
                    by: context.name,
                    reason: reason
                )
            }
        }
    }

    /// Lets an endpoint be told a stretch once more.
    @concurrent
    @Sendable private func replay(_ request: Request, context: ShopContext) async throws -> Response {
        let fields = try await self.fields(request, ["from", "to", "after", "through", "reason"])
        let stretch: ReplayStretch
        let after = try fields.text("after", upTo: 1024)
        let through = try fields.text("through", upTo: 1024)
        if let from = try fields.instant("from") {
            guard after == nil, through == nil else {
                throw RequestFields.invalid("after", "Say either from and to, or after and through.")
            }
            stretch = .instants(from: from, to: try fields.instant("to"))
        } else {
            guard let after else { throw RequestFields.missing("from") }
            stretch = .positions(
                after: try EventCursor(after, app: context.app.name, upTo: .max, field: "after").position,
                through: try through.map {
                    try EventCursor($0, app: context.app.name, upTo: .max, field: "through").position
                }
            )
        }
        let reason = try fields.text("reason", upTo: 1000)
        return try await Self.answering(status: .accepted) { () throws(WebhookError) in
            try await self.desk.replay(
                Self.id(in: context),
                stretch,
                in: context.app.name,
                by: context.name,
                reason: reason
            )
        }
    }

    /// Ends a replay.
    @concurrent
    @Sendable private func cancelReplay(_ request: Request, context: ShopContext) async throws -> Response {
        let reason = try RequestQuery.text("reason", in: request, upTo: 1000)
        return try await Self.answering { () throws(WebhookError) in
            try await self.desk.cancelReplay(
                Self.id(in: context),
                in: context.app.name,
                by: context.name,
                reason: reason
            )
        }
    }

    /// Does work, with the desk's refusal as a problem.
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
        _ work: () async throws(WebhookError) -> ActResult<WebhookEndpoint>
    ) async throws -> Response {
        try await AnsweredWork.answer { (changed: ActResult<WebhookEndpoint>) in
            try WrittenAnswer.json(WebhookBody(changed.value, nothing: changed.nothing), status: status)
        } _: {
            try await Self.explained(work)
        }
    }

    /// The endpoint that the path names; one that cannot be where it names none.
    private static func id(in context: ShopContext) -> WebhookID {
        WebhookID(context.parameters.get("webhook") ?? "")
    }
}

extension Problem {
    /// Why an endpoint was not made, changed or told.
    static func webhook(_ error: WebhookError) -> Problem {
        switch error {
        case .unknown, .appUnknown, .eventUnknown, .laneUnknown:
            Problem(.notFound, code: error.code, error.detail, field: error.field)
        case .tooMany, .fulfillerTaken, .rotationUnderWay, .replayUnderWay, .eventPending:
            Problem(.conflict, code: error.code, error.detail, field: error.field)
        case .storage(let cause): .storage(cause)
        case .secrets: Problem(.serviceUnavailable, code: error.code, error.detail)
        default: Problem(.unprocessableContent, code: error.code, error.detail, field: error.field)
        }
    }
}
