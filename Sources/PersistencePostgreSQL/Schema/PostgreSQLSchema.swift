/// The schema of the database and how one version of it becomes the next.
///
/// The versions are those of SQLite, so that one number says what is kept and how, wherever it is kept. What the tables
/// and columns mean is said beside the same tables in `PersistenceSQLite/Schema`.
///
/// A step that was released is never edited; another one follows it. A newer server may bring the schema forward while
/// older ones still run: it adds first, and takes away only in a later version whose `oldestCompatible` leaves the old
/// ones out: those that still run write nothing from then on.
package struct PostgreSQLSchema: Sendable {
    /// A step from one version to the next.
    package struct Step: Sendable {
        /// The version that it leads to.
        package let version: Int64
        /// The oldest version of a server that can work on a database after this step.
        package let oldestCompatible: Int64
        /// The statements that do it.
        let script: String

        /// A step of these values.
        package init(version: Int64, oldestCompatible: Int64, script: String) {
            self.version = version
            self.oldestCompatible = oldestCompatible
            self.script = script
        }
    }

    /// The steps, oldest first.
    package let steps: [Step]

    /// The version that a server makes and works on that has this schema.
    package var version: Int64 { self.steps.last?.version ?? 0 }

    /// The schema that a step makes of this one.
    package func followed(by step: Step) -> Self { Self(steps: self.steps + [step]) }

    /// The schema of this server.
    package static let current = Self(steps: [
        Step(version: 1, oldestCompatible: 1, script: Self.first)
    ])

    /// The first schema, in an order in which each table refers to earlier ones only.
    private static let first = [
        ReferenceTables.sql, CustomerTables.sql, OfferTables.sql, EvidenceTables.sql, ChainTables.sql,
        OwnershipTables.sql, EntitlementTables.sql, AuditTables.sql, AccessKeyTables.sql, EventTables.sql,
        WebhookTables.sql, HealingTables.sql, ExtensionTables.sql, CatalogTables.sql, ImportTables.sql,
        WalletTables.sql, FulfillmentTables.sql, OrderTables.sql, RefundTables.sql, RiskTables.sql, SaleTables.sql,
        ReportTables.sql, PriceTables.sql, LegacyUsageTables.sql, WatchTables.sql, ClusterTables.sql,
    ].joined(separator: "\n")
}
