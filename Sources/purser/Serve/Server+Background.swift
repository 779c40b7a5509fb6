import AppStore
import Ledger
import Logging
import NIOCore
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle

// The services of a running server.
extension Server {
    /// Returns all services in the order of dependence: the last service stops first.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 for a free one.
    ///   - sinks: The sinks of events besides webhooks.
    ///   - watch: Returns the services of the watch; by default those that follow the clock.
    ///   - onListening: Called with the address on which the server listens.
    /// - Returns: The services.
    func backgroundServices(
        port: Int,
        sinks: [EventSink] = [],
        watch: (@Sendable () -> [any Service])? = nil,
        onListening: @escaping @Sendable (_ url: String) async -> Void
    ) -> [any Service] {
        let (commandsSettled, settle) = AsyncStream<Void>.makeStream()
        let commands = self.commandServices { _ in settle.finish() }
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
            // A program that reads the ready line may send commands immediately.
            for await _ in commandsSettled { break }
            let url = "\(scheme)://\(address)"
            if self.configuration.publicURL == nil { self.dashboardAddress.replace(by: url) }
            await onListening(url)
        }

        // It stops last, so that the node's last sample includes the counts of all other services.
        var services = self.metricSamplingWorkers()
        services += [
            QuarantineReviewWorker(
                repository: self.repository,
                ambient: self.time.ambient,
                changes: self.assembly.revocationChanges,
                logger: self.logger
            ),
            AccessKeyWorker(
                keys: self.services.accessKeys,
                repository: self.repository,
                now: Ambient.live.now,
                logger: self.logger,
                clock: .continuous
            ),
        ]
        if self.isShared { services += self.clusterWorkers() }
        if let catchUp = self.time.catchUp {
            services.append(
                LedgerClockWatch(
                    now: self.time.ambient.now,
                    catchUp: catchUp,
                    signals: self.signals,
                    clock: .continuous
                )
            )
        }
        if self.role.works {
            services += self.workers(
                sinks,
                watch: watch ?? {
                    [self.healingWorker()] + self.reportServices(self.reportFetchWorkers())
                        + (self.watch(sinks).map { [$0.notices, $0.worker] as [any Service] } ?? [])
                }
            )
        }
        services.append(BookedFulfillmentWorker(booked: self.booked, finishing: self.services.finishing))
        if let certificate = self.certificate {
            services.append(CertificateReloadWorker(certificate: certificate, logger: self.logger))
        }
        if let checker = self.assembly.revocation {
            services += [self.revocationStorage(checker), CertificateRevocationWorker(checker: checker)]
        }
        services += commands
        // It stops after the services that count, so that the last counts are stored too.
        services.append(
            LegacyUsageWorker(
                counter: self.legacyUsage,
                repository: self.repository,
                logger: self.logger,
                clock: .continuous
            )
        )
        services.append(application)
        return services
    }

    /// Returns the services for operators' commands; `onSettled` is called when they listen, or cannot.
    private func commandServices(onSettled: @escaping @Sendable (_ obstacle: (any Error)?) -> Void) -> [any Service] {
        guard let socket = OperatorSocket(databasePath: self.configuration.statePath) else {
            self.logger.warning(
                "The database's path is too long for a socket beside it; the server accepts no commands."
            )
            return []
        }
        return [
            OperatorServer(
                router: { self.operatorsRouter() },
                gate: self.gate,
                socket: socket,
                logger: self.logger,
                onSettled: onSettled
            )
        ]
    }

    /// Returns the services that sample the metrics of every node.
    private func metricSamplingWorkers() -> [any Service] {
        guard let sampler = self.sampler else { return [] }
        return [
            MetricSamplingWorker(
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

    /// Returns the services that coordinate nodes with a shared database.
    private func clusterWorkers() -> [any Service] {
        [
            self.sharedClock,
            SharedWorkWatch(
                apps: self.assembly.apps.map(\.name),
                repository: self.repository,
                signals: self.signals,
                clock: .continuous
            ),
            CatalogReloadWorker(
                service: self.services.catalogs,
                apps: self.assembly.apps.map(\.name),
                signals: self.signals,
                logger: self.logger,
                clock: .continuous
            ),
            OutageSyncWorker(
                outage: self.outage,
                repository: self.repository,
                ambient: self.sharedClock.ambient,
                clock: .continuous
            ),
        ]
    }
}

/// Checks revocation in the background until the server stops.
private struct CertificateRevocationWorker: Service {
    /// The checker.
    let checker: RevocationChecker

    /// Runs until the server stops; a response that has not arrived by then is discarded.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await self.checker.run(clock: .continuous)
        }
    }
}

/// Finishes transactions at Apple after their coins were booked into wallets, until the server stops.
private struct BookedFulfillmentWorker: Service {
    /// The booked fulfillments.
    let booked: BookedFulfillments
    /// The client that finishes transactions.
    let finishing: TransactionFinisher

    /// Runs until the server stops.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await fulfillment in self.booked.stream { await self.finishing.finish(fulfillment) }
        }
    }
}
