package import Ledger
package import Logging
import ServiceLifecycle
import Synchronization

/// Has an app's fulfiller hand over what was paid for, and take back what was refunded.
///
/// Only an answer of 2xx confirms. What is certain to have failed comes again by `RetrySchedule` and is parked after three
/// days; where nobody knows what was done, the same call comes again under the same key until somebody does.
package struct DeliveryWorker: Sendable {
    /// How long a delivery is leased: longer than an attempt takes, its answer included.
    package static let lease = Span.seconds(60)
    /// The most deliveries that are told at once.
    package static let capacity = 64
    /// The most suspended fulfillments that are counted, and as many revocations of goods.
    package static let greatestSuspendedCount = 10_000

    /// Brings a message to the fulfiller.
    package typealias Bring = @Sendable (WebhookMessage, WebhookEndpoint) async -> WebhookOutcome

    private final class Trust: Sendable {
        let breaker = Mutex(CircuitBreaker())
    }

    private let app: AppName
    private let takesProduction: Bool
    private let repository: any Repository
    private let bring: Bring
    private let books: Ambient
    private let workers: Ambient
    private let logger: Logger
    private let figures = DeliveryFigures()
    private let onConfirmed: @Sendable (Delivery) async -> Void
    private let trust = Trust()

    /// A worker for an app.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - takesProduction: Whether the app takes purchases of Production, for the figures of the Sandbox.
    ///   - repository: The books.
    ///   - books: The time of the books, by which what happened is dated.
    ///   - workers: Real time, by which leases and retries go.
    ///   - logger: Where to tell what an operator should know.
    ///   - onConfirmed: Told of what was handed over.
    ///   - bring: Makes one attempt.
    package init(
        for app: AppName,
        takesProduction: Bool = false,
        repository: any Repository,
        books: Ambient,
        workers: Ambient,
        logger: Logger,
        onConfirmed: @escaping @Sendable (Delivery) async -> Void = { _ in },
        bring: @escaping Bring
    ) {
        self.app = app
        self.takesProduction = takesProduction
        self.repository = repository
        self.books = books
        self.workers = workers
        self.logger = logger
        self.onConfirmed = onConfirmed
        self.bring = bring
    }

    /// Has the fulfiller told what is due now, and says whether there may be more; without a fulfiller that is told, what is
    /// due waits for the shop's own call.
    package func work() async -> Bool {
        do throws(RepositoryError) {
            guard let fulfiller = try await self.fulfiller else { return false }
            let now = self.workers.now()
            let room = min(Self.capacity, self.trust.breaker.withLock { $0.capacity(at: now) })
            guard room > 0 else { return false }
            let leases = try await self.repository.leaseDeliveries(
                of: self.app,
                at: now,
                until: now + Self.lease,
                limit: room
            )
            for id in leases.unreadable {
                self.logger.error(
                    "A delivery cannot be read; it is not handed over.",
                    metadata: ["delivery": "\(id)", "code": "\(RepositoryError.corrupt.code)"]
                )
            }
            await withDiscardingTaskGroup { group in
                for lease in leases.leases { group.addTask { await self.tell(lease, to: fulfiller) } }
            }
            return leases.count == room && room > 1
        } catch {
            self.logger.error("Nothing can be handed over now.", metadata: ["code": "\(error.code)"])
            return false
        }
    }

    /// Records how old the oldest purchase is that is paid and not handed over, and how many fulfillments are suspended.
    ///
    /// What cannot be read stays unknown: 0 would say that all is well.
    package func measure() async {
        do throws(RepositoryError) {
            let oldest = try await self.repository.oldestOpenPurchase(of: self.app)
            self.figures.noteOldest(oldest, of: self.app, at: self.books.now())
            let suspended = try await self.repository.suspendedFulfillmentCount(
                of: self.app,
                limit: Self.greatestSuspendedCount
            )
            self.figures.noteSuspended(suspended, of: self.app)
        } catch {
            self.logger.error("Open fulfillments cannot be counted now.", metadata: ["code": "\(error.code)"])
        }
    }

    private var fulfiller: WebhookEndpoint? {
        get async throws(RepositoryError) {
            try await self.repository.webhooks(of: self.app).first { $0.isFulfiller && $0.state == .active }
        }
    }

    private func tell(_ lease: DeliveryLease, to fulfiller: WebhookEndpoint) async {
        let outcome = await self.bring(WebhookMessage(lease.call, of: lease.delivery), fulfiller)
        // The lease runs out by itself, and the same call comes again.
        guard !outcome.isBrokenOff else { return }
        if case .unable(let code) = outcome {
            self.logger.error(
                "What is to be handed over cannot be signed; it waits.",
                metadata: ["delivery": "\(lease.delivery.id)", "code": "\(code)"]
            )
        }
        self.figures.noteAttempt(lease.call, at: lease.delivery, hasArrived: outcome == .arrived)
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
            let delivery = try await self.repository.conclude(
                lease,
                self.meaning(of: outcome, lease, at: now),
                at: self.books.now()
            )
            guard let delivery else { return }
            if outcome == .arrived, lease.call.kind == .handOver {
                self.figures.noteConfirmed(delivery, takesProduction: self.takesProduction)
                await self.onConfirmed(delivery)
            }
            guard delivery.state == .parked || delivery.state == .takeBackParked else { return }
            self.logger.error(
                "The fulfiller has failed to do for three days what was paid for, and it is parked.",
                metadata: ["delivery": "\(delivery.id)", "remedy": "purser deliveries show \(delivery.id)"]
            )
        } catch {
            // The lease runs out by itself, and the same call comes again.
            self.logger.error("What came of a delivery cannot be kept now.", metadata: ["code": "\(error.code)"])
        }
    }

    private func meaning(of outcome: WebhookOutcome, _ lease: DeliveryLease, at now: Instant) -> DeliveryOutcome {
        let failure: DeliveryFailure
        var retryAfter: Duration?
        switch outcome {
        case .arrived: return .confirmed(recovered: nil)
        case .failed(let found, let asked): (failure, retryAfter) = (found, asked)
        case .gone(let found): failure = found
        case .unable: return .untold(retryAt: now + RetrySchedule.waits[1])
        }
        let retryAt = RetrySchedule.next(
            after: lease.delivery.attempts + 1,
            failingSince: lease.delivery.failingSince ?? failure.at,
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
    /// A refusal says so (RFC 9110, section 15.5); so does whatever went wrong before anything was sent. A server that failed
    /// may have failed after it had done what it was told, and so may one who stood before it and waited in vain.
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
    /// What the fulfiller is told: the same name and, but for the delivery's standing, the same body at each attempt.
    init(_ call: DeliveryCall, of delivery: Delivery) {
        let key = call.key(of: delivery.id)
        var told = delivery
        // What became of telling him is none of his business.
        told.attempts = 0
        told.failingSince = nil
        told.failure = nil
        var json = JSONText()
        json.add("id", key)
        json.add("name", "delivery.\(call.kind.rawValue)")
        json.add("app", delivery.app.rawValue)
        json.add("customer", delivery.customer?.rawValue)
        json.add("occurredAt", delivery.changedAt)
        json.add("data") { json in
            json.add("environment", delivery.environment.rawValue)
            json.add("delivery") { $0.describe(told) }
        }
        self.init(
            id: EventID(key),
            body: json.bytes,
            cause: .purchase(delivery.app, delivery.transactionID)
        )
    }
}
