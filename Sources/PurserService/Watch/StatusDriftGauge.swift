import AppStore
package import Ledger
package import Logging
import Metrics
import Synchronization

/// Compares the status of a few random subscriptions with Apple's.
///
/// Most of them are active. One of each batch, if there is any, ended more than a day ago without a known result: a
/// lost renewal or recovery costs this customer the access.
///
/// The share that differs shows losses that no other comparison finds. A difference is recorded as any answer of
/// Apple's, so that the ledger is correct from then on. So is the end of an overdue subscription, which is then not
/// checked again; other agreeing answers are not recorded.
package final class StatusDriftGauge: MinuteGauge {
    /// The interval between two requests.
    package static let interval = Span.minutes(10)
    /// The number of subscriptions of an app and environment in one batch.
    package static let batch = 3
    /// The time after which an overdue renewal counts as lost rather than late.
    private static let lateness = Span.days(1)
    /// The time for which Apple tries to charge.
    private static let retrying = Span.days(60)
    /// The time limit of Apple's answer.
    private static let deadline = Duration.seconds(10)

    /// The group of subscriptions that a sample is about.
    private struct Subject: Hashable {
        let app: AppName
        let environment: StoreEnvironment
    }

    private struct Asked {
        /// The instant of the last request, or of the first opportunity for one.
        var at: Instant?
        var sample = StatusSample()
    }

    private struct Choice {
        let id: OriginalTransactionID
        let isOverdue: Bool
    }

    private let repository: any Repository
    private let ingest: Ingest
    private let apps: [ServedApp]
    private let ambient: Ambient
    private let logger: Logger
    private let asked = Mutex<[Subject: Asked]>([:])

    /// Creates a gauge of these apps' subscriptions.
    package init(
        repository: any Repository,
        ingest: Ingest,
        apps: [ServedApp],
        ambient: Ambient,
        logger: Logger
    ) {
        self.repository = repository
        self.ingest = ingest
        self.apps = apps.filter { !$0.askable.isEmpty }
        self.ambient = ambient
        self.logger = logger
    }

    /// Compares a few subscriptions where it is time, and records the share that differed within the last day.
    package func record(at now: Instant) async {
        await withDiscardingTaskGroup { group in
            for app in self.apps {
                for environment in app.askable where self.begins(app.name, environment, at: now) {
                    for number in 0..<Self.batch {
                        group.addTask { await self.check(app, environment, overdueFirst: number == 0, at: now) }
                    }
                }
            }
        }
        for app in self.apps {
            for environment in app.askable {
                guard let share = self.share(of: app.name, environment, at: now) else { continue }
                Gauge(
                    label: "purser_status_drift",
                    dimensions: [("app", app.name.rawValue), ("environment", environment.rawValue)]
                ).record(share)
            }
        }
    }

    /// Returns the share that differed within the last day, 0 to 1; `nil` where too few were compared.
    package func share(of app: AppName, _ environment: StoreEnvironment, at now: Instant) -> Double? {
        self.asked.withLock { $0[Subject(app: app, environment: environment)]?.sample.share(at: now) }
    }

    /// Returns whether it is time for a request, and marks it as made; the first one comes an interval after the first
    /// measurement, because a server that has just started has more urgent requests.
    private func begins(_ app: AppName, _ environment: StoreEnvironment, at now: Instant) -> Bool {
        self.asked.withLock { asked in
            let subject = Subject(app: app, environment: environment)
            let askedAt = asked[subject]?.at
            if let askedAt, askedAt <= now, now - askedAt < Self.interval { return false }
            asked[subject, default: Asked()].at = now
            return askedAt != nil
        }
    }

    private func check(
        _ app: ServedApp,
        _ environment: StoreEnvironment,
        overdueFirst: Bool,
        at now: Instant
    ) async {
        guard
            let choice = try? await self.chosen(app.name, environment, overdueFirst: overdueFirst, at: now),
            let outcome = try? await self.compare(choice.id, app, environment, at: now)
        else { return }
        Counter(
            label: "purser_status_checks_total",
            dimensions: [
                ("app", app.name.rawValue), ("environment", environment.rawValue), ("outcome", outcome.rawValue),
            ]
        ).increment()
        guard outcome == .same || outcome == .different else { return }
        self.asked.withLock { asked in
            let subject = Subject(app: app.name, environment: environment)
            let differs = outcome == .different
            asked[subject, default: Asked()].sample.add(
                choice.id,
                isOverdue: choice.isOverdue,
                differs: differs,
                at: now
            )
        }
    }

    /// Returns a random subscription; `nil` where none is found.
    private func chosen(
        _ app: AppName,
        _ environment: StoreEnvironment,
        overdueFirst: Bool,
        at now: Instant
    ) async throws(RepositoryError) -> Choice? {
        let running = (now + Span(milliseconds: 1))..<Instant(milliseconds: .max)
        let overdue = (now - Self.retrying)..<(now - Self.lateness)
        let chance = self.ambient.randomBytes(2).reduce(0) { $0 * 256 + Double($1) } / 65536
        return try await self.repository.read { view in
            for isOverdue in [overdueFirst, !overdueFirst] {
                let found = try view.subscription(
                    near: chance,
                    of: app,
                    environment: environment,
                    endingWithin: isOverdue ? overdue : running,
                    at: now
                )
                if let found { return Choice(id: found, isOverdue: isOverdue) }
            }
            return nil
        }
    }

    /// Compares one subscription; `nil` where the ledger no longer has it.
    private func compare(
        _ found: OriginalTransactionID,
        _ app: ServedApp,
        _ environment: StoreEnvironment,
        at now: Instant
    ) async throws(RepositoryError) -> StatusComparison.Outcome? {
        guard let client = app.appStore else { return nil }
        let response: StatusResponse
        do throws(AppStoreError) {
            response = try await client.send(
                .subscriptionStatuses(of: found.rawValue),
                to: AppStoreEnvironment(environment),
                within: Self.deadline
            )
        } catch {
            return error.isUnknownID ? .unknown : .failed
        }
        // The ledger is read after the answer, so that facts that arrived in between are not a difference.
        let known = try await self.repository.read { view in
            try view.chain(
                of: TransactionID(found.rawValue),
                app: app.name,
                environment: environment
            )
        }
        guard let chain = known?.chain else { return nil }
        let answer = AnsweredEvidence(response, askedAt: now)
        let comparison = StatusComparison(
            of: found,
            in: chain,
            state: chain.state(at: now, environment: environment, gracePolicy: app.catalog.gracePolicy)
        )
        let outcome = comparison.outcome(of: answer, for: app, at: now)
        // An end that the ledger only assumed is confirmed.
        let isEnd = outcome == .same && comparison.state.phase == .expired(isConfirmed: false)
        if outcome == .different || isEnd { await self.takeIn(answer, about: found, outcome, for: app) }
        return outcome
    }

    private func takeIn(
        _ answer: AnsweredEvidence,
        about id: OriginalTransactionID,
        _ outcome: StatusComparison.Outcome,
        for app: ServedApp
    ) async {
        var metadata: Logger.Metadata = ["app": "\(app.name)", "originalTransactionId": "\(id)"]
        do throws(IngestError) {
            _ = try await self.ingest.answer(answer, for: app)
        } catch {
            metadata["code"] = "\(error.code)"
        }
        guard outcome == .different else { return }
        self.logger.notice("Apple reports another status of a subscription than the ledger.", metadata: metadata)
    }
}
