import AppStore
import ArgumentParser
import Ledger
import Logging
import PersistenceSQL
import PurserHTTP
import PurserService

extension Server {
    /// Returns what receives events besides webhooks: a file of one node, and what looks at the customers of apps whose
    /// catalog has a line for risk.
    func eventSinks(_ eventFile: EventFile?) -> [EventSink] {
        let apps = self.assembly.apps
        return apps.compactMap { eventFile?.sink(for: $0.name) }
            + apps.filter { $0.catalog.riskThreshold != nil }.map(self.risks.sink)
    }

    /// Keeps the names of the sinks in the database; one that is not named any longer is forgotten.
    ///
    /// A file of events belongs to one node, so there is none where nodes share a database.
    func nameSinks(_ sinks: [EventSink]) async throws {
        for app in self.assembly.apps {
            let names = sinks.filter { $0.app == app.name }.map(\.name)
            do {
                try await self.repository.setSinks(names, of: app.name)
            } catch {
                StandardStream.error.write(
                    line: "storage: the database \(self.configuration.storage.name) cannot be written (\(error.code))"
                )
                throw ExitStatus.unavailable.error
            }
        }
    }

    /// Lets the catalogs count that were applied last, or those of the configured files where they were edited since.
    func openCatalogs() async throws {
        for app in self.configuration.apps {
            for warning in app.catalog.warnings {
                self.logger.warning("The catalog has something odd.", metadata: ["warning": "\(warning)"])
            }
            do throws(CatalogServiceError) {
                switch try await self.services.catalogs.start(app.catalog, of: app.name, isShared: self.isShared) {
                case .applied(let version):
                    self.logger.info(
                        "The catalog counts.",
                        metadata: ["app": "\(app.name)", "version": "\(version.number)"]
                    )
                case .superseded(let version):
                    self.logger.notice(
                        "A catalog counts that was applied after the configured file; the file was not edited since.",
                        metadata: ["app": "\(app.name)", "version": "\(version.number)"]
                    )
                }
            } catch {
                throw Self.cannotOpenCatalog(of: app.name, error)
            }
        }
    }

    /// Takes over which certificates are revoked, before anything is believed.
    func openRevocations() async throws {
        guard let checker = self.assembly.revocation else { return }
        try await self.opening { try await self.revocationStorage(checker).exchange() }
    }

    /// Compares clocks with the others that share the database, and refuses to work with another key than they sign
    /// with.
    ///
    /// A command does this, which makes no key and may work without one. What it signed or encrypted with another key,
    /// they could not use.
    func checkCluster() async throws {
        guard self.isShared else { return }
        await self.sharedClock.compare()
        try await self.opening {
            guard let own = try self.services.secrets.fingerprint(), let known = try await self.knownSigningKey(),
                own != known
            else { return }
            throw self.wrongKey("this is another key than")
        }
    }

    /// Compares clocks with the others that share the database, and makes sure that all sign with one key.
    ///
    /// The first node makes the key, as a lone one does; every other must be given the file before it starts, or what
    /// it signs would be refused by whoever trusts the first. Endpoints that are in the ledger already have their
    /// secrets from a key too, which a new one would not replace: so it has to be that one, unless `replaces` says that
    /// it is gone.
    func joinCluster(replacingKey replaces: Bool) async throws {
        guard self.isShared else {
            if !replaces { return }
            StandardStream.error.write(
                line:
                    "--new-signing-key: a server on an SQLite file makes one by itself when an endpoint is given a new "
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
            let agreed = try await self.repository.signingKey(replaces ? own : known ?? own, replaces: replaces)
            guard let own, own == agreed else {
                throw self.wrongKey(own == nil ? "the key is missing that" : "this is another key than")
            }
            guard let known, known != own else { return }
            let record = AuditRecord(
                by: OperatorPeer.current.name,
                .webhookKeyReplace,
                on: own,
                reason: nil,
                details: ["former": known]
            )
            _ = try await self.services.audit.add(record)
            self.logger.warning("The ledger has a new signing key.", metadata: ["former": "\(known)", "now": "\(own)"])
        }
    }

    /// Does work on the way to the first request, and writes why it cannot be done.
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

    /// The refusal to work with the wrong key, or without one; `trouble` begins the sentence.
    private func wrongKey(_ trouble: String) -> ExitCode {
        StandardStream.error.write(
            line: "\(self.configuration.signingKeyPath): \(trouble) the other nodes sign with, or did. "
                + "Copy the file from one of them, or from a backup. Where it is gone for good: "
                + "purser serve --new-signing-key, then purser webhooks rotate for each endpoint"
        )
        return ExitStatus.badConfiguration.error
    }

    /// Which key the ledger is signed with: what a node has said, or where none has, what an endpoint's secret came
    /// from.
    private func knownSigningKey() async throws(RepositoryError) -> String? {
        if let known = try await self.repository.signingKey(nil, replaces: false) { return known }
        for app in self.assembly.apps {
            for endpoint in try await self.repository.webhooks(of: app.name) {
                if let fingerprint = endpoint.keyFingerprint { return fingerprint }
            }
        }
        return nil
    }

    /// Returns what keeps which certificates are revoked, for this checker.
    func revocationStorage(_ checker: RevocationChecker) -> RevocationStorage<ContinuousClock> {
        RevocationStorage(checker: checker, repository: self.repository, logger: self.logger, clock: .continuous)
    }

    /// Warns at the start of what would keep an alarm from going out.
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
                line: "apps.\(app).catalog: the version that was applied last is no longer understood. "
                    + "Edit the configured file, and it counts instead.\n\(issues)"
            )
            return ExitStatus.badConfiguration.error
        default:
            StandardStream.error.write(
                line: "apps.\(app).catalog: it cannot be entered in the database (\(error.code))"
            )
            return ExitStatus.unavailable.error
        }
    }

    /// Returns the certificate with which the server ends TLS itself; `nil` where it does not.
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

    /// The refusal to listen, with what to do; `reason` is a sentence.
    static func cannotListen(at address: Configuration.Address, _ reason: String) -> ExitCode {
        StandardStream.error.write(
            line: "server.address \(address): \(reason) "
                + "Or choose another address, or port 0 for a free one: purser serve --port 0"
        )
        return ExitStatus.unavailable.error
    }
}
