import ArgumentParser
import Ledger
import Logging
import PurserHTTP
import PurserService
import ServiceLifecycle

extension Server {
    private var revocationKeeping: RevocationKeeping<ContinuousClock>? {
        self.assembly.revocation.map { checker in
            RevocationKeeping(checker: checker, repository: self.repository, logger: self.logger, clock: .continuous)
        }
    }

    /// Asks about revocation, and keeps what is learned.
    var revocationServices: [any Service] {
        guard let checker = self.assembly.revocation, let keeping = self.revocationKeeping else { return [] }
        return [keeping, RevocationService(checker: checker)]
    }

    /// Takes over which certificates are revoked, before anything is believed.
    func openRevocations() async throws {
        do {
            try await self.revocationKeeping?.exchange()
        } catch {
            StandardStream.error.write(
                line: "storage: the database \(self.configuration.storage.name) cannot be used (\(error.code))"
            )
            throw ExitStatus.unavailable.error
        }
    }

    /// Compares clocks with the others that share the books, and makes sure that all sign with one key.
    ///
    /// The first node makes the key, as a lone one does; every other must be given the file before it starts, or what it
    /// signs would be refused by whoever trusts the first. Endpoints that are in the books already have their secrets from
    /// a key too, which a new one would not replace: so it has to be that one, unless `replaces` says that it is gone.
    func joinOthers(replacingKey replaces: Bool) async throws {
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
        do {
            let known = try await self.knownSigningKey()
            let makes = known == nil || replaces
            let own = makes ? try self.secrets.establishedFingerprint() : try self.secrets.fingerprint()
            let agreed = try await self.repository.signingKey(replaces ? own : known ?? own, replaces: replaces)
            guard let own, own == agreed else {
                let trouble = own == nil ? "the key is missing that" : "this is another key than"
                StandardStream.error.write(
                    line:
                        "\(self.configuration.signingKeyPath): \(trouble) the other nodes sign with, or did. "
                        + "Copy the file from one of them, or from a backup. Where it is gone for good: "
                        + "purser serve --new-signing-key, then purser webhooks rotate for each endpoint"
                )
                throw ExitStatus.badConfiguration.error
            }
            guard let known, known != own else { return }
            let record = AuditRecord(
                by: OperatorPeer.current.name,
                .webhookKeyReplace,
                on: own,
                reason: nil,
                details: ["former": known]
            )
            _ = try await self.audit.add(record)
            self.logger.warning("The books have a new signing key.", metadata: ["former": "\(known)", "now": "\(own)"])
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

    /// Which key the books are signed with: what a node has said, or where none has, what an endpoint's secret came from.
    private func knownSigningKey() async throws(RepositoryError) -> String? {
        if let known = try await self.repository.signingKey(nil, replaces: false) { return known }
        for app in self.assembly.apps {
            for endpoint in try await self.repository.webhooks(of: app.name) {
                if let fingerprint = endpoint.keyFingerprint { return fingerprint }
            }
        }
        return nil
    }

    /// The keys that sign passes: in a file of one node's, or from the key that all nodes share.
    var passKeys: PassKeyRing {
        guard self.isShared else {
            return PassKeyRing(path: self.configuration.statePath + ".pass-keys", ambient: .live, logger: self.logger)
        }
        let secrets = self.secrets
        return PassKeyRing(ambient: .live) { term throws(PassError) in
            do throws(WebhookSecretsError) {
                return try secrets.passKey(term: term)
            } catch {
                throw PassError(error)
            }
        }
    }
}
