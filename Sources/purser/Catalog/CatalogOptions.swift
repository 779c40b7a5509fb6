import AppStore
import ArgumentParser
import Foundation
import Ledger
import PurserHTTP
import PurserService

/// The options of commands about the applied catalogs of an app.
struct CatalogOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; required if several are configured.", valueName: "name"))
    var app: String?

    @OptionGroup var clock: ClockOption

    @Flag(help: "Print JSON.")
    var json = false

    /// Runs work with the API of the chosen app.
    func run(_ work: (APIClient) async throws -> Void) async throws {
        let configuration = try self.configuration.load()
        let app = try configuration.chosenApp(self.app)
        try await APIConnection.with(configuration, app: app.name, clock: self.clock.address, work)
    }

    /// Returns the text of a file; if it has errors, writes them and ends the command.
    static func text(of path: String) throws -> CatalogText {
        do throws(ValidationIssues) {
            let text = try CatalogText(path: path)
            _ = try CatalogFile(text: text, file: path)
            return text
        } catch {
            StandardStream.error.write(line: "\(error)")
            throw error.exitStatus(otherwise: .badData).error
        }
    }

    /// Writes a response as one JSON object.
    static func write(json answer: some Encodable) throws {
        StandardStream.output.write(json: try JSONValue(of: answer))
    }
}

/// A catalog to apply.
enum CatalogSubject {
    /// A file, with its name in messages.
    case text(CatalogText, name: String)
    /// An earlier version.
    case version(Int64)
}

extension APIClient {
    /// Applies a catalog; with `isPreview` returns the changes only.
    func applyCatalog(
        _ subject: CatalogSubject,
        reason: String?,
        isPreview: Bool
    ) async throws -> CatalogPreviewBody {
        var parameters = [("dryRun", isPreview ? "true" : nil), ("reason", reason)]
        switch subject {
        case .version(let number):
            parameters.append(("version", "\(number)"))
            return try await self.send(.post, "catalog", parameters, nil).decoded()
        case .text(let text, let name):
            return try await self.send(
                .post,
                "catalog",
                parameters,
                CatalogFilesBody(text, name: name).members,
                contentType: CatalogFilesBody.mediaType
            ).decoded()
        }
    }

    /// Returns a page of versions, newest first.
    func catalogVersions(before number: Int64?, limit: Int) async throws -> CatalogVersionsBody {
        let parameters = [("limit", "\(limit)"), ("cursor", number.map { "\($0)" })]
        return try await self.get("catalog/versions", parameters).decoded()
    }

    /// Returns a version with its text: the newest without a number; `nil` if there is none.
    func catalogVersion(_ number: Int64?) async throws -> CatalogTextBody? {
        var wanted = number
        if wanted == nil { wanted = try await self.catalogVersions(before: nil, limit: 1).versions.first?.number }
        guard let wanted else { return nil }
        return try await self.get("catalog/versions/\(wanted)").decoded()
    }
}
