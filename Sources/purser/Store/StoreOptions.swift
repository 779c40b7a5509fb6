import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import PurserHTTP
import PurserService

/// What every command takes that asks something of the App Store, and the way it does.
struct StoreOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; needed where several are configured.", valueName: "name"))
    var app: String?

    @Flag(help: "Do it without asking.")
    var yes = false

    @Option(help: "Why, for the audit log.")
    var reason: String?

    @Option(
        help: ArgumentHelp(
            "The clock of a simulated App Store, if the database belongs to one and no server runs.",
            valueName: "url"
        )
    )
    var clock: String?

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// Shows what a task is about and asks, if it changes something; then does it.
    func run(_ deed: StoreTask.Deed) async throws {
        let configuration = try self.configuration.load()
        let task = StoreTask(deed, in: AppName(try self.appName(in: configuration)))
        try await OperatorAccess.with(configuration, need: .books) { access, client in
            let way = try await self.way(access, configuration, client)
            if task.isChange, !self.yes {
                let preview = OperationDisplay(isJSON: self.json)
                await way(task, true) { preview.take($0) }
                try preview.finish()
                try Self.confirm()
            }
            let display = OperationDisplay(isJSON: self.json)
            await way(task, false) { display.take($0) }
            try display.finish()
        }
    }

    private typealias Way = (StoreTask, _ isPreview: Bool, @escaping Operations.Report) async -> Void

    private func way(
        _ access: OperatorAccess,
        _ configuration: Configuration,
        _ client: HTTPClient
    ) async throws -> Way {
        switch access {
        case .server(let server):
            return { task, isPreview, report in
                var members = task.fields.map { JSONMember(key: $0.name, value: .string($0.value)) }
                members.append(JSONMember(key: "preview", value: .bool(isPreview)))
                if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
                await server.run("/operator/v1/store-tasks", members, report: report)
            }
        case .file(let database):
            guard let repository = database.repository else { throw ExitStatus.unavailable.error }
            let quiet = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
            let ambient = try await FollowedClock.ambient(self.clock, client: client)
            let assembly = try AppAssembly(
                configuration: configuration,
                httpClient: client,
                appStore: AppStoreConnection(httpClient: client, repository: repository, ambient: ambient),
                logger: quiet
            )
            let ingest = Ingest(
                repository: repository,
                ambient: ambient,
                revocation: assembly.revocation,
                logger: quiet
            )
            let operations = StoreOperations(
                desk: StoreDesk(repository: repository, ingest: ingest, apps: assembly.apps, ambient: ambient),
                audit: AuditLog(repository: repository, ambient: .live)
            )
            return { task, isPreview, report in
                await operations.run(
                    task,
                    isPreview: isPreview,
                    by: OperatorPeer.current.name,
                    reason: self.reason,
                    report: report
                )
            }
        }
    }

    /// The app that is meant: the one named, or the only one there is.
    func appName(in configuration: Configuration) throws -> String {
        let names = configuration.apps.map(\.name.rawValue)
        guard let app = self.app ?? (names.count == 1 ? names.first : nil) else {
            StandardStream.error.write(
                line: "Several apps are configured; say which: --app \(names.joined(separator: " or "))"
            )
            throw ExitStatus.wrongUsage.error
        }
        guard names.contains(app) else {
            let remedy =
                Spelling.nearest(to: app, among: names).map { "Did you mean \"\($0)\"?" }
                ?? "Known here: \(names.joined(separator: ", "))."
            StandardStream.error.write(line: "--app \(app): no app of this name is configured. \(remedy)")
            throw ExitStatus.wrongUsage.error
        }
        return app
    }

    /// Asks whether something is really to be done, unless nobody can be asked.
    static func confirm(_ question: String = "Do it? It cannot be undone. Type yes:") throws {
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            StandardStream.error.write(line: "Nobody can be asked here; say that you mean it: --yes")
            throw ExitStatus.wrongUsage.error
        }
        StandardStream.output.write(line: question)
        guard readLine() == "yes" else {
            StandardStream.error.write(line: "Nothing was changed.")
            throw ExitStatus.notAllowed.error
        }
    }
}
