import Ledger
import PurserService

extension Invariant {
    /// The sales that are kept are those that the chains derive, each once.
    static let sold = Invariant("sold", isQuick: false) { scene in
        let repository = scene.server.repository
        let (app, environment) = (scene.server.app.name, scene.server.environment)
        var kept: [Sale] = []
        var pages = SalePages(
            in: repository,
            of: app,
            environment: environment,
            within: RepositoryContract.allTime,
            limit: 1000
        )
        while let sales = try await pages.next() { kept += sales }
        var derived: Set<Sale> = []
        for chain in scene.chains {
            guard let owned = scene.picture.chain(chain.original) else { continue }
            derived.formUnion(owned.chain.sales(in: environment))
        }
        // The world may have forgotten purchases that the server knows.
        for sale in kept where !derived.contains(sale) {
            let chain = try await repository.chain(of: sale.transactionID, app: app, environment: environment)
            derived.formUnion(chain?.chain.sales(in: environment) ?? [])
        }
        let wrong = derived.subtracting(kept).union(Set(kept).subtracting(derived))
        return wrong.map {
            "the sale of \($0.transactionID) at \($0.at.milliseconds) is kept otherwise than its chain says"
        }
        .sorted()
    }
}
