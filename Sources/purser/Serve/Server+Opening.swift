import AppStore
import ArgumentParser
import Ledger
import Logging
import PersistenceSQL
import PurserHTTP
import PurserService

extension Server {
    /// Returns the sinks of events besides webhooks: a file of one node, and the risk assessment of apps whose catalog
    /// has a risk threshold.
    func eventSinks(_ eventFile: EventFile?) -> [EventSink] {
        let apps = self.assembly.apps
        return apps.compactMap { eventFile?.sink(for: $0.name) }
            + apps.filter { $0.catalog.riskThreshold != nil }.map(self.risks.sink)
    }

    /// Stores the names of the sinks in the database; a sink that is no longer named is removed.
    ///
    /// A file of events belongs to one node, so it does not exist if nodes share a database.
    func nameSinks(_ sinks: [EventSink]) async throws {
        let names = self.assembly.apps.map { app in (app.name, sinks.filter { $0.app == app.name }.map(\.name)) }
        do {
            try await self.repository.write { unit in
                for (app, names) in names { try unit.setSinks(names, of: app) }
            }
        } catch {
            StandardStream.error.write(
                line: "storage: the database \(self.configuration.storage.name) cannot be written (\(error.code))"
            )
            throw ExitStatus.unavailable.error
        }
    }

    /// Loads the catalogs that were applied last, or applies the configured files if they were edited since.
    func openCatalogs() async throws {
        for app in self.configuration.apps {
            for warning in app.catalog.warnings {
                self.logger.warning("The catalog has a warning.", metadata: ["warning": "\(warning)"])
            }
            do throws(CatalogServiceError) {
                switch try await self.services.catalogs.start(app.catalog, of: app.name, isShared: self.isShared) {
                case .applied(let version):
                    self.logger.info(
                        "The catalog is in force.",
                        metadata: ["app": "\(app.name)", "version": "\(version.number)"]
                    )
                case .superseded(let version):
                    self.logger.notice(
                        "A catalog that was applied later than the unedited file is in force.",
                        metadata: ["app": "\(app.name)", "version": "\(version.number)"]
                    )
                }
            } catch {
                throw Self.cannotOpenCatalog(of: app.name, error)
            }
        }
    }

    /// Loads the revoked certificates, before any signature is verified.
    func openRevocations() async throws {
        guard let checker = self.assembly.revocation else { return }
        try await self.opening { try await self.revocationStorage(checker).exchange() }
    }

    /// Compares the clock with those of the other nodes, and refuses to work with a key that differs from theirs.
    ///
    /// A command does this; it creates no key and may work without one. The other nodes could not use what it signed or
    /// encrypted with another key.
    func checkCluster() async throws {
        guard self.isShared else { return }
        await self.sharedClock.compare()
        try await self.opening {
            guard let own = try self.services.secrets.fingerprint(), let known = try await self.knownSigningKey(),
                own != known
            else { return }
            throw self.wrongKey("this key differs from the one that")
        }
    }

    /// Compares the clock with those of the other nodes, and ensures that all sign with one key.
    ///
    /// The first node creates the key, as a single one does. Every other node must get the file before it starts,
    /// because receivers that trust the first key would refuse its signatures. Secrets of existing endpoints also
    /// derive from a key that a new one would not replace. So it has to be that key, unless `replaces` says that it is
    /// lost.
    func joinCluster(replacingKey replaces: Bool) async throws {
        guard self.isShared else {
            if !replaces { return }
            StandardStream.error.write(
                line:
                    "--new-signing-key: a server on an SQLite file creates a key itself when an endpoint gets a new "
                    + "secret: purser webhooks rotate"
            )
            throw ExitStatus.badConfiguration.error
        }
        self.logger.info("This node shares its database with others.", metadata: ["node": "\(self.node)"])
        await self.sharedClock.compare()
        try await self.opening {
            let known = try await self.knownSigningKey()
            let makes = known == nil || replaces
            let own =
                makes ? try self.services.secrets.establishedFingerprint() : try self.services.secrets.fingerprint()
            let agreed = try await self.services.audit.enter(
                known.flatMap { known in own.flatMap { own in Self.keyReplacement(of: known, by: own) } },
                as: { (agreed: String?) -> AuditOutcome? in agreed == own ? .done : nil },
                by: { () throws(RepositoryError) -> String? in
                    try await self.repository.signingKey(replaces ? own : known ?? own, replaces: replaces)
                }
            )
            guard let own, own == agreed else {
                throw self.wrongKey(own == nil ? "the key is missing that" : "this key differs from the one that")
            }
            guard let known, known != own else { return }
            self.logger.warning("The ledger has a new signing key.", metadata: ["former": "\(known)", "now": "\(own)"])
        }
    }

    /// Returns the record of the replacement of a signing key for the audit log; `nil` if the key is the same.
    private static func keyReplacement(of former: String, by own: String) -> AuditRecord? {
        guard former != own else { return nil }
        return AuditRecord(
            by: OperatorPeer.current.name,
            .webhookKeyReplace,
            on: own,
            reason: nil,
            details: ["former": former]
        )
    }

    /// Performs work before the first request, and writes its error.
    ///
    /// - Throws: The exit status.
    private func opening(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as WebhookSecretsError {
            StandardStream.error.write(line: "\(error.remedy) (\(error.code))")
            throw ExitStatus.badConfiguration.error
        } catch let error as RepositoryError {
            StandardStream.error.write(
                line: "storage: the database \(self.configuration.storage.name) cannot be used (\(error.code))"
            )
            throw ExitStatus.unavailable.error
        }
    }

    /// Writes the error about a wrong or missing key and returns the exit status; `trouble` begins the sentence.
    private func wrongKey(_ trouble: String) -> ExitCode {
        StandardStream.error.write(
            line:
                "\(self.configuration.signingKeyPath): \(trouble) the other nodes use or used for signing. Copy the "
                + "file from one of them, or from a backup. If it is lost: purser serve --new-signing-key, then "
                + "purser webhooks rotate for each endpoint"
        )
        return ExitStatus.badConfiguration.error
    }

    /// Returns the identifier of the ledger's signing key: the one that a node recorded, otherwise the one from which
    /// an endpoint's secret derives.
    private func knownSigningKey() async throws(RepositoryError) -> String? {
        let apps = self.assembly.apps.map(\.name)
        return try await self.repository.read { view in
            if let known = try view.signingKey() { return known }
            for app in apps {
                for endpoint in try view.webhooks(of: app) {
                    if let fingerprint = endpoint.keyFingerprint { return fingerprint }
                }
            }
            return nil
        }
    }

    /// Returns the storage of revoked certificates for this checker.
    func revocationStorage(_ checker: RevocationChecker) -> RevocationStorage<ContinuousClock> {
        RevocationStorage(
            checker: checker,
            repository: self.repository,
            signals: self.signals,
            logger: self.logger,
            clock: .continuous
        )
    }

    /// Logs a warning at the start for each alarm channel that receives nothing.
    func checkAlarmChannels() {
        for finding in self.configuration.alarmFindings {
            self.logger.warning(
                "\(finding.text) \(finding.remedy ?? "")",
                metadata: ["code": "\(finding.code.rawValue)"]
            )
        }
    }

    private static func cannotOpenCatalog(of app: AppName, _ error: CatalogServiceError) -> ExitCode {
        switch error {
        case .wrong(let issues):
            StandardStream.error.write(
                line:
                    "apps.\(app).catalog: this version does not understand the catalog that was applied last. Edit "
                    + "the configured file to replace it.\n\(issues)"
            )
            return ExitStatus.badConfiguration.error
        default:
            StandardStream.error.write(
                line: "apps.\(app).catalog: it cannot be stored in the database (\(error.code))"
            )
            return ExitStatus.unavailable.error
        }
    }

    /// Returns the certificate with which the server terminates TLS; `nil` if it does not.
    static func certificate(of configuration: Configuration) throws -> ServerCertificate? {
        do {
            return try configuration.tls.map { files in
                try ServerCertificate(certificatePath: files.certificate, keyPath: files.key)
            }
        } catch {
            StandardStream.error.write(line: "server.tls: \(error)")
            throw ExitStatus.badConfiguration.error
        }
    }

    /// Writes why the server cannot listen, with a remedy, and returns the exit status; `reason` is a sentence.
    static func cannotListen(at address: Configuration.Address, _ reason: String) -> ExitCode {
        StandardStream.error.write(
            line: "server.address \(address): \(reason) "
                + "Or choose another address, or port 0 for a free one: purser serve --port 0"
        )
        return ExitStatus.unavailable.error
    }
}
