import ArgumentParser
import Ledger
import PurserService

extension Server {
    /// Compares clocks with the others that share the books, and makes sure that all sign with one key.
    ///
    /// The first node makes the key, as a lone one does; every other must be given the file before it starts, or what it
    /// signs would be refused by whoever trusts the first.
    func joinOthers() async throws {
        guard self.isShared else { return }
        await self.sharedClock.compare()
        do {
            let known = try await self.repository.signingKey(nil)
            let own = known == nil ? try self.secrets.establishedFingerprint() : try self.secrets.fingerprint()
            guard let own, try await self.repository.signingKey(own) == own else {
                let path = self.configuration.signingKeyPath
                StandardStream.error.write(
                    line: own == nil
                        ? "\(path): the key is missing that the other nodes sign with. Copy the file from one of them."
                        : "\(path): the other nodes sign with another key. Copy the file from one of them."
                )
                throw ExitStatus.badConfiguration.error
            }
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
