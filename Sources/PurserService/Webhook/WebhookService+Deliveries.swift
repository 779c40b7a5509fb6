package import Ledger
import Notation

// Retries, skips, tests, resends and replays.
extension WebhookService {
    /// Returns the failing and suspended event streams of an endpoint, after one of them.
    package func waiting(
        _ id: WebhookID,
        after stream: EventID?,
        limit: Int,
        in app: AppName
    ) async throws(WebhookError) -> [WaitingEventStream] {
        try await self.asking(app) { view in
            guard let endpoint = try view.webhook(id, of: app) else { return .failure(.unknown) }
            let after = stream.flatMap { Self.stream($0, in: app) }
            guard after != nil || stream == nil else { return .failure(.streamUnknown) }
            return .success(try view.waitingStreams(of: endpoint.sink, app: app, after: after, limit: limit))
        }
    }

    /// Makes failing event streams due at once, including suspended ones: that of one event, or all; returns their
    /// number, where 0 means that nothing changed.
    package func retry(
        _ id: WebhookID,
        _ event: EventID?,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActionResult<Int> {
        let result: @Sendable (Int) -> ActionResult<Int> = {
            ActionResult($0, nothing: $0 > 0 ? nil : .webhookNotWaiting)
        }
        let details = ["number": event?.position(in: app).map { "\($0.number)" } ?? "*"]
        guard let event else {
            let endpoint = try await self.endpoint(id, in: app)
            // The work has several steps, any of which may be the last durable one.
            return try await self.audit.around(
                Self.record(of: .webhookRetry, on: id, in: app, details, by: name, reason: reason),
                as: { (released: ActionResult<Int>) in released.nothing == nil ? .done : .nothing },
                code: { (_: WebhookError) in nil },
                trouble: { WebhookError.storage($0) },
                { () throws(WebhookError) -> ActionResult<Int> in
                    result(try await self.retryAll(endpoint, withSuspended: true))
                }
            )
        }
        return try await self.changing(app) { unit in
            guard let endpoint = try unit.webhook(id, of: app) else { return .failure(.unknown) }
            guard let stream = Self.stream(event, in: app) else { return .failure(.streamUnknown) }
            let isReleased = try unit.retry(stream, of: endpoint.sink, app: app)
            let record = Self.record(
                of: .webhookRetry,
                on: id,
                in: app,
                details,
                about: stream,
                by: name,
                reason: reason
            )
            try self.audit.add(record, isReleased ? .done : .nothing, to: unit)
            return .success(result(isReleased ? 1 : 0))
        }
    }

    /// Skips the event at which an event stream fails: the endpoint does not receive it in its order.
    package func skip(
        _ id: WebhookID,
        _ event: EventID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> EventID {
        let now = self.ambient.now()
        return try await self.changing(app) { unit in
            guard let endpoint = try unit.webhook(id, of: app) else { return .failure(.unknown) }
            guard let stream = Self.stream(event, in: app),
                let next = try unit.pendingNumber(of: stream, endpoint.sink, app: app),
                // A request names one event, and must not skip the next one.
                EventID(stream: stream, number: next) == event
            else { return .failure(.streamUnknown) }
            let record = Self.record(
                of: .webhookSkip,
                on: id,
                in: app,
                ["number": "\(next)"],
                about: stream,
                by: name,
                reason: reason
            )
            guard try unit.skip(stream, number: next, of: endpoint.sink, app: app, at: now) else {
                try self.audit.add(record, .refused(code: WebhookError.streamUnknown.code), to: unit)
                return .failure(.streamUnknown)
            }
            try self.audit.add(record, to: unit)
            return .success(event)
        }
    }

    /// Sends a test event to see how the endpoint answers.
    package func test(
        _ id: WebhookID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> DeliveryAttempt {
        let endpoint = try await self.eventEndpoint(id, in: app)
        let now = self.ambient.now()
        let event = EventID("tst_\(id.rawValue)_\(now.milliseconds)")
        var json = JSONText()
        json.add("id", event.rawValue)
        json.add("name", "webhook.tested")
        json.add("app", app.rawValue)
        json.add("occurredAt", now)
        json.add("data") { json in
            json.add("webhook") { json in json.add("id", id.rawValue) }
        }
        let message = WebhookMessage(id: event, body: json.bytes)
        return try await self.audit.around(
            Self.record(of: .webhookTest, on: id, in: app, by: name, reason: reason),
            as: { (attempt: DeliveryAttempt) in attempt.outcome.audited },
            code: { (error: WebhookError) in error.code },
            trouble: { WebhookError.storage($0) },
            { () throws(WebhookError) -> DeliveryAttempt in await self.attempt(message, event, to: endpoint) }
        )
    }

    /// Returns an event of an app.
    package func event(_ id: EventID, in app: AppName) async throws(WebhookError) -> Event {
        try await self.asking(app) { view in
            try view.event(id, of: app).map { .success($0) } ?? .failure(.eventUnknown)
        }
    }

    /// Returns the state of an event at each endpoint of its app that receives events, oldest endpoint first.
    package func deliveries(of id: EventID, in app: AppName) async throws(WebhookError) -> [EventDelivery] {
        try await self.asking(app) { view in
            guard let event = try view.event(id, of: app) else { return .failure(.eventUnknown) }
            let endpoints = try view.webhooks(of: app).filter { $0.content == .events }
            let found = try endpoints.map { endpoint -> EventDelivery in
                guard event.passes(endpoint.filter) else { return EventDelivery(endpoint: endpoint, state: .excluded) }
                let next = try view.pendingNumber(of: event.stream, endpoint.sink, app: app)
                let isWaiting = next.map { $0 <= event.number } ?? false
                return EventDelivery(endpoint: endpoint, state: isWaiting ? .waiting : .settled)
            }
            return .success(found)
        }
    }

    /// Sends one event again immediately, and returns the result.
    ///
    /// An endpoint that has not yet received the event in its order is refused: the event would arrive before others
    /// that it lacks.
    package func resend(
        _ event: EventID,
        to id: WebhookID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> DeliveryAttempt {
        let (endpoint, found) = try await self.asking(app) { view -> Result<(WebhookEndpoint, Event), WebhookError> in
            guard let endpoint = try view.webhook(id, of: app) else { return .failure(.unknown) }
            guard endpoint.content == .events else { return .failure(.relayCannot) }
            guard let found = try view.event(event, of: app) else { return .failure(.eventUnknown) }
            let next = try view.pendingNumber(of: found.stream, endpoint.sink, app: app)
            if let next, next <= found.number { return .failure(.eventPending) }
            return .success((endpoint, found))
        }
        let details = ["number": "\(found.number)"]
        let record = Self.record(
            of: .webhookResend,
            on: id,
            in: app,
            details,
            about: found.stream,
            by: name,
            reason: reason
        )
        return try await self.audit.around(
            record,
            as: { (attempt: DeliveryAttempt) in attempt.outcome.audited },
            code: { (error: WebhookError) in error.code },
            trouble: { WebhookError.storage($0) },
            { () throws(WebhookError) -> DeliveryAttempt in
                await self.attempt(WebhookMessage(found), event, to: endpoint)
            }
        )
    }

    /// Sends the events of a range of time or of positions to an endpoint again.
    package func replay(
        _ id: WebhookID,
        _ range: ReplayRange,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActionResult<WebhookEndpoint> {
        try await self.changing(app) { unit in
            if case .failure(let refusal) = try unit.eventWebhook(id, of: app) { return .failure(refusal) }
            guard let positions = try unit.positions(in: range, of: app) else { return .failure(.replayEmpty) }
            let details = ["first": "\(positions.lowerBound)", "last": "\(positions.upperBound)"]
            let record = Self.record(of: .webhookReplay, on: id, in: app, details, by: name, reason: reason)
            return try self.change(id, of: app, in: unit, entering: record) { endpoint throws(WebhookError) in
                guard endpoint.replay == nil else { throw .replayUnderWay }
                endpoint.replay = WebhookReplay(positions)
            }
            .map { ActionResult($0) }
        }
    }

    /// Cancels a replay: events that were not queued yet are not sent.
    ///
    /// Where no replay is in progress, nothing changes.
    package func cancelReplay(
        _ id: WebhookID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> ActionResult<WebhookEndpoint> {
        let record = Self.record(of: .webhookCancelReplay, on: id, in: app, by: name, reason: reason)
        return try await self.changing(app) { unit in
            guard let known = try unit.webhook(id, of: app) else { return .failure(.unknown) }
            guard known.replay != nil else {
                try self.audit.add(record, .nothing, to: unit)
                return .success(ActionResult(known, nothing: .replayMissing))
            }
            return try self.change(id, of: app, in: unit, entering: record) { endpoint throws(WebhookError) in
                endpoint.replay = nil
            }
            .map { ActionResult($0) }
        }
    }

    private func attempt(
        _ message: WebhookMessage,
        _ event: EventID,
        to endpoint: WebhookEndpoint
    ) async -> DeliveryAttempt {
        let began = self.ambient.now()
        let outcome = await self.webhookSender.send(message, to: endpoint)
        return DeliveryAttempt(webhook: endpoint.id, event: event, outcome: outcome, took: self.ambient.now() - began)
    }

    private static func stream(_ event: EventID, in app: AppName) -> EventStream? { event.position(in: app)?.stream }
}

extension ReadView {
    /// Returns an event of an app.
    fileprivate func event(_ id: EventID, of app: AppName) throws -> Event? {
        guard let position = id.position(in: app) else { return nil }
        let found = try self.events(of: position.stream, after: position.number - 1, limit: 1).first
        return found?.number == position.number ? found : nil
    }

    /// Returns the positions of the events to replay; `nil` where there are none.
    func positions(in range: ReplayRange, of app: AppName) throws -> ClosedRange<Int64>? {
        let newest = try self.newestEventPosition(of: app)
        let first: Int64
        var last = newest
        switch range {
        case .positions(let after, let through):
            first = min(after, newest) + 1
            last = min(through ?? newest, newest)
        case .instants(let from, let to):
            first = try self.eventPosition(of: app, at: from)
            if let to { last = try self.eventPosition(of: app, at: to) - 1 }
        }
        return first > 0 && first <= last ? first...last : nil
    }
}
