import Ledger
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle

extension Server {
    /// What nodes do who share their books, so that they agree.
    var sharingServices: [any Service] {
        [
            self.sharedClock,
            CatalogueWatch(
                desk: self.catalogues,
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

    /// What is done that nobody asks for: lanes are shared by lease, and the rest is one node's duty at a time.
    var workingServices: [any Service] {
        let workers = self.isShared ? self.sharedClock.ambient : .live
        var services: [any Service] = (self.sinks + self.riskSinks).map { sink in
            OutboxWorker(
                sink: sink,
                repository: self.repository,
                now: workers.now,
                logger: self.logger,
                clock: .continuous
            )
        }
        services.append(
            WebhookService(
                apps: self.assembly.apps.map(\.name),
                repository: self.repository,
                courier: self.courier,
                ambient: self.isShared ? self.sharedClock.ambient : .live,
                logger: self.logger.part(.webhooks),
                clock: .continuous
            )
        )
        services.append(self.deliveryService)
        services.append(self.refundService)
        guard self.isShared else { return services + self.dutyServices }
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
                services: { self.dutyServices }
            )
        )
        return services
    }

    /// Looks at customers to whom something happened.
    private var riskFollowing: RiskFollowing {
        RiskFollowing(repository: self.repository, ambient: self.time.ambient, logger: self.logger)
    }

    /// What is told of events so that customers are looked at: nothing for apps whose catalogue draws no line.
    var riskSinks: [EventSink] {
        self.assembly.apps.filter { $0.catalogue.riskLine != nil }.map(self.riskFollowing.sink)
    }

    /// Tells Apple what was handed over.
    var deliveryFinishing: DeliveryFinishing {
        DeliveryFinishing(desk: self.storeDesk, apps: self.assembly.apps, logger: self.logger)
    }

    /// Has fulfillers hand over what was paid for.
    private var deliveryService: any Service {
        let courier = self.courier
        let finishing = self.deliveryFinishing
        return DeliveryService(
            workers: self.assembly.apps.map { app in
                DeliveryWorker(
                    for: app.name,
                    takesProduction: app.takesProduction,
                    repository: self.repository,
                    books: self.time.ambient,
                    workers: self.isShared ? self.sharedClock.ambient : .live,
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

    /// Answers what Apple asks about refunds.
    private var refundService: any Service {
        let courier = self.courier
        return RefundService(
            workers: self.assembly.apps.compactMap { app in
                RefundWorker(
                    for: app,
                    desk: self.storeDesk,
                    repository: self.repository,
                    books: self.time.ambient,
                    workers: self.isShared ? self.sharedClock.ambient : .live,
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

    /// What one node at a time does: what time brings, what Apple is asked, and imports.
    private var dutyServices: [any Service] {
        let released = QuarantineRelease(ingest: self.ingest, apps: self.assembly.apps, clock: .continuous)
        let due = DueList(
            repository: self.repository,
            ambient: self.time.ambient,
            apps: self.assembly.apps,
            catchUp: self.time.catchUp,
            logger: self.logger,
            clock: .continuous
        )
        let orders = OrderService(
            keeping: OrderKeeping(repository: self.repository, ambient: self.time.ambient),
            asking: OrderAsking(
                repository: self.repository,
                asking: ChainAsking(
                    repository: self.repository,
                    ingest: self.ingest,
                    ambient: self.time.ambient,
                    logger: self.logger
                ),
                ambient: self.time.ambient
            ),
            apps: self.assembly.apps,
            catchUp: self.time.catchUp,
            logger: self.logger,
            clock: .continuous
        )
        let removal = OrderRemovalService(
            keeping: OrderKeeping(repository: self.repository, ambient: self.time.ambient),
            catchUp: self.time.catchUp,
            logger: self.logger,
            clock: .continuous
        )
        let imports = self.assembly.apps.compactMap { app in
            ImportWorker(
                app: app,
                ingest: self.ingest,
                catchUp: self.time.catchUp,
                logger: self.logger,
                clock: .continuous
            )
        }
        let risks = RiskService(
            following: self.riskFollowing,
            apps: self.assembly.apps,
            catchUp: self.time.catchUp,
            clock: .continuous
        )
        let sales = SaleDerivationService(repository: self.repository, logger: self.logger, clock: .continuous)
        let books: [any Service] = [
            released, due, orders, removal, risks, sales, self.receiptService, self.reportService,
            self.reconciliationService,
        ]
        return books + self.healingServices + imports + self.watchServices
    }

    /// Writes down in which form things came.
    var formService: any Service {
        FormTallyService(tally: self.forms, repository: self.repository, logger: self.logger, clock: .continuous)
    }

    /// Compares days with Apple's reports.
    var reconciliation: ReconciliationService {
        ReconciliationService(
            repository: self.repository,
            reports: ReportService(repository: self.repository, ambient: self.time.ambient),
            apps: self.assembly.apps,
            skus: self.configuration.skus,
            readings: self.healing.histories,
            turns: self.reconciliationTurns,
            ambient: self.time.ambient,
            audit: self.audit,
            logger: self.logger
        )
    }

    /// Compares the last days once a day.
    private var reconciliationService: any Service {
        ReconciliationUpkeep(
            service: self.reconciliation,
            apps: self.assembly.apps.map(\.name),
            catchUp: self.time.catchUp,
            clock: .continuous
        )
    }

    /// Shows operators which old forms are still used.
    var movingOver: MovingOverOperations {
        MovingOverOperations(
            desk: MovingOverDesk(repository: self.repository, ambient: self.time.ambient),
            apps: self.assembly.apps
        )
    }

    /// Asks Apple about the receipts of apps that have no key.
    private var receiptService: any Service {
        ReceiptService(
            following: ReceiptFollowing(
                ingest: self.ingest,
                seal: ReceiptSeal(secrets: self.secrets, ambient: .live),
                apps: self.assembly.apps,
                logger: self.logger
            ),
            catchUp: self.time.catchUp,
            clock: .continuous
        )
    }

    /// What asks Apple for what is missing.
    private var healingServices: [any Service] {
        let asking = ChainAsking(
            repository: self.repository,
            ingest: self.ingest,
            ambient: self.time.ambient,
            logger: self.logger
        )
        return [
            HealingService(
                readings: self.healing.histories,
                ambient: self.time.ambient,
                outage: self.outage,
                catchUp: self.time.catchUp,
                logger: self.logger,
                clock: .continuous
            ),
            QuestionList(
                repository: self.repository,
                asking: asking,
                ambient: self.time.ambient,
                apps: self.assembly.apps,
                catchUp: self.time.catchUp,
                logger: self.logger,
                clock: .continuous
            ),
            RenewalExtensionService(desk: self.storeDesk, logger: self.logger, clock: .continuous),
        ]
    }
}
