import Ledger
import Logging
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle

// The work that no request asks for.
extension Server {
    /// Returns the workers: nodes share event streams by lease, and one node at a time, the leader, does the rest.
    func workerServices(_ sinks: [EventSink]) -> [any Service] {
        var services: [any Service] = sinks.map { sink in
            OutboxWorker(
                sink: sink,
                repository: self.repository,
                now: self.workerTime.now,
                logger: self.logger,
                clock: .continuous
            )
        }
        services += [
            WebhookService(
                apps: self.assembly.apps.map(\.name),
                repository: self.repository,
                courier: self.services.courier,
                ambient: self.workerTime,
                logger: self.logger.part(.webhooks),
                clock: .continuous
            ),
            self.fulfillmentService(),
            self.refundService(),
        ]
        guard self.isShared else { return services + self.leaderServices(sinks) }
        let figures = self.figures
        services.append(
            DutyService(
                .worker,
                of: self.node,
                repository: self.repository,
                ambient: self.sharedClock.ambient,
                logger: self.logger,
                clock: .continuous,
                // Each service of the leader may have measured something until it ended, also where nothing is watched.
                ended: { figures?.forget(LeaderGauges.names) },
                services: { self.leaderServices(sinks) }
            )
        )
        return services
    }

    /// Returns what has goods handed over that were paid for.
    private func fulfillmentService() -> any Service {
        let courier = self.services.courier
        let finishing = self.services.finishing
        return DeliveryService(
            workers: self.assembly.apps.map { app in
                DeliveryWorker(
                    for: app.name,
                    takesProduction: app.takesProduction,
                    repository: self.repository,
                    books: self.time.ambient,
                    workers: self.workerTime,
                    logger: self.logger.part(.fulfillments),
                    onConfirmed: { await finishing.finish($0) },
                    bring: { message, endpoint in await courier.bring(message, to: endpoint) }
                )
            },
            bookings: self.assembly.apps.map { app in
                CoinBooking(
                    for: app,
                    repository: self.repository,
                    books: self.time.ambient,
                    onConfirmed: { await finishing.finish($0) }
                )
            },
            logger: self.logger,
            clock: .continuous
        )
    }

    /// Returns what answers Apple about refund requests.
    private func refundService() -> any Service {
        let courier = self.services.courier
        return RefundService(
            workers: self.assembly.apps.compactMap { app in
                RefundWorker(
                    for: app,
                    desk: self.services.store,
                    repository: self.repository,
                    books: self.time.ambient,
                    workers: self.workerTime,
                    foreignRest: self.time.catchUp == nil ? nil : .seconds(15),
                    logger: self.logger,
                    asking: ConsumptionAsking(
                        of: app,
                        repository: self.repository,
                        breaker: AskingBreaker(now: Ambient.live.now),
                        logger: self.logger
                    ) {
                        await courier.ask($0, $1, upTo: ConsumptionAsking.longestAnswer, within: $2)
                    }
                )
            },
            catchUp: self.time.catchUp,
            clock: .continuous
        )
    }

    // MARK: The leader

    /// How long the leader waits for the samples of other nodes after a minute's end; they look at the clock once a second.
    private static let samplePatience = Duration.seconds(2)

    /// Returns what one node at a time does: publish what time changes, ask Apple, import, compare, and watch.
    private func leaderServices(_ sinks: [EventSink]) -> [any Service] {
        let (repository, ambient, apps) = (self.repository, self.time.ambient, self.assembly.apps)
        let (logger, catchUp) = (self.logger, self.time.catchUp)
        let ingest = self.services.ingest
        let asking = ChainAsking(repository: repository, ingest: ingest, ambient: ambient, logger: logger)
        let orders = OrderKeeping(repository: repository, ambient: ambient)

        var services: [any Service] = [
            QuarantineRelease(ingest: ingest, apps: apps, clock: .continuous),
            DueList(
                repository: repository,
                ambient: ambient,
                apps: apps,
                catchUp: catchUp,
                logger: logger,
                clock: .continuous
            ),
            OrderService(
                keeping: orders,
                asking: OrderAsking(repository: repository, asking: asking, ambient: ambient),
                apps: apps,
                catchUp: catchUp,
                logger: logger,
                clock: .continuous
            ),
            OrderRemovalService(keeping: orders, catchUp: catchUp, logger: logger, clock: .continuous),
            RiskService(following: self.risks, apps: apps, catchUp: catchUp, clock: .continuous),
            ReceiptService(
                following: ReceiptFollowing(
                    ingest: ingest,
                    seal: self.receiptSeal,
                    apps: apps,
                    logger: logger
                ),
                catchUp: catchUp,
                clock: .continuous
            ),
            self.reportService(),
            ReconciliationUpkeep(
                service: self.services.reconciliation,
                apps: apps.map(\.name),
                catchUp: catchUp,
                clock: .continuous
            ),
            HealingService(
                readings: self.services.healing.histories,
                ambient: ambient,
                outage: self.outage,
                catchUp: catchUp,
                logger: logger,
                clock: .continuous
            ),
            QuestionList(
                repository: repository,
                asking: asking,
                ambient: ambient,
                apps: apps,
                catchUp: catchUp,
                logger: logger,
                clock: .continuous
            ),
            RenewalExtensionService(desk: self.services.store, logger: logger, clock: .continuous),
        ]
        for app in apps {
            let worker = ImportWorker(app: app, ingest: ingest, catchUp: catchUp, logger: logger, clock: .continuous)
            if let worker { services.append(worker) }
        }
        return services + self.watchServices(sinks)
    }

    /// Returns what fetches reports by the schedule, and compares the days about which something is new.
    private func reportService() -> any Service {
        let reconciliation = self.services.reconciliation
        return ReportFetchService(
            workers: self.assembly.apps.map { app in
                ReportFetchWorker(
                    for: app.name,
                    fetch: self.services.reportFetches[app.name],
                    repository: self.repository,
                    ambient: self.time.ambient,
                    logger: self.logger,
                    reconcile: { app, days in await reconciliation.refresh(app, days: days) }
                )
            },
            catchUp: self.time.catchUp,
            clock: .continuous
        )
    }

    /// Returns what the leader does for the watch: it keeps the history, evaluates the alarms and sends what is due.
    private func watchServices(_ sinks: [EventSink]) -> [any Service] {
        guard let sampler = self.sampler else { return [] }
        let notices = NoticeService(self.alarmDelivery, ambient: self.time.ambient, clock: .continuous)
        let figures = self.figures
        return [
            notices,
            WatchService(
                settings: self.configuration.watch,
                apps: self.assembly.apps.map(\.name),
                sampler: sampler,
                gauges: self.minuteGauges(sinks),
                repository: self.repository,
                ambient: self.time.ambient,
                node: self.node,
                isShared: self.isShared,
                deliver: { _ in notices.wake() },
                forget: { figures?.forget($0) },
                patience: self.isShared ? Self.samplePatience : .zero,
                catchUp: self.time.catchUp,
                logger: self.logger,
                clock: .continuous
            ),
        ]
    }

    /// Returns what the leader measures once a minute: states of the ledger, and Apple's hosts where they are probed.
    private func minuteGauges(_ sinks: [EventSink]) -> [any MinuteGauge] {
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
            board: self.linkBoard,
            wall: .live,
            sleep: { try await ContinuousClock().sleep(for: $0) },
            run: { await probe.run($0) }
        )
        return gauges + [prober]
    }
}
