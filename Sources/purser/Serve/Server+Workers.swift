import Ledger
import Logging
import NIOCore
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle

// The workers.
extension Server {
    /// Returns the workers: nodes share event streams with leases, and the leader alone does the rest.
    ///
    /// `watch` returns the leader's services that read Apple's notification history and reports, store the history of
    /// metrics, evaluate alarms and send notices.
    func workers(_ sinks: [EventSink], watch: @escaping @Sendable () -> [any Service]) -> [any Service] {
        var services: [any Service] = sinks.map { sink in
            OutboxWorker(
                sink: sink,
                repository: self.repository,
                now: self.workerTime.now,
                signals: self.signals,
                logger: self.logger,
                clock: .continuous
            )
        }
        services += [
            WebhookWorker(
                apps: self.assembly.apps.map(\.name),
                repository: self.repository,
                webhookSender: self.services.webhookSender,
                ambient: self.workerTime,
                signals: self.signals,
                logger: self.logger.part(.webhooks),
                clock: .continuous
            ),
            self.fulfillmentWorker(),
            self.refundWorker(),
        ]
        guard self.isShared else { return services + self.leaderWorkers() + watch() }
        let metrics = self.metrics
        services.append(
            LeaderService(
                .worker,
                of: self.node,
                repository: self.repository,
                ambient: self.sharedClock.ambient,
                logger: self.logger,
                clock: .continuous,
                // Each service of the leader may record metrics until it ends, even with watch.enabled false.
                ended: { metrics?.forget(LeaderGauges.names) },
                services: { self.leaderWorkers() + watch() }
            )
        )
        return services
    }

    /// Returns the senders of fulfillments, one for each app.
    func fulfillmentSenders() -> [FulfillmentSender] {
        let webhookSender = self.services.webhookSender
        let finishing = self.services.finishing
        return self.assembly.apps.map { app in
            FulfillmentSender(
                for: app.name,
                takesProduction: app.takesProduction,
                repository: self.repository,
                ambient: self.time.ambient,
                workers: self.workerTime,
                logger: self.logger.part(.fulfillments),
                onConfirmed: { await finishing.finish($0) },
                send: { message, endpoint in await webhookSender.send(message, to: endpoint) }
            )
        }
    }

    /// Returns the worker that calls the fulfiller for paid goods.
    private func fulfillmentWorker() -> any Service {
        let finishing = self.services.finishing
        return FulfillmentWorker(
            senders: self.fulfillmentSenders(),
            backfills: self.assembly.apps.map { app in
                WalletBackfill(
                    for: app,
                    repository: self.repository,
                    ambient: self.time.ambient,
                    onConfirmed: { await finishing.finish($0) }
                )
            },
            signals: self.signals,
            logger: self.logger,
            clock: .continuous
        )
    }

    /// Returns the worker that answers refund requests.
    private func refundWorker() -> any Service {
        let webhookSender = self.services.webhookSender
        return RefundWorker(
            responders: self.assembly.apps.compactMap { app in
                RefundResponder(
                    for: app,
                    service: self.services.store,
                    repository: self.repository,
                    ambient: self.time.ambient,
                    workers: self.workerTime,
                    foreignRest: self.time.catchUp == nil ? nil : .seconds(15),
                    logger: self.logger,
                    requester: ConsumptionRequester(
                        of: app,
                        repository: self.repository,
                        breaker: ConsumptionBreaker(now: Ambient.live.now),
                        logger: self.logger
                    ) {
                        await webhookSender.ask($0, $1, upTo: ConsumptionRequester.longestAnswer, within: $2)
                    }
                )
            },
            catchUp: self.time.catchUp,
            signals: self.signals,
            clock: .continuous
        )
    }

    // MARK: The leader

    /// The time for which the leader waits for the samples of other nodes after a minute's end; they check the clock
    /// once a second.
    private static let samplePatience = Duration.seconds(2)

    /// Returns the services that only the leader runs: publishing of changes that time causes, requests to Apple, and
    /// imports.
    private func leaderWorkers() -> [any Service] {
        let (repository, ambient, apps) = (self.repository, self.time.ambient, self.assembly.apps)
        let (logger, catchUp, signals) = (self.logger, self.time.catchUp, self.signals)
        let ingest = self.services.ingest
        let checker = ChainChecker(repository: repository, ingest: ingest, ambient: ambient, logger: logger)
        let orders = OrderMatcher(repository: repository, ambient: ambient)

        var services: [any Service] = [
            QuarantineReleaseWorker(
                ingest: ingest,
                apps: apps,
                catchUp: catchUp,
                signals: signals,
                clock: .continuous
            ),
            DueChangeWorker(
                repository: repository,
                ambient: ambient,
                apps: apps,
                catchUp: catchUp,
                signals: signals,
                logger: logger,
                clock: .continuous
            ),
            OrderWorker(
                matcher: orders,
                checker: OrderChecker(repository: repository, checker: checker, ambient: ambient),
                apps: apps,
                catchUp: catchUp,
                signals: signals,
                logger: logger,
                clock: .continuous
            ),
            OrderRemovalWorker(matcher: orders, catchUp: catchUp, logger: logger, clock: .continuous),
            RiskWorker(assessor: self.risks, apps: apps, catchUp: catchUp, signals: signals, clock: .continuous),
            ReceiptWorker(
                poller: ReceiptPoller(
                    ingest: ingest,
                    seal: self.receiptSeal,
                    apps: apps,
                    logger: logger
                ),
                catchUp: catchUp,
                signals: signals,
                clock: .continuous
            ),
            ChainCheckWorker(
                repository: repository,
                checker: checker,
                ambient: ambient,
                apps: apps,
                catchUp: catchUp,
                signals: signals,
                logger: logger,
                clock: .continuous
            ),
            RenewalExtensionWorker(
                service: self.services.store,
                signals: signals,
                logger: logger,
                clock: .continuous
            ),
            SeatWorker(
                service: self.services.seats,
                apps: apps,
                repository: repository,
                workers: self.workerTime,
                signals: signals,
                logger: logger,
                clock: .continuous
            ),
        ]
        for app in apps {
            let worker = ImportWorker(
                app: app,
                ingest: ingest,
                catchUp: catchUp,
                signals: signals,
                logger: logger,
                clock: .continuous
            )
            if let worker { services.append(worker) }
        }
        return services
    }

    /// Returns the workers that fetch reports on schedule, and reconcile the days of new reports, one for each app.
    func reportFetchWorkers() -> [AppReportFetchWorker] {
        let reconciliation = self.services.reconciliation
        return self.assembly.apps.map { app in
            AppReportFetchWorker(
                for: app.name,
                fetch: self.services.reportFetches[app.name],
                repository: self.repository,
                ambient: self.time.ambient,
                logger: self.logger,
                reconcile: { app, days in await reconciliation.refresh(app, days: days) }
            )
        }
    }

    /// Returns the workers that read Apple's reports with these workers of the apps, and compare the last days daily.
    func reportServices(_ workers: [AppReportFetchWorker]) -> [any Service] {
        [
            ReportFetchWorker(workers: workers, catchUp: self.time.catchUp, clock: ContinuousClock()),
            ReconciliationWorker(
                service: self.services.reconciliation,
                apps: self.assembly.apps.map(\.name),
                catchUp: self.time.catchUp,
                clock: ContinuousClock()
            ),
        ]
    }

    // MARK: The watch

    /// The services of the leader that observe the server.
    struct Watch {
        /// The worker that stores the history of metrics, and evaluates alarms.
        let worker: WatchWorker<ContinuousClock>
        /// The worker that sends notices about alarms.
        let notices: AlarmNoticeWorker<ContinuousClock>
    }

    /// Returns the worker that heals the ledger from Apple's notification history.
    func healingWorker() -> HealingWorker<ContinuousClock> {
        HealingWorker(
            readings: self.services.healing.histories,
            ambient: self.time.ambient,
            outage: self.outage,
            catchUp: self.time.catchUp,
            logger: self.logger,
            clock: ContinuousClock()
        )
    }

    /// Returns a new watch; `nil` without a history of metrics.
    ///
    /// - Parameters:
    ///   - sinks: The sinks of events besides webhooks.
    ///   - linkRest: The minimum real time between the starts of two probes of one of Apple's hosts.
    /// - Returns: The services, which do not run yet.
    func watch(_ sinks: [EventSink], linkRest: TimeAmount = LinkProber.usualRest) -> Watch? {
        guard let sampler = self.sampler else { return nil }
        let notices = AlarmNoticeWorker(self.alarmNotifier, ambient: self.time.ambient, clock: .continuous)
        let metrics = self.metrics
        let worker = WatchWorker(
            settings: self.configuration.watch,
            apps: self.assembly.apps.map(\.name),
            sampler: sampler,
            gauges: self.minuteGauges(sinks, linkRest: linkRest),
            repository: self.repository,
            ambient: self.time.ambient,
            node: self.node,
            isShared: self.isShared,
            notify: { _ in notices.wake() },
            forget: { metrics?.forget($0) },
            patience: self.isShared ? Self.samplePatience : .zero,
            catchUp: self.time.catchUp,
            logger: self.logger,
            clock: ContinuousClock()
        )
        return Watch(worker: worker, notices: notices)
    }

    /// Returns the gauges that the leader updates once a minute: states of the ledger, and Apple's hosts if they are
    /// probed.
    private func minuteGauges(_ sinks: [EventSink], linkRest: TimeAmount) -> [any MinuteGauge] {
        var certificateEndsAt: (@Sendable () -> Instant?)?
        if let certificate = self.certificate { certificateEndsAt = { certificate.endsAt } }
        let gauges = MinuteGauges.make(
            apps: self.assembly.apps,
            repository: self.repository,
            ingest: self.services.ingest,
            sinks: sinks,
            ambient: self.time.ambient,
            path: self.configuration.statePath,
            certificateEndsAt: certificateEndsAt,
            logger: self.logger
        )
        guard let probe = self.linkProbe else { return gauges }
        let prober = LinkProber(
            self.configuration.linkTargets,
            results: self.linkResults,
            rest: linkRest,
            wall: .live,
            sleep: { try await ContinuousClock().sleep(for: $0) },
            run: { await probe.run($0) }
        )
        return gauges + [prober]
    }
}
