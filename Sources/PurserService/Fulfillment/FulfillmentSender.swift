package import Ledger
package import Logging
import Notation
import ServiceLifecycle
import Synchronization

/// Has an app's fulfiller fulfill what was paid for, and revoke what was refunded.
///
/// Only an answer of 2xx confirms. What is certain to have failed comes again by `RetrySchedule` and is suspended after
/// three days; where nobody knows what was done, the same call comes again under the same key until somebody does.
package struct FulfillmentSender: Sendable {
    /// How long a fulfillment is leased: longer than an attempt takes, its answer included.
    package static let lease = Span.seconds(60)
    /// The most fulfillments that are told at once.
    package static let capacity = 64
    /// The most suspended fulfillments that are counted, and as many revocations of goods.
    package static let greatestSuspendedCount = 10_000

    /// Brings a message to the fulfiller.
    package typealias Send = @Sendable (WebhookMessage, WebhookEndpoint) async -> WebhookOutcome

    private final class Trust: Sendable {
        let breaker = Mutex(CircuitBreaker())
    }

    private let app: AppName
    private let takesProduction: Bool
    private let repository: any Repository
    private let send: Send
    private let ambient: Ambient
    private let workers: Ambient
    private let logger: Logger
    private let metrics = FulfillmentMetrics()
    private let onConfirmed: @Sendable (Fulfillment) async -> Void
    private let trust = Trust()

    /// A sender for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - takesProduction: Whether the app takes purchases of Production, for the metrics of the Sandbox.
    ///   - repository: the ledger.
    ///   - ambient: The ledger's time, by which what happened is dated.
    ///   - workers: Real time, by which leases and retries go.
    ///   - logger: Where to tell what an operator should know.
    ///   - onConfirmed: Told of what was fulfilled.
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

    /// Has the fulfiller told what is due now, and says whether there may be more; without a fulfiller that is told,
    /// what is due waits for the shop's own call.
    package func work() async -> Bool {
        do throws(RepositoryError) {
            guard let fulfiller = try await self.fulfiller else { return false }
            let now = self.workers.now()
            let room = min(Self.capacity, self.trust.breaker.withLock { $0.capacity(at: now) })
            guard room > 0 else { return false }
            let leases = try await self.repository.leaseFulfillments(
                of: self.app,
                at: now,
                until: now + Self.lease,
                limit: room
            )
            for id in leases.unreadable {
                self.logger.error(
                    "A fulfillment cannot be read; it is not fulfilled.",
                    metadata: ["fulfillment": "\(id)", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            await withDiscardingTaskGroup { group in
                for lease in leases.leases { group.addTask { await self.process(lease, to: fulfiller) } }
            }
            return leases.count == room && room > 1
        } catch {
            self.logger.error("Nothing can be fulfilled now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Records how old the oldest purchase is that is paid and not fulfilled, and how many fulfillments are suspended.
    ///
    /// What cannot be read stays unknown: 0 would say that all is well.
    package func measure() async {
        do throws(RepositoryError) {
            let oldest = try await self.repository.oldestOpenPurchase(of: self.app)
            self.metrics.noteOldest(oldest, of: self.app, at: self.ambient.now())
            let suspended = try await self.repository.suspendedFulfillmentCount(
                of: self.app,
                limit: Self.greatestSuspendedCount
            )
            self.metrics.noteSuspended(suspended, of: self.app)
        } catch {
            self.logger.error("Open fulfillments cannot be counted now.", metadata: ["code": "\(error.code)"])
        }
    }

    private var fulfiller: WebhookEndpoint? {
        get async throws(RepositoryError) {
            try await self.repository.webhooks(of: self.app).first { $0.isFulfiller && $0.state == .active }
        }
    }

    private func process(_ lease: FulfillmentLease, to fulfiller: WebhookEndpoint) async {
        let outcome = await self.send(WebhookMessage(lease.call, of: lease.fulfillment), fulfiller)
        // The lease runs out by itself, and the same call comes again.
        guard !outcome.isInterrupted else { return }
        if case .unable(let code) = outcome {
            self.logger.error(
                "What is to be fulfilled cannot be signed; it waits.",
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
            let fulfillment = try await self.repository.conclude(
                lease,
                self.meaning(of: outcome, lease, at: now),
                at: self.ambient.now()
            )
            guard let fulfillment else { return }
            if outcome == .arrived, lease.call.kind == .fulfill {
                self.metrics.noteConfirmed(fulfillment, takesProduction: self.takesProduction)
                await self.onConfirmed(fulfillment)
            }
            guard fulfillment.state == .suspended || fulfillment.state == .revocationSuspended else { return }
            self.logger.error(
                "The fulfiller has failed to do for three days what was paid for, and it is suspended.",
                metadata: ["fulfillment": "\(fulfillment.id)", "remedy": "purser fulfillments show \(fulfillment.id)"]
            )
        } catch {
            // The lease runs out by itself, and the same call comes again.
            self.logger.error("What came of a fulfillment cannot be kept now.", metadata: ["code": "\(error.code)"])
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
    /// Whether it is certain that nothing was done.
    ///
    /// A refusal says so (RFC 9110, section 15.5); so does whatever went wrong before anything was sent. A server that
    /// failed may have failed after it had done what it was told, and so may one who stood before it and waited in
    /// vain.
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
    /// What the fulfiller is told: the same name and, but for the delivery's progress, the same body at each attempt.
    init(_ call: FulfillmentCall, of fulfillment: Fulfillment) {
        let key = call.key(of: fulfillment.id)
        var sent = fulfillment
        // What became of telling him is none of his business.
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
