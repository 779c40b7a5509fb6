import AppStore
import ArgumentParser
import AsyncHTTPClient
import Foundation
import Ledger
import Logging
import PurserHTTP
import PurserService

/// What every command about grants takes, and the way it does its work.
struct GrantOptions: ParsableArguments {
    @OptionGroup var configuration: ConfigurationOption

    @Option(help: ArgumentHelp("The app; needed where several are configured.", valueName: "name"))
    var app: String?

    @Flag(help: "Do it without asking.")
    var yes = false

    @Option(help: "Why; needed to give or take, and kept with the grant and in the audit log.")
    var reason: String?

    @Flag(help: "Print the result as one JSON object.")
    var json = false

    /// Shows what a task is about and asks, if it changes something; then does it.
    func run(_ deed: GrantTask.Deed, of customer: String) async throws {
        guard let customer = CustomerID(customer) else {
            StandardStream.error.write(line: "A customer id has 1 to 255 bytes and no control characters.")
            throw ExitStatus.wrongUsage.error
        }
        let configuration = try self.configuration.load()
        let task = GrantTask(deed, of: customer, in: AppName(try self.appName(in: configuration)))
        if task.isChange, self.reason?.isEmpty ?? true {
            StandardStream.error.write(line: "Say why: --reason \"...\"")
            throw ExitStatus.wrongUsage.error
        }
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

    private typealias Way = (GrantTask, _ isPreview: Bool, @escaping Operations.Report) async -> Void

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
                await server.run("/operator/v1/grant-tasks", members, report: report)
            }
        case .file(let database):
            guard let repository = database.repository else { throw ExitStatus.unavailable.error }
            let assembly = try AppAssembly(
                configuration: configuration,
                httpClient: client,
                appStore: AppStoreConnection(httpClient: client, repository: repository, ambient: .live),
                logger: Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
            )
            let operations = GrantOperations(
                desk: GrantDesk(repository: repository, ambient: .live),
                apps: assembly.apps
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

    private func appName(in configuration: Configuration) throws -> String {
        let names = configuration.apps.map(\.name.rawValue)
        guard let app = self.app ?? (names.count == 1 ? names.first : nil), names.contains(app) else {
            StandardStream.error.write(line: "Say which app: --app \(names.joined(separator: " or "))")
            throw ExitStatus.wrongUsage.error
        }
        return app
    }

    private static func confirm() throws {
        guard isatty(FileHandle.standardInput.fileDescriptor) == 1 else {
            StandardStream.error.write(line: "Nobody can be asked here; say that you mean it: --yes")
            throw ExitStatus.wrongUsage.error
        }
        StandardStream.output.write(line: "Do it? Type yes:")
        guard readLine() == "yes" else {
            StandardStream.error.write(line: "Nothing was changed.")
            throw ExitStatus.notAllowed.error
        }
    }
}
