import AppStore
import Foundation
import Ledger
import Logging
import NIOCore
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle

// What runs while the server serves.
extension Server {
    /// How long the leader waits for the samples of other nodes after a minute's end; they look at the clock once a second.
    private static let samplePatience = Duration.seconds(2)

    /// Returns everything that runs, in the order of dependence: the last service stops first.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 for a free one.
    ///   - sinks: What receives events besides webhooks.
    ///   - onListening: Called with the address at which the server answers.
    func backgroundServices(
        port: Int,
        sinks: [EventSink] = [],
        onListening: @escaping @Sendable (_ url: String) async -> Void
    ) -> [any Service] {
        let (commandsSettled, settle) = AsyncStream<Void>.makeStream()
        let commands = self.commandServices { settle.finish() }
        if commands.isEmpty { settle.finish() }
        let host = self.configuration.address.host
        let scheme = self.certificate == nil ? "http" : "https"
        let application = PurserApplication.make(
            router: self.networkRouter(),
            host: host,
            port: port,
            certificate: self.certificate,
            connections: ConnectionCounts(
                maximum: self.configuration.connectionsPerAddress,
                total: OpenFiles.connections(of: OpenFiles.raise()),
                proxies: self.configuration.proxies
            ),
            logger: self.logger.part(.http)
        ) { channel in
            let address = Configuration.Address(host: host, port: channel.localAddress?.port ?? port)
            // A program that reads the ready line may send commands at once.
            for await _ in commandsSettled { break }
            await onListening("\(scheme)://\(address)")
        }

        // Stops last, so that the node's last sample has what everything else has counted.
        var services = self.figureServices()
        services += [
            QuarantineReview(
                repository: self.repository,
                ambient: self.time.ambient,
                changes: self.assembly.revocationChanges,
                logger: self.logger
            ),
            AccessUpkeep(
                keys: self.services.accessKeys,
                repository: self.repository,
                now: Ambient.live.now,
                logger: self.logger,
                clock: .continuous
            ),
        ]
        if self.isShared { services += self.sharedServices() }
        if self.role.works { services += self.workerServices(sinks) }
        services.append(BookedDeliveryService(booked: self.booked, finishing: self.services.finishing))
        if let certificate = self.certificate {
            services.append(CertificateService(certificate: certificate, logger: self.logger))
        }
        if let checker = self.assembly.revocation {
            services += [self.revocationKeeping(checker), RevocationService(checker: checker)]
        }
        services += commands
        // Stops after what counts, so that the last counts are kept too.
        services.append(
            FormTallyService(tally: self.forms, repository: self.repository, logger: self.logger, clock: .continuous)
        )
        services.append(application)
        return services
    }

    /// Returns what takes the operators' commands; `onSettled` is called once it does, or cannot.
    private func commandServices(onSettled: @escaping @Sendable () -> Void) -> [any Service] {
        guard let socket = OperatorSocket(databasePath: self.configuration.statePath) else {
            self.logger.warning("The database's path is too long for a socket beside it; the server takes no commands.")
            return []
        }
        return [
            OperatorService(
                router: { self.operatorsRouter() },
                gate: self.gate,
                socket: socket,
                logger: self.logger,
                onSettled: onSettled
            )
        ]
    }

    /// Returns what every node does for the watch: it samples its metrics.
    private func figureServices() -> [any Service] {
        guard let sampler = self.sampler else { return [] }
        return [
            FigureService(
                sampler: sampler,
                node: self.node,
                repository: self.repository,
                ambient: self.time.ambient,
                catchUp: self.time.catchUp,
                logger: self.logger,
                clock: .continuous
            )
        ]
    }

    /// Returns what nodes do that share a database, so that they agree.
    private func sharedServices() -> [any Service] {
        [
            self.sharedClock,
            CatalogueWatch(
                desk: self.services.catalogs,
                apps: self.assembly.apps.map(\.name),
                logger: self.logger,
                clock: .continuous
            ),
            OutageSharing(
                outage: self.outage,
                repository: self.repository,
                ambient: self.sharedClock.ambient,
                clock: .continuous
            ),
        ]
    }

    // MARK: Workers

    /// Returns the workers: nodes share event streams by lease, and one node at a time, the leader, does the rest.
    private func workerServices(_ sinks: [EventSink]) -> [any Service] {
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
            SaleDerivationService(repository: repository, logger: logger, clock: .continuous),
            ReceiptService(
                following: ReceiptFollowing(
                    ingest: ingest,
                    seal: ReceiptSeal(secrets: self.services.secrets, ambient: .live),
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

/// Asks about revocation in the background until the server stops.
private struct RevocationService: Service {
    /// Knows what to ask.
    let checker: RevocationChecker

    /// Asks until the stop; an answer that has not come by then is dropped.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.checker.run(clock: .continuous)
        }
    }
}

/// Tells Apple about coins that were booked into wallets, until the server stops.
private struct BookedDeliveryService: Service {
    /// What was booked.
    let booked: BookedDeliveries
    /// Tells Apple.
    let finishing: DeliveryFinishing

    /// Sends until the stop.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await delivery in self.booked.stream { await self.finishing.finish(delivery) }
        }
    }
}
