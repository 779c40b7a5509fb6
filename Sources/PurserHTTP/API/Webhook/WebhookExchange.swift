import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
package import PurserService

/// What is answered about webhook endpoints, to shops and to operators alike.
package struct WebhookExchange: Sendable {
    /// The most lanes in one answer.
    static let maximumPage = 200
    /// The largest body of a deed in bytes: an id and a reason.
    private static let maximumBody = 16 * 1024

    /// Makes, changes and tells.
    let desk: WebhookDesk
    /// Bounds the memory for bodies.
    let limits: BodyLimits

    /// An exchange at a desk.
    package init(desk: WebhookDesk, limits: BodyLimits) {
        self.desk = desk
        self.limits = limits
    }

    /// The endpoints of an app.
    func list(_ call: WebhookCall) async throws -> Response {
        struct Body: Encodable { let webhooks: [WebhookBody] }
        let all = try await Self.explained { () throws(WebhookError) in try await self.desk.list(call.app) }
        return try JSONResponse.encode(Body(webhooks: all.map { WebhookBody($0) }))
    }

    /// One endpoint and how it has been doing.
    func show(_ call: WebhookCall) async throws -> Response {
        let report = try await Self.explained { () throws(WebhookError) in
            try await self.desk.report(call.webhook, in: call.app)
        }
        return try JSONResponse.encode(WebhookBody(report.endpoint, report: report))
    }

    /// Makes an endpoint, and shows its secret.
    func make(_ call: WebhookCall) async throws -> Response {
        let wanted = try await self.limits.withBody(of: call.request, upTo: WebhookRequest.maximumBody) { body in
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
                    in: call.app,
                    by: call.name,
                    reason: wanted.reason
                )
            }
        }
    }

    /// Changes an endpoint.
    func change(_ call: WebhookCall) async throws -> Response {
        let wanted = try await self.limits.withBody(of: call.request, upTo: WebhookRequest.maximumBody) { body in
            try WebhookRequest(changing: Array(body.readableBytesView))
        }
        return try await Self.answering { () throws(WebhookError) in
            try await self.desk.change(call.webhook, wanted.draft, in: call.app, by: call.name, reason: wanted.reason)
        }
    }

    /// Removes an endpoint.
    func remove(_ call: WebhookCall) async throws -> Response {
        let reason = try RequestQuery.text("reason", in: call.request, upTo: 1000)
        return try await AnsweredWork.answer { (_: WebhookID) in
            WrittenAnswer.empty
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.remove(call.webhook, in: call.app, by: call.name, reason: reason)
            }
            return call.webhook
        }
    }

    /// Gives an endpoint a new secret, and shows it.
    func rotate(_ call: WebhookCall) async throws -> Response {
        let fields = try await self.fields(call, ["formerHours", "reason"])
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
                try await self.desk.rotate(call.webhook, formerFor: life, in: call.app, by: call.name, reason: reason)
            }
        }
    }

    /// Sends something that stands for nothing.
    func test(_ call: WebhookCall) async throws -> Response {
        let trial = try await Self.explained { () throws(WebhookError) in
            try await self.desk.test(call.webhook, in: call.app)
        }
        return try JSONResponse.encode(TrialBody(trial))
    }

    /// What does not arrive.
    func deliveries(_ call: WebhookCall) async throws -> Response {
        struct Body: Encodable {
            let deliveries: [DeliveryBody]
            let next: String?
        }
        let limit = try RequestQuery.limit(in: call.request, usually: 50, upTo: Self.maximumPage)
        let cursor = try RequestQuery.text("cursor", in: call.request, upTo: 1024).map { EventID($0) }
        let found = try await Self.explained { () throws(WebhookError) in
            try await self.desk.waiting(call.webhook, after: cursor, limit: limit + 1, in: call.app)
        }
        let page = found.prefix(limit).map { DeliveryBody($0) }
        return try JSONResponse.encode(
            Body(deliveries: page, next: found.count > limit ? page.last?.event : nil)
        )
    }

    /// Makes what fails due at once.
    func release(_ call: WebhookCall) async throws -> Response {
        struct Body: Encodable {
            let lanes: Int
            let nothing: String?
        }
        let fields = try await self.fields(call, ["event", "reason"])
        let event = try fields.text("event", upTo: 1024).map { EventID($0) }
        let reason = try fields.text("reason", upTo: 1000)
        return try await AnsweredWork.answer { (released: ActResult<Int>) in
            try WrittenAnswer.json(Body(lanes: released.value, nothing: released.nothing?.rawValue))
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.release(call.webhook, event, in: call.app, by: call.name, reason: reason)
            }
        }
    }

    /// Passes over what fails.
    func skip(_ call: WebhookCall) async throws -> Response {
        struct Body: Encodable { let skipped: String }
        let fields = try await self.fields(call, ["event", "reason"])
        let event = EventID(try fields.required("event", upTo: 1024))
        let reason = try fields.required("reason", upTo: 1000)
        return try await AnsweredWork.answer { (skipped: EventID) in
            try WrittenAnswer.json(Body(skipped: skipped.rawValue))
        } _: {
            try await Self.explained { () throws(WebhookError) in
                try await self.desk.skip(call.webhook, event, in: call.app, by: call.name, reason: reason)
            }
        }
    }

    /// Lets an endpoint be told a stretch once more.
    func replay(_ call: WebhookCall) async throws -> Response {
        let fields = try await self.fields(call, ["from", "to", "after", "through", "reason"])
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
                after: try EventCursor(after, app: call.app, upTo: .max, field: "after").position,
                through: try through.map { try EventCursor($0, app: call.app, upTo: .max, field: "through").position }
            )
        }
        let reason = try fields.text("reason", upTo: 1000)
        return try await Self.answering(status: .accepted) { () throws(WebhookError) in
            try await self.desk.replay(call.webhook, stretch, in: call.app, by: call.name, reason: reason)
        }
    }

    /// Ends a replay.
    func cancelReplay(_ call: WebhookCall) async throws -> Response {
        let reason = try RequestQuery.text("reason", in: call.request, upTo: 1000)
        return try await Self.answering { () throws(WebhookError) in
            try await self.desk.cancelReplay(call.webhook, in: call.app, by: call.name, reason: reason)
        }
    }

    /// Sends one event once more.
    func resend(_ event: EventID, _ call: WebhookCall) async throws -> Response {
        let fields = try await self.fields(call, ["webhook", "reason"])
        let webhook = WebhookID(try fields.required("webhook", upTo: 255))
        let reason = try fields.text("reason", upTo: 1000)
        let trial = try await Self.explained { () throws(WebhookError) in
            try await self.desk.resend(event, to: webhook, in: call.app, by: call.name, reason: reason)
        }
        return try JSONResponse.encode(TrialBody(trial))
    }

    /// Does work, with the desk's refusal as a problem.
    static func explained<Answer>(_ work: () async throws(WebhookError) -> Answer) async throws -> Answer {
        try await Problem.explaining(by: Problem.webhook, work)
    }

    private func fields(_ call: WebhookCall, _ names: [String]) async throws -> RequestFields {
        try await self.limits.withBody(of: call.request, upTo: Self.maximumBody) { body in
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
}
