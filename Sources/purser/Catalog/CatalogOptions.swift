import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// What every command takes that works with the applied catalogues of an app, and the way it does.
struct CatalogOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; needed where several are configured.", valueName: "name"))
    var app: String?

    @OptionGroup var clock: ClockOption

    @Flag(help: "Print JSON.")
    var json = false

    /// Finds the way to the catalogues of the app and goes it.
    func run(_ work: (CatalogueAccess) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app)
        try await OperatorAccess.with(configuration, need: .books) { access, client in
            try await OperatorAccess.refusing {
                do {
                    try await work(try await CatalogueAccess(access, app: app, self.clock, client))
                } catch let error as CatalogueDeskError {
                    let problem = CatalogueExchange.problem(error)
                    throw OperationFailure(code: problem.code, detail: problem.detail)
                }
            }
        }
    }

    /// The text of a file, or the end of the command with everything that is wrong with it.
    static func text(of path: String) throws -> CatalogueText {
        do throws(Findings) {
            let text = try CatalogueText(path: path)
            _ = try CatalogueFile(text: text, file: path)
            return text
        } catch {
            StandardStream.error.write(line: "\(error)")
            throw error.exitStatus(otherwise: .badData).error
        }
    }

    /// Writes an answer as one JSON object.
    static func write(json answer: some Encodable) throws {
        StandardStream.output.write(json: try JSONValue(of: answer))
    }
}
