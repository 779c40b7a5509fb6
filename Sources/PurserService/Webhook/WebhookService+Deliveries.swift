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
        let endpoint = try await self.endpoint(id, in: app)
        let after = try stream.map { stream throws(WebhookError) in try self.stream(stream, in: app) }
        return try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.waitingStreams(of: endpoint.sink, app: app, after: after, limit: limit)
            }
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
        let endpoint = try await self.endpoint(id, in: app)
        let stream = try event.map { event throws(WebhookError) in try self.stream(event, in: app) }
        let details = ["number": event?.position(in: app).map { "\($0.number)" } ?? "*"]
        let record = Self.record(
            of: .webhookRetry,
            on: id,
            in: app,
            details,
            about: stream,
            by: name,
            reason: reason
        )
        let result: @Sendable (Int) -> ActionResult<Int> = {
            ActionResult($0, nothing: $0 > 0 ? nil : .webhookNotWaiting)
        }
        guard let stream else {
            // The work has several steps, any of which may be the last durable one.
            return try await self.audit.around(
                record,
                as: { (released: ActionResult<Int>) in released.nothing == nil ? .done : .nothing },
                code: { (_: WebhookError) in nil },
                trouble: { WebhookError.storage($0) },
                { () throws(WebhookError) -> ActionResult<Int> in
                    result(try await self.retryAll(endpoint, withSuspended: true))
                }
            )
        }
        let isReleased = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (isReleased: Bool) in
                isReleased ? .done : .nothing
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (isReleased: Bool) in
                    result(isReleased ? 1 : 0)
                } by: { () throws(RepositoryError) in
                    try await self.repository.write { unit in try unit.retry(stream, of: endpoint.sink, app: app) }
                }
            }
        }
        return result(isReleased ? 1 : 0)
    }

    /// Skips the event at which an event stream fails: the endpoint does not receive it in its order.
    package func skip(
        _ id: WebhookID,
        _ event: EventID,
        in app: AppName,
        by name: String,
        reason: String? = nil
    ) async throws(WebhookError) -> EventID {
        let endpoint = try await self.endpoint(id, in: app)
        let stream = try self.stream(event, in: app)
        let next = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.pendingNumber(of: stream, endpoint.sink, app: app) }
        }
        // A request names one event, and must not skip the next one.
        guard let next, EventID(stream: stream, number: next) == event else { throw .streamUnknown }
        let record = Self.record(
            of: .webhookSkip,
            on: id,
            in: app,
            ["number": "\(next)"],
            about: stream,
            by: name,
            reason: reason
        )
        let now = self.ambient.now()
        let skipped = try await self.storing { () throws(RepositoryError) in
            try await self.audit.enter(record) { (isSkipped: Bool) in
                isSkipped ? .done : .refused(code: WebhookError.streamUnknown.code)
            } by: { () throws(RepositoryError) in
                try await IdempotentWork.deciding { (isSkipped: Bool) in
                    isSkipped ? event : nil
                } by: { () throws(RepositoryError) in
                    try await self.repository.write { unit in
                        try unit.skip(stream, number: next, of: endpoint.sink, app: app, at: now)
                    }
                }
            }
        }
        guard skipped else { throw .streamUnknown }
        return event
    }

    /// Sends a test event to see how the endpoint answers.
    package func test(_ id: WebhookID, in app: AppName) async throws(WebhookError) -> DeliveryAttempt {
        let endpoint = try await self.endpoint(id, in: app)
        guard endpoint.content == .events else { throw .relayCannot }
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
        return await self.attempt(WebhookMessage(id: event, body: json.bytes), event, to: endpoint)
    }

    /// Returns an event of an app.
    package func event(_ id: EventID, in app: AppName) async throws(WebhookError) -> Event {
        try self.check(app)
        guard let position = id.position(in: app) else { throw .eventUnknown }
        let found = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in
                try view.events(of: position.stream, after: position.number - 1, limit: 1)
            }.first
        }
        guard let found, found.number == position.number else { throw .eventUnknown }
        return found
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
        let endpoint = try await self.eventEndpoint(id, in: app)
        let found = try await self.event(event, in: app)
        let next = try await self.storing { () throws(RepositoryError) in
            try await self.repository.read { view in try view.pendingNumber(of: found.stream, endpoint.sink, app: app) }
        }
        if let next, next <= found.number { throw .eventPending }
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
        _ = try await self.eventEndpoint(id, in: app)
        let positions = try await self.storing { () throws(RepositoryError) -> (first: Int64, last: Int64) in
            let newest = try await self.repository.read { view in try view.newestEventPosition(of: app) }
            switch range {
            case .positions(let after, let through): return (min(after, newest) + 1, min(through ?? newest, newest))
            case .instants(let from, let to):
                let first = try await self.repository.read { view in try view.eventPosition(of: app, at: from) }
                guard let to else { return (first, newest) }
                return (first, try await self.repository.read { view in try view.eventPosition(of: app, at: to) } - 1)
            }
        }
        guard positions.first > 0, positions.first <= positions.last else { throw .replayEmpty }
        let details = ["first": "\(positions.first)", "last": "\(positions.last)"]
        let record = Self.record(of: .webhookReplay, on: id, in: app, details, by: name, reason: reason)
        return ActionResult(
            try await self.change(id, in: app, entering: record) { endpoint throws(WebhookError) in
                guard endpoint.replay == nil else { throw .replayUnderWay }
                endpoint.replay = WebhookReplay(positions.first...positions.last)
            }
        )
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
        let known = try await self.endpoint(id, in: app)
        let record = Self.record(of: .webhookCancelReplay, on: id, in: app, by: name, reason: reason)
        guard known.replay != nil else {
            _ = try await self.storing { () throws(RepositoryError) in try await self.audit.add(record, .nothing) }
            return ActionResult(known, nothing: .replayMissing)
        }
        return ActionResult(
            try await self.change(id, in: app, entering: record) { endpoint throws(WebhookError) in
                endpoint.replay = nil
            }
        )
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

    private func stream(_ event: EventID, in app: AppName) throws(WebhookError) -> EventStream {
        guard let position = event.position(in: app) else { throw .streamUnknown }
        return position.stream
    }
}
