import AppStore
import Foundation
package import Ledger
package import Logging
import Metrics
import ServiceLifecycle

/// Asks Apple again about the receipts of apps without a key, so that the ledger learns of renewals, refunds and ends
/// without a notification.
///
/// A lease on each receipt prevents two workers from asking about the same one. Apple's answers are ingested as every
/// receipt is.
package struct ReceiptPoller: Sendable {
    /// The duration of a receipt's lease; longer than all attempts of one request take.
    package static let lease = Span.minutes(4)
    /// The maximum number of requests in one round; with a round each second, also the maximum rate per second.
    package static let capacity = 8
    /// The delay after Apple's first failure to answer; each further one doubles it.
    static let firstWait = Span.minutes(1)
    /// The maximum delay after Apple's failures to answer.
    static let longestWait = Span.hours(6)
    /// The delay after a refusal.
    static let refusalWait = Span.days(1)
    /// The number of refusals in a row after which a receipt is no longer checked.
    static let patience = 5

    let ingest: Ingest
    let seal: ReceiptSeal
    let apps: [AppName: ServedApp]
    let logger: Logger

    /// Creates a poller of these apps' receipts.
    package init(ingest: Ingest, seal: ReceiptSeal, apps: [ServedApp], logger: Logger) {
        self.ingest = ingest
        self.seal = seal
        self.apps = Dictionary(apps.map { ($0.name, $0) }) { first, _ in first }
        self.logger = logger
    }

    /// Asks about the receipts that are due, and returns their number.
    @discardableResult
    package func work() async -> Int {
        do throws(RepositoryError) {
            let now = self.ingest.ambient.now()
            let leases = try await self.ingest.repository.leaseReceipts(
                at: now,
                until: now + Self.lease,
                limit: Self.capacity
            )
            let lag = leases.map { now - $0.receipt.dueAt }.max() ?? .zero
            Gauge(label: "purser_receipt_check_lag_seconds").record(Double(lag.milliseconds) / 1000)
            await withDiscardingTaskGroup { group in
                for lease in leases { group.addTask { await self.poll(lease) } }
            }
            return leases.count
        } catch {
            self.logger.error("Stored receipts cannot be read now.", metadata: ["code": "\(error.code)"])
            return 0
        }
    }

    private func poll(_ lease: ReceiptLease) async {
        do throws(RepositoryError) {
            guard let step = await self.step(lease.receipt) else { return }
            _ = try await self.ingest.repository.write({ unit in try unit.settle(lease, step) })
        } catch {
            // The lease expires, and a worker asks again.
            self.logger.error("A stored receipt cannot be rescheduled now.", metadata: ["code": "\(error.code)"])
        }
    }

    /// Asks about a receipt and returns its next step; `nil` where the lease is to expire.
    private func step(_ kept: StoredReceipt) async -> ReceiptStep? {
        let now = self.ingest.ambient.now()
        guard let app = self.apps[kept.app] else {
            // The ledger of an app that is no longer served stays as it is.
            return .later(now + .days(1), failures: kept.failures)
        }
        guard let inquiry = app.receiptClient else {
            // An app with a key uses the App Store Server API, so its stored receipts are not needed.
            return app.appStore == nil ? .later(now + .days(1), failures: kept.failures) : .forget
        }
        let sent: (receipt: VerifiedReceipt, environment: StoreEnvironment)
        do {
            guard let bytes = try self.seal.open(kept) else {
                self.note("sealed_otherwise", kept, .warning, "A stored receipt was encrypted with another key.")
                return .forget
            }
            sent = try await self.ingest.verified(Data(bytes).base64EncodedString(), at: now, for: app)
        } catch let error as WebhookSecretsError {
            self.note(error.code, kept, .error, "A stored receipt cannot be opened.")
            return self.later(kept, now)
        } catch {
            self.note("refused", kept, .warning, "A stored receipt is no longer accepted.")
            return self.refused(kept, now)
        }
        do throws(VerifyReceiptClient.Failure) {
            let answer = try await inquiry.ask(about: sent.receipt.bytes)
            guard answer.environment.map({ $0.rawValue == kept.environment.rawValue }) ?? true else {
                self.note("environment", kept, .error, "Apple answers about a receipt of another environment.")
                return self.refused(kept, now)
            }
            return await self.take(answer, about: sent.receipt, kept, askedAt: now, app)
        } catch {
            return self.step(after: error, kept, now)
        }
    }

    private func take(
        _ answer: VerifyReceiptResponse,
        about sent: VerifiedReceipt,
        _ kept: StoredReceipt,
        askedAt now: Instant,
        _ app: ServedApp
    ) async -> ReceiptStep {
        do throws(IngestError) {
            let answered = try await self.ingest.answer(
                answer,
                about: sent,
                in: kept.environment,
                askedAt: now,
                for: app
            )
            self.count(answered.isNew ? "new" : "unchanged", kept)
            guard let dueAt = answered.schedules[kept.originalTransactionID]?.next(after: now) else { return .forget }
            return .later(dueAt, failures: 0)
        } catch {
            self.note(error.code, kept, .error, "Apple's answer about a receipt cannot be recorded now.")
            return self.later(kept, now)
        }
    }

    private func step(
        after failure: VerifyReceiptClient.Failure,
        _ kept: StoredReceipt,
        _ now: Instant
    ) -> ReceiptStep? {
        switch failure {
        case .canceled: return nil
        case .unavailable(let status):
            let code = status.map { "\($0.rawValue)" } ?? "unreachable"
            self.note(code, kept, .notice, "Apple cannot answer about a receipt now.")
            return self.later(kept, now)
        case .refused(.wrongSecret):
            self.note("21004", kept, .error, "Apple refuses the app's shared secret.")
            return .later(now + Self.longestWait, failures: kept.failures)
        case .refused(.noAccount):
            self.note("21010", kept, .notice, "The Apple Account of a receipt no longer exists.")
            return .forget
        case .refused(let status):
            self.note("\(status.rawValue)", kept, .warning, "Apple refuses a stored receipt.")
            return self.refused(kept, now)
        }
    }

    private func refused(_ kept: StoredReceipt, _ now: Instant) -> ReceiptStep {
        guard kept.failures + 1 < Self.patience else { return .forget }
        return .later(now + Self.refusalWait, failures: kept.failures + 1)
    }

    private func later(_ kept: StoredReceipt, _ now: Instant) -> ReceiptStep {
        let wait = Span(milliseconds: Self.firstWait.milliseconds << min(kept.failures, 16))
        return .later(now + min(wait, Self.longestWait), failures: kept.failures + 1)
    }

    // MARK: Logs and metrics

    private func note(_ outcome: String, _ kept: StoredReceipt, _ level: Logger.Level, _ sentence: Logger.Message) {
        self.count(outcome, kept)
        self.logger.log(
            level: level,
            sentence,
            metadata: ["app": "\(kept.app)", "environment": "\(kept.environment.rawValue)", "code": "\(outcome)"]
        )
    }

    private func count(_ outcome: String, _ kept: StoredReceipt) {
        Counter(
            label: "purser_receipt_checks_total",
            dimensions: [("app", kept.app.rawValue), ("outcome", outcome)]
        ).increment()
    }
}

/// Checks stored receipts with Apple until the server stops: one round a second, so that Apple's deprecated endpoint is
/// never overloaded.
package struct ReceiptWorker<C: Clock<Duration>>: Service {
    /// The shortest time between two rounds.
    package static var interval: Duration { .seconds(1) }

    private let poller: ReceiptPoller
    private let catchUp: (@Sendable () async throws -> Void)?
    private let signals: WorkSignals?
    private let clock: C

    /// Creates a worker of this poller; `catchUp` is awaited before each round where the ledger follows a simulated
    /// clock.
    package init(
        poller: ReceiptPoller,
        catchUp: (@Sendable () async throws -> Void)? = nil,
        signals: WorkSignals? = nil,
        clock: C
    ) {
        self.poller = poller
        self.catchUp = catchUp
        self.signals = signals
        self.clock = clock
    }

    /// Works until the server stops.
    package func run() async throws {
        let loop = WorkLoop(
            kinds: [.receipts],
            signals: self.signals,
            interval: Self.interval,
            clock: self.clock,
            now: self.poller.ingest.ambient.now,
            catchUp: self.catchUp
        )
        await loop.run {
            // A stopping server does not wait for Apple: the receipt is unchanged and is checked again.
            _ = await cancelWhenGracefulShutdown { await self.poller.work() }
            return false
        } nextDueAt: {
            try await self.poller.ingest.repository.nextDueAt(of: .receipts)
        }
    }
}

extension ReceiptSchedule {
    /// Returns when to ask about each subscription among some purchases, given their known renewals.
    static func schedules(
        of snapshots: [TransactionSnapshot],
        renewals: [RenewalSnapshot] = [],
        in environment: StoreEnvironment
    ) -> [OriginalTransactionID: Self] {
        var last: [OriginalTransactionID: TransactionSnapshot] = [:]
        for snapshot in snapshots where snapshot.kind == .autoRenewable {
            let known = last[snapshot.originalTransactionID]
            guard known.map({ Self.end(of: $0) < Self.end(of: snapshot) }) ?? true else { continue }
            last[snapshot.originalTransactionID] = snapshot
        }
        let words = Dictionary(renewals.map { ($0.originalTransactionID, $0) }) { first, _ in first }
        return Dictionary(
            uniqueKeysWithValues: last.map { chain, snapshot in
                let word = words[chain]
                let isCharged = word.map { $0.isInBillingRetry || $0.autoRenew != false } ?? true
                let schedule = Self(
                    begunAt: snapshot.purchaseAt,
                    endsAt: Self.end(of: snapshot),
                    isOver: snapshot.revocation != nil || !isCharged,
                    environment: environment
                )
                return (chain, schedule)
            }
        )
    }

    private static func end(of snapshot: TransactionSnapshot) -> Instant { snapshot.expiresAt ?? snapshot.purchaseAt }
}
