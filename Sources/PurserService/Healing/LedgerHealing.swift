package import AppStore
package import Ledger
package import Logging

/// The healing that an operator requests: reads Apple's notification history of some apps once, then makes the due
/// checks of chains.
package struct LedgerHealing: Sendable {
    private let repository: any Repository
    private let ambient: Ambient
    private let apps: [ServedApp]
    private let readings: [HistoryReading]
    private let checks: ChainCheckWorker<ContinuousClock>

    /// Creates the healing of these apps' ledger.
    package init(repository: any Repository, ingest: Ingest, apps: [ServedApp], ambient: Ambient, logger: Logger) {
        self.repository = repository
        self.ambient = ambient
        self.apps = apps
        self.readings = apps.compactMap { app in
            app.appStore.map { client in
                HistoryReading(
                    repository: repository,
                    ingest: ingest,
                    app: app,
                    client: client,
                    ambient: ambient,
                    logger: logger
                )
            }
        }
        let checker = ChainChecker(repository: repository, ingest: ingest, ambient: ambient, logger: logger)
        self.checks = ChainCheckWorker(
            repository: repository,
            checker: checker,
            ambient: ambient,
            apps: apps,
            logger: logger,
            clock: .continuous
        )
    }

    /// The readings of the histories, for the worker that makes them on a schedule.
    package var histories: [HistoryReading] { self.readings }

    /// Heals the ledger of one app, or of all.
    package func run(
        app: AppName?,
        report: @escaping @Sendable (OperationEvent) -> Void
    ) async throws(OperationFailure) -> OperationResult {
        let chosen = self.readings.filter { app == nil || $0.app.name == app }
        guard !chosen.isEmpty else {
            throw OperationFailure(
                code: "appstore_not_configured",
                detail: app.map {
                    "The app \($0) is not configured, or has no key for Apple's server API: apps.\($0).appStore"
                }
                    ?? "No app has a key for Apple's server API; add one to the configuration: apps.NAME.appStore"
            )
        }
        var total = HistoryCount()
        for reading in chosen {
            var refusal: OperationFailure?
            var isAccepted = false
            for environment in reading.app.askable {
                do throws(HealingError) {
                    total = total + (try await reading.run(environment) { report(Self.progress($0)) })
                    isAccepted = true
                } catch {
                    let failure = Self.failure(error, app: reading.app.name, environment: environment)
                    // Apple refuses the key in Production as long as the app has no release there.
                    guard case .appStore(.unauthorized) = error else { throw failure }
                    refusal = refusal ?? failure
                }
            }
            if let refusal, !isAccepted { throw refusal }
        }
        report(.progress(OperationProgress(stage: "checking chains", done: 0, total: 0, unit: "checks")))
        while await self.checks.checkDue(), !Task.isCancelled {}
        var fields = [
            OperationResult.Field("listed", .number(Int64(total.listed))),
            OperationResult.Field("missing", .number(Int64(total.missing))),
            OperationResult.Field("lost", .number(Int64(total.lost))),
            OperationResult.Field("refused", .number(Int64(total.refused))),
        ]
        fields.append(try await self.completeness(of: chosen.map(\.app)))
        return OperationResult(isClean: total.refused == 0 && total.lost == 0, fields: fields)
    }

    /// Returns how far each history has been read, without a request to Apple.
    package func status(app: AppName?) async throws(OperationFailure) -> OperationResult {
        let chosen = self.apps.filter { app == nil || $0.name == app }
        return OperationResult(isClean: true, fields: [try await self.completeness(of: chosen)])
    }

    private func completeness(of apps: [ServedApp]) async throws(OperationFailure) -> OperationResult.Field {
        let read: [(app: AppName, environment: StoreEnvironment, progress: HistoryProgress)]
        do {
            read = try await self.repository.read { view in
                try apps.flatMap { app in
                    try app.askable.map { environment in
                        (app.name, environment, try view.history(of: app.name, environment: environment))
                    }
                }
            }
        } catch {
            throw OperationFailure(error)
        }
        let histories = read.map { app, environment, progress in
            OperationResult.present([
                OperationResult.Field("app", .text(app.rawValue)),
                OperationResult.Field("environment", .text(environment.rawValue)),
                .optional("completeUpTo", progress.readThrough.map { ($0 - HistoryPlan.overlap).rfc3339 }),
            ])
        }
        return OperationResult.Field("histories", .list(histories))
    }

    private static func progress(_ report: HistoryReport) -> OperationEvent {
        let stage = "reading \(report.app) \(report.environment.rawValue), \(report.count.missing) missing"
        return .progress(
            OperationProgress(
                stage: stage,
                done: Int64(report.totalWindows - report.openWindows),
                total: Int64(report.totalWindows),
                unit: "windows"
            )
        )
    }

    private static func failure(
        _ error: HealingError,
        app: AppName,
        environment: StoreEnvironment
    ) -> OperationFailure {
        let place = "\(app) \(environment.rawValue)"
        switch error {
        case .storage(let error): return OperationFailure(error)
        case .appStore(.unauthorized):
            return OperationFailure(
                code: error.code,
                detail: "\(place): Apple rejects the key. To find out why: purser doctor"
            )
        case .appStore(let refusal):
            let number = refusal.number.map { " (\($0.rawValue) \($0.name ?? ""))" } ?? ""
            return OperationFailure(
                code: error.code,
                detail: "\(place): Apple cannot be asked now\(number). What was read stays; try again: purser sync"
            )
        case .evidence:
            return OperationFailure(
                code: error.code,
                detail: "\(place): Apple's answer cannot be stored now. What was read stays; try again: purser sync"
            )
        }
    }
}

/// The reason why the ledger could not be healed now.
///
/// What was read before is recorded, and the next attempt continues from there.
package enum HealingError: Error, Hashable, Sendable {
    /// Apple could not be reached, or rejected the request.
    case appStore(AppStoreError)
    /// The ledger could not be read or written.
    case storage(RepositoryError)
    /// Apple's answer could not be ingested.
    case evidence(IngestError)

    /// The stable error code for logs, metrics and answers.
    package var code: String {
        switch self {
        case .appStore(let error): error.code
        case .storage(let error): error.code
        case .evidence(let error): error.code
        }
    }

    /// Whether a later attempt may succeed without a change.
    package var canRetry: Bool {
        switch self {
        case .appStore(let error): error.canRetry
        case .storage, .evidence(.storage), .evidence(.quarantineFull): true
        case .evidence: false
        }
    }
}
