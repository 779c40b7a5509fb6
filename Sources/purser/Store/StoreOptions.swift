import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
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
        let task = StoreTask(deed, in: try configuration.chosenApp(self.app))
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
            let books = try await UnservedBooks(database, configuration, clock: self.clock, client: client)
            let operations = StoreOperations(
                desk: StoreDesk(
                    repository: books.repository,
                    ingest: books.ingest,
                    apps: books.apps,
                    ambient: books.ambient
                ),
                audit: AuditLog(repository: books.repository, ambient: .live)
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

    private static func confirm() throws {
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            StandardStream.error.write(line: "Nobody can be asked here; say that you mean it: --yes")
            throw ExitStatus.wrongUsage.error
        }
        StandardStream.output.write(line: "Do it? It cannot be undone. Type yes:")
        guard readLine() == "yes" else {
            StandardStream.error.write(line: "Nothing was changed.")
            throw ExitStatus.notAllowed.error
        }
    }
}
