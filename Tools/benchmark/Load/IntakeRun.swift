import Hummingbird
import Ledger
import NIOCore
import PurserHTTP
import PurserService
import PurserTesting

/// A run of notifications through HTTP to one or several nodes, all in this process, each with its repository.
struct IntakeRun {
    /// The repositories of the nodes: of one database where there are several.
    let nodes: [any Repository]
    /// The notifications.
    let corpus: NotificationCorpus

    /// Sends each notification once, an equal share to every node over an equal share of the connections.
    func send(perSecond: Double? = nil, connections: Int) async throws -> LoadGenerator.Outcome {
        let requests = self.corpus.requests()
        let share = self.nodes.count
        let parts = (0..<share).map { part in
            stride(from: part, to: requests.count, by: share).map { requests[$0] }
        }
        let processorSeconds = LoadGenerator.processorSeconds()
        var outcome = try await withThrowingTaskGroup(of: LoadGenerator.Outcome.self) { tasks in
            for (node, part) in zip(self.nodes, parts) {
                tasks.addTask {
                    try await LoadedServer.serving(try self.router(node)) { server in
                        try await server.send(
                            part,
                            perSecond: perSecond.map { $0 / Double(share) },
                            connections: connections / share
                        )
                    }
                }
            }
            return try await tasks.reduce(into: LoadGenerator.Outcome()) { sum, part in
                sum.succeeded += part.succeeded
                sum.failed += part.failed
                sum.latencies += part.latencies
                sum.duration = max(sum.duration, part.duration)
            }
        }
        outcome.processorSeconds = LoadGenerator.processorSeconds() - processorSeconds
        return outcome
    }

    private func router(_ repository: any Repository) throws -> Router<PurserContext> {
        let shop = try TestShop(repository: repository, authority: self.corpus.authority)
        return PurserRouter.make(
            try Services.inTest(repository, apps: [shop.app], ambient: shop.ambient, ingest: shop.ingest),
            PurserRouter.Settings(keys: SecretKeys([]), trust: "simulator")
        )
    }
}
