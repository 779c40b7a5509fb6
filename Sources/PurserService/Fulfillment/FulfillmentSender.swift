package import Ledger
package import Logging
import Notation
import ServiceLifecycle
import Synchronization

/// The sender of fulfillments of one app: asks the app's fulfiller to fulfill paid purchases, and to revoke the goods
/// of refunded ones.
///
/// Only a 2xx answer confirms. A call that has certainly failed is repeated by `RetrySchedule` and suspended after
/// three days; a call whose result is unknown is repeated under the same key until the result is known.
package struct FulfillmentSender: Sendable {
    /// The duration of a fulfillment's lease: longer than an attempt including its answer.
    package static let lease = Span.seconds(60)
    /// The maximum number of fulfillments sent at once.
    package static let capacity = 64
    /// The maximum number of suspended fulfillments, and of suspended revocations of goods, that are counted.
    package static let greatestSuspendedCount = 10_000

    /// Sends a message to the fulfiller.
    package typealias Send = @Sendable (WebhookMessage, WebhookEndpoint) async -> WebhookOutcome

    private final class Trust: Sendable {
        let breaker = Mutex(CircuitBreaker())
    }

    let app: AppName
    private let takesProduction: Bool
    let repository: any Repository
    private let send: Send
    private let ambient: Ambient
    let workers: Ambient
    private let logger: Logger
    private let metrics = FulfillmentMetrics()
    private let onConfirmed: @Sendable (Fulfillment) async -> Void
    private let trust = Trust()

    /// Creates a sender for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - takesProduction: Whether the app accepts Production purchases, for the metrics of the Sandbox.
    ///   - repository: The ledger.
    ///   - ambient: The ledger's time, which dates what happens.
    ///   - workers: Real time, which leases and retries follow.
    ///   - logger: Logs what an operator should know.
    ///   - onConfirmed: Receives each confirmed fulfillment.
    ///   - send: Makes one attempt.
    package init(
        for app: AppName,
        takesProduction: Bool = false,
        repository: any Repository,
        ambient: Ambient,
        workers: Ambient,
        logger: Logger,
        onConfirmed: @escaping @Sendable (Fulfillment) async -> Void = { _ in },
        send: @escaping Send
    ) {
        self.app = app
        self.takesProduction = takesProduction
        self.repository = repository
        self.ambient = ambient
        self.workers = workers
        self.logger = logger
        self.onConfirmed = onConfirmed
        self.send = send
    }

    /// Sends the due fulfillments to the fulfiller; returns whether more may be due.
    ///
    /// Without a configured fulfiller, they wait for a call from the shop.
    package func work() async -> Bool {
        do throws(RepositoryError) {
            let now = self.workers.now()
            let room = min(Self.capacity, self.trust.breaker.withLock { $0.capacity(at: now) })
            guard room > 0, let fulfiller = try await self.fulfiller(at: now) else { return false }
            let leases = try await self.repository.write { unit in
                try unit.leaseFulfillments(of: self.app, at: now, until: now + Self.lease, limit: room)
            }
            for id in leases.unreadable {
                self.logger.error(
                    "A fulfillment cannot be read and is not fulfilled.",
                    metadata: ["fulfillment": "\(id)", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            await withDiscardingTaskGroup { group in
                for lease in leases.leases { group.addTask { await self.process(lease, to: fulfiller) } }
            }
            return leases.count == room && room > 1
        } catch {
            self.logger.error("Due fulfillments cannot be read or written now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Records the age of the oldest purchase that is paid and not fulfilled, and the number of suspended fulfillments.
    ///
    /// A value that cannot be read is not recorded: 0 would mean that there is no problem.
    package func measure() async {
        do throws(RepositoryError) {
            let (oldest, suspended) = try await self.repository.read { view in
                (
                    try view.oldestOpenPurchase(of: self.app),
                    try view.suspendedFulfillmentCount(of: self.app, limit: Self.greatestSuspendedCount)
                )
            }
            self.metrics.noteOldest(oldest, of: self.app, at: self.ambient.now())
            self.metrics.noteSuspended(suspended, of: self.app)
        } catch {
            self.logger.error("Open fulfillments cannot be counted now.", metadata: ["code": "\(error.code)"])
        }
    }

    /// Returns the active fulfiller; `nil` where there is none, or nothing is due for it.
    private func fulfiller(at now: Instant) async throws(RepositoryError) -> WebhookEndpoint? {
        try await self.repository.read { view in
            guard try view.hasDueFulfillment(of: self.app, at: now) else { return nil }
            return try view.webhooks(of: self.app).first { $0.isFulfiller && $0.state == .active }
        }
    }

    private func process(_ lease: FulfillmentLease, to fulfiller: WebhookEndpoint) async {
        let outcome = await self.send(WebhookMessage(lease.call, of: lease.fulfillment), fulfiller)
        // The lease expires by itself, and the same call is repeated.
        guard !outcome.isInterrupted else { return }
        if case .unable(let code) = outcome {
            self.logger.error(
                "A message to the fulfiller cannot be signed; it waits.",
                metadata: ["fulfillment": "\(lease.fulfillment.id)", "code": "\(code)"]
            )
        }
        self.metrics.noteAttempt(lease.call, at: lease.fulfillment, hasArrived: outcome == .arrived)
        let now = self.workers.now()
        self.trust.breaker.withLock { breaker in
            switch outcome {
            case .arrived: _ = breaker.succeed()
            case .failed(let failure, _) where !failure.isUnanswered: _ = breaker.succeed()
            case .gone: _ = breaker.succeed()
            case .failed, .unable: breaker.fail(at: now)
            }
        }
        do throws(RepositoryError) {
            let meaning = self.meaning(of: outcome, lease, at: now)
            let occurredAt = self.ambient.now()
            let fulfillment = try await self.repository.write { unit in
                let fulfillment = try unit.conclude(lease, meaning, at: occurredAt)
                if let fulfillment, outcome == .arrived {
                    try unit.hear([], fulfillments: [fulfillment.id], app: self.app, at: occurredAt)
                }
                return fulfillment
            }
            guard let fulfillment else { return }
            if outcome == .arrived, lease.call.kind == .fulfill {
                self.metrics.noteConfirmed(fulfillment, takesProduction: self.takesProduction)
                await self.onConfirmed(fulfillment)
            }
            guard fulfillment.state == .suspended || fulfillment.state == .revocationSuspended else { return }
            self.logger.error(
                "The fulfiller has failed for three days, and the fulfillment is suspended.",
                metadata: ["fulfillment": "\(fulfillment.id)", "remedy": "purser fulfillments show \(fulfillment.id)"]
            )
        } catch {
            // The lease expires by itself, and the same call is repeated.
            self.logger.error("The result of a fulfillment cannot be stored now.", metadata: ["code": "\(error.code)"])
        }
    }

    private func meaning(of outcome: WebhookOutcome, _ lease: FulfillmentLease, at now: Instant) -> FulfillmentOutcome {
        let failure: DeliveryFailure
        var retryAfter: Duration?
        switch outcome {
        case .arrived: return .confirmed(recovered: nil)
        case .failed(let found, let asked): (failure, retryAfter) = (found, asked)
        case .gone(let found): failure = found
        case .unable: return .unsent(retryAt: now + RetrySchedule.waits[1])
        }
        let retryAt = RetrySchedule.next(
            after: lease.fulfillment.attempts + 1,
            failingSince: lease.fulfillment.failingSince ?? failure.at,
            at: now,
            retryAfter: retryAfter,
            chance: self.workers.randomBytes(1).first ?? 128
        )
        return .failed(failure, isCertain: outcome.isCertainlyUndone, retryAt: retryAt)
    }
}

extension WebhookOutcome {
    /// Whether the fulfiller certainly did nothing.
    ///
    /// A refusal says so (RFC 9110, section 15.5), and so does an error before anything was sent. A server that failed
    /// may have failed after it carried out the call, and a proxy that timed out may have forwarded the call.
    fileprivate var isCertainlyUndone: Bool {
        switch self {
        case .arrived: false
        case .gone, .unable: true
        case .failed(let failure, _):
            if let status = failure.status {
                (300..<500).contains(status) && ![408, 499].contains(status)
            } else {
                OutboundFailure.Code(rawValue: failure.code).map { OutboundFailure($0).isBeforeSending } ?? true
            }
        }
    }
}

extension WebhookMessage {
    /// Creates the message to the fulfiller: each attempt has the same id and, except for the progress of the delivery,
    /// the same body.
    init(_ call: FulfillmentCall, of fulfillment: Fulfillment) {
        let key = call.key(of: fulfillment.id)
        var sent = fulfillment
        // The progress of the delivery does not concern the fulfiller.
        sent.attempts = 0
        sent.failingSince = nil
        sent.failure = nil
        var json = JSONText()
        json.add("id", key)
        json.add("name", "fulfillment.\(call.kind.rawValue)")
        json.add("app", fulfillment.app.rawValue)
        json.add("customer", fulfillment.customer?.rawValue)
        json.add("occurredAt", fulfillment.changedAt)
        json.add("data") { json in
            json.add("environment", fulfillment.environment.rawValue)
            json.add("fulfillment") { $0.describe(sent) }
        }
        self.init(
            id: EventID(key),
            body: json.bytes,
            cause: .purchase(fulfillment.app, fulfillment.transactionID)
        )
    }
}
