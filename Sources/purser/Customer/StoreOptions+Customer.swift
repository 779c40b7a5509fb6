import AppStore
import ArgumentParser
import AsyncHTTPClient
import Ledger
import Logging
import PurserHTTP
import PurserService

extension StoreOptions {
    /// Shows what a task for a customer would do and asks, if it changes something; then does it.
    func run(_ deed: CustomerTask.Deed, question: String = "Do it? Type yes:") async throws {
        let configuration = try self.configuration.load()
        let task = CustomerTask(deed, in: AppName(try self.appName(in: configuration)))
        try await OperatorAccess.with(configuration, need: .books) { access, client in
            let way = try await self.customerWay(access, configuration, client)
            if task.isChange, !self.yes {
                let preview = OperationDisplay(isJSON: self.json)
                await way(task, true) { preview.take($0) }
                try preview.finish()
                try Self.confirm(question)
            }
            let display = OperationDisplay(isJSON: self.json)
            await way(task, false) { display.take($0) }
            try display.finish()
        }
    }

    private typealias CustomerWay = (CustomerTask, _ isPreview: Bool, @escaping Operations.Report) async -> Void

    private func customerWay(
        _ access: OperatorAccess,
        _ configuration: Configuration,
        _ client: HTTPClient
    ) async throws -> CustomerWay {
        switch access {
        case .server(let server):
            return { task, isPreview, report in
                var members = task.fields.map { JSONMember(key: $0.name, value: .string($0.value)) }
                members.append(JSONMember(key: "preview", value: .bool(isPreview)))
                if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
                await server.run("/operator/v1/customer-tasks", members, report: report)
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
            let desk = CustomerDesk(
                repository: repository,
                ambient: ambient,
                audit: AuditLog(repository: repository, ambient: .live),
                store: StoreDesk(repository: repository, ingest: ingest, apps: assembly.apps, ambient: ambient)
            )
            let operations = CustomerOperations(desk: desk, apps: assembly.apps)
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
}
