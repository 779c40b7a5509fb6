#if PostgreSQL
import Foundation
import Ledger
import Logging
import PersistencePostgreSQL
import PersistenceSQL
import PersistenceSQLite
import PurserService

extension StorageMigration {
    private static let environments: [StoreEnvironment] = [.production, .sandbox, .xcode]

    /// Folds customers' purchases from the rows on both sides and compares the results, also with the derived data in
    /// the database; then checks the chain of the audit log there.
    ///
    /// All rows are known to be equal at this point. This compares what a reader derives from them.
    func fold(_ copy: inout Copy) async throws {
        let quiet = Logger(label: "purser") { _ in SwiftLogNoOpLogHandler() }
        let here = try SQLiteSnapshot(path: self.source.path)
        let settings = self.settings
        let there = try await self.source.read { _ in
            try PostgreSQLRepository(settings, migrates: false, admitsUnfinished: true, readerCount: 1, logger: quiet)
        }
        do {
            let now = Ambient.live.now()
            var counter = StorageMigrationCounter("folding", total: copy.customers.count, unit: "customers")
            for (app, customer) in copy.customers {
                try Task.checkCancellation()
                let gracePolicy = self.gracePolicies[app] ?? GracePolicy()
                let copied = try await there.read { view in
                    try Self.environments.map { environment in
                        (
                            ledger: try view.ledger(of: customer, app: app, environment: environment),
                            holdings: try view.holdings(
                                of: customer,
                                app: app,
                                environments: [environment],
                                gracePolicy: gracePolicy,
                                at: now
                            ).byEnvironment[environment] ?? []
                        )
                    }
                }
                let originals = try await here.read { view in
                    try Self.environments.map { try view.ledger(of: customer, app: app, environment: $0) }
                }
                for (index, environment) in Self.environments.enumerated() {
                    let (ledger, kept) = copied[index]
                    let original = originals[index]
                    // The order of chains without a defined order depends on the database.
                    if Self.counted(original.chains) != Self.counted(ledger.chains)
                        || original.customer != ledger.customer
                    {
                        copy.differences.append("the purchases of a customer of \(app.rawValue) are read differently")
                    }
                    let derived = ledger.chains.map { chain in
                        chain.holding(of: ledger.customer, at: now, environment: environment, gracePolicy: gracePolicy)
                    }
                    let kinds = [kept, derived].map { holdings in
                        Self.counted(holdings.filter { !$0.isEmpty })
                    }
                    if kinds[0] != kinds[1] {
                        copy.differences.append(
                            "the holdings of a customer of \(app.rawValue) differ from those that follow from the "
                                + "chains"
                        )
                    }
                }
                counter.done += 1
                self.report(counter.progress)
            }
            for flaw in try await AuditLog(repository: there, ambient: .live).flaws() {
                copy.differences.append("the audit log is invalid: \(flaw)")
            }
        } catch {
            await there.close()
            throw error
        }
        await there.close()
    }

    /// Returns the number of occurrences of each value, regardless of order.
    private static func counted<Value: Hashable>(_ values: [Value]) -> [Value: Int] {
        values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
}
#endif
