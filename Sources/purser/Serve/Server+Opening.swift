import ArgumentParser
import Ledger
import Logging
import PersistenceSQL
import PurserService

extension Server {
    /// Says in the books who is told of events; whoever is not named any longer is forgotten.
    ///
    /// A file of events is one node's own, so that there is none where books are shared.
    func nameSinks() async throws {
        for app in self.assembly.apps {
            let names = (self.sinks + self.riskSinks).filter { $0.app == app.name }.map(\.name)
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

    /// Lets the catalogues count that were applied last, or those of the configured files where they were edited since.
    func openCatalogues() async throws {
        for app in self.configuration.apps {
            for warning in app.catalogue.warnings {
                self.logger.warning("The catalogue has something odd.", metadata: ["warning": "\(warning)"])
            }
            do throws(CatalogueDeskError) {
                switch try await self.catalogues.start(app.catalogue, of: app.name, isShared: self.isShared) {
                case .applied(let version):
                    self.logger.info(
                        "The catalogue counts.",
                        metadata: ["app": "\(app.name)", "version": "\(version.number)"]
                    )
                case .superseded(let version):
                    self.logger.notice(
                        "A catalogue counts that was applied after the configured file; the file was not edited since.",
                        metadata: ["app": "\(app.name)", "version": "\(version.number)"]
                    )
                }
            } catch {
                throw Self.cannotOpenCatalogue(of: app.name, error)
            }
        }
    }

    private static func cannotOpenCatalogue(of app: AppName, _ error: CatalogueDeskError) -> ExitCode {
        switch error {
        case .wrong(let findings):
            StandardStream.error.write(
                line: "apps.\(app).catalogue: the version that was applied last is no longer understood. "
                    + "Edit the configured file, and it counts instead.\n\(findings)"
            )
            return ExitStatus.badConfiguration.error
        default:
            StandardStream.error.write(
                line: "apps.\(app).catalogue: it cannot be entered in the database (\(error.code))"
            )
            return ExitStatus.unavailable.error
        }
    }
}
