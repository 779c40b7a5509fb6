import GRDB

/// The schema of a database file and how one version of it becomes the next.
///
/// A step that was released is never edited; another one follows it. There is no way back: a database that a newer
/// version has changed is opened by that version only.
///
/// Rows are small, because there are tens of millions of them: keys are integers, Apple's decimal ids are integers in
/// columns of type ANY, strings that repeat are numbers, what many rows have in common is kept once, and tables that
/// are read by their key are without rowid. A chain's rows lie together, by the number of its original transaction id.
/// Instants are milliseconds.
package struct SQLiteSchema: Sendable {
    /// A step from one version to the next.
    package struct Step: Sendable {
        /// Its number, four digits.
        package let number: String
        /// What it does, as a sentence for the operator.
        package let summary: String
        /// The tables that it reads or writes from end to end; what it costs grows with them.
        package let wholeTables: [String]
        /// The statements that do it, within a transaction of their own.
        let script: String

        /// A step of these values.
        package init(number: String, summary: String, wholeTables: [String] = [], script: String) {
            self.number = number
            self.summary = summary
            self.wholeTables = wholeTables
            self.script = script
        }

        /// Makes the change.
        func migrate(_ database: Database) throws { try database.execute(sql: self.script) }
    }

    /// The steps, oldest first.
    package let steps: [Step]

    /// The number of the newest step.
    package var version: String { self.steps.last?.number ?? "0000" }

    /// The steps, to be applied.
    var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in self.steps { migrator.registerMigration(step.number, migrate: step.migrate) }
        return migrator
    }

    /// Returns the schema that a step makes of this one.
    package func followed(by step: Step) -> Self { Self(steps: self.steps + [step]) }

    /// The schema of this version.
    package static let current = Self(steps: [
        Step(number: "0001", summary: "Makes the tables.", script: Self.first)
    ])

    /// The first schema, in an order in which each table refers to earlier ones only.
    private static let first = [
        ReferenceTables.sql, CustomerTables.sql, OfferTables.sql, EvidenceTables.sql, ChainTables.sql,
        OwnershipTables.sql, EntitlementTables.sql, AuditTables.sql, AccessKeyTables.sql, EventTables.sql,
        WebhookTables.sql, HealingTables.sql, ExtensionTables.sql, CatalogTables.sql, ImportTables.sql,
        WalletTables.sql, FulfillmentTables.sql, OrderTables.sql, RefundTables.sql, RiskTables.sql, SaleTables.sql,
        SeatTables.sql, ReportTables.sql, PriceTables.sql, LegacyUsageTables.sql, WatchTables.sql, ClusterTables.sql,
        OperatorTables.sql, FigureTables.sql,
    ].joined(separator: "\n")
}
