import AppStore
import Ledger
import Logging
import NIOCore
import Observability
import PurserHTTP
import PurserService
import ServiceLifecycle

// What runs while the server serves.
extension Server {
    /// Returns everything that runs, in the order of dependence: the last service stops first.
    ///
    /// - Parameters:
    ///   - port: The port to listen on; 0 for a free one.
    ///   - sinks: What receives events besides webhooks.
    ///   - onListening: Called with the address at which the server answers.
    /// - Returns: The services.
    func backgroundServices(
        port: Int,
        sinks: [EventSink] = [],
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
            // A program that reads the ready line may send commands at once.
            for await _ in commandsSettled { break }
            await onListening("\(scheme)://\(address)")
        }

        // Stops last, so that the node's last sample has what everything else has counted.
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
        if self.role.works { services += self.workers(sinks) }
        services.append(BookedFulfillmentWorker(booked: self.booked, finishing: self.services.finishing))
        if let certificate = self.certificate {
            services.append(CertificateReloadWorker(certificate: certificate, logger: self.logger))
        }
        if let checker = self.assembly.revocation {
            services += [self.revocationStorage(checker), CertificateRevocationWorker(checker: checker)]
        }
        services += commands
        // Stops after what counts, so that the last counts are kept too.
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

    /// Returns what takes the operators' commands; `onSettled` is called once it does, or cannot.
    private func commandServices(onSettled: @escaping @Sendable (_ obstacle: (any Error)?) -> Void) -> [any Service] {
        guard let socket = OperatorSocket(databasePath: self.configuration.statePath) else {
            self.logger.warning("The database's path is too long for a socket beside it; the server takes no commands.")
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

    /// Returns what every node does for the watch: it samples its metrics.
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

    /// Returns what nodes do that share a database, so that they agree.
    private func clusterWorkers() -> [any Service] {
        [
            self.sharedClock,
            CatalogReloadWorker(
                service: self.services.catalogs,
                apps: self.assembly.apps.map(\.name),
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

/// Asks about revocation in the background until the server stops.
private struct CertificateRevocationWorker: Service {
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
private struct BookedFulfillmentWorker: Service {
    /// What was booked.
    let booked: BookedFulfillments
    /// Tells Apple.
    let finishing: TransactionFinisher

    /// Sends until the stop.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await fulfillment in self.booked.stream { await self.finishing.finish(fulfillment) }
        }
    }
}
