import AppStoreSimulator
import Ledger
import PurserService

extension ExplorerScene {
    /// What went wrong while the server answered, for one invariant.
    func troubles(_ invariant: String) -> [String] {
        self.server.troubles.filter { $0.invariant == invariant }.map(\.text)
    }

    /// What another repository answers to everything that this point asks.
    func picture(of repository: any Repository) async throws -> ExplorerPicture {
        try await ExplorerPicture(
            of: repository,
            app: self.server.app.name,
            environment: self.server.environment,
            at: self.instant,
            transactions: self.chains.flatMap { chain in
                chain.transactions.map { (original: chain.original, id: $0.transactionId) }
            },
            customers: self.world.customers.map(\.name)
        )
    }
}
