/// The schema of the database, as the steps from one version to the next.
///
/// The versions are those of SQLite, so that one number identifies the format in either database.
/// `PersistenceSQLite/Schema` documents the tables and columns.
///
/// A released step is never edited; another one follows it. A newer server may bring the schema forward while older
/// ones still run: it adds first, and removes only in a later version whose `oldestCompatible` excludes the old ones,
/// which write nothing from then on.
package struct PostgreSQLSchema: Sendable {
    /// A step from one version to the next.
    package struct Step: Sendable {
        /// The version that the step leads to.
        package let version: Int64
        /// The oldest version of a server that can work with a database after this step.
        package let oldestCompatible: Int64
        /// The SQL statements of the step.
        let script: String

        /// Creates a step.
        package init(version: Int64, oldestCompatible: Int64, script: String) {
            self.version = version
            self.oldestCompatible = oldestCompatible
            self.script = script
        }
    }

    /// The steps, oldest first.
    package let steps: [Step]

    /// The version that a server with this schema makes and works with.
    package var version: Int64 { self.steps.last?.version ?? 0 }

    /// Returns this schema with a further step.
    package func followed(by step: Step) -> Self { Self(steps: self.steps + [step]) }

    /// The schema of this server.
    package static let current = Self(steps: [
        Step(version: 1, oldestCompatible: 1, script: Self.first)
    ])

    /// The first schema, in an order in which each table refers only to earlier ones.
    private static let first = [
        ReferenceTables.sql, CustomerTables.sql, OfferTables.sql, EvidenceTables.sql, ChainTables.sql,
        OwnershipTables.sql, EntitlementTables.sql, AuditTables.sql, AccessKeyTables.sql, EventTables.sql,
        WebhookTables.sql, HealingTables.sql, ExtensionTables.sql, CatalogTables.sql, ImportTables.sql,
        WalletTables.sql, FulfillmentTables.sql, OrderTables.sql, RefundTables.sql, RiskTables.sql, SaleTables.sql,
        SeatTables.sql, ReportTables.sql, PriceTables.sql, LegacyUsageTables.sql, WatchTables.sql, ClusterTables.sql,
        OperatorTables.sql, FigureTables.sql,
    ].joined(separator: "\n")
}
