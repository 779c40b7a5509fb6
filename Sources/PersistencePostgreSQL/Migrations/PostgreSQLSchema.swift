/// The schema of the database and how one version of it becomes the next.
///
/// Versions count on from those of SQLite, so that one number says what is kept and how, wherever it is kept. A newer
/// server may bring the schema forward while older ones still run: it adds first, and takes away only in a later version
/// whose `oldestCompatible` leaves the old ones out: those that still run write nothing from then on.
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
        Step(
            version: 16,
            oldestCompatible: 16,
            script: [
                VocabularyTables.sql, CustomerTables.sql, EvidenceTables.sql, ChainTables.sql, OwnershipTables.sql,
                TellingTables.sql, DeskTables.sql,
            ].joined(separator: "\n")
        ),
        // A server of the version before knows nothing of these tables, and does no harm to them.
        Step(version: 17, oldestCompatible: 16, script: SharingTables.sql),
        // One that merged or erased a customer without knowing of his wallets would leave them behind.
        Step(version: 18, oldestCompatible: 18, script: WalletTables.sql),
        // A server of the version before takes no catalogue that says what is handed over.
        Step(version: 19, oldestCompatible: 18, script: DeliveryTables.sql),
        // One of the version before cannot read the names of the events of orders.
        Step(version: 20, oldestCompatible: 20, script: OrderTables.sql),
        // One of the version before would let a purchase of long ago pay for an order.
        Step(version: 21, oldestCompatible: 21, script: FoundPaymentTables.sql),
        // Nor those of refunds, and it would let what Apple asks pass by.
        Step(version: 22, oldestCompatible: 22, script: RefundTables.sql),
        // One of the version before cannot read receipts.
        Step(version: 23, oldestCompatible: 23, script: EvidenceTables.receipts),
        // One of the version before would leave behind what was said of an erased customer's purchases.
        Step(version: 24, oldestCompatible: 24, script: ConsumptionTables.sql),
        // One of the version before would keep what an erased customer's receipts say.
        Step(version: 25, oldestCompatible: 25, script: ReceiptTables.sql),
        // One of the version before counts nothing, and does no harm.
        Step(version: 26, oldestCompatible: 25, script: FormTables.sql),
        // One of the version before would let an old interface hide the tokens that Apple signed.
        Step(version: 27, oldestCompatible: 27, script: ReceiptTables.partialRenewals),
        // One of the version before would put a policy in force for all that is only tried.
        Step(version: 28, oldestCompatible: 28, script: RefundTrialTables.sql),
        // One of the version before cannot read the names of these events, and would leave marks of erased customers.
        Step(version: 29, oldestCompatible: 29, script: RiskTables.sql),
        // One of the version before would give an order for one subscription to Apple as one for a product without a name.
        Step(version: 30, oldestCompatible: 30, script: ExtensionTables.sql),
        // One of the version before would take a lease over without a new number.
        Step(version: 31, oldestCompatible: 31, script: LeaseTables.sql),
        // One of the version before looks for a customer's number beside their token.
        Step(version: 32, oldestCompatible: 32, script: OrderLimitTables.sql),
        // One of the version before asks responders by itself, and does no harm.
        Step(version: 33, oldestCompatible: 32, script: SharingTables.revokedCertificates),
        // One of the version before cannot read the names of these events, and would not count what is reported.
        Step(version: 34, oldestCompatible: 34, script: RefundTables.reported),
        // One of the version before would not count refunds for their Apple Accounts.
        Step(version: 35, oldestCompatible: 35, script: RefundTables.accounts),
        // One of the version before would not find whom the token of an order stands for.
        Step(version: 36, oldestCompatible: 36, script: OrderTokenTables.sql),
        // One of the version before would record purchases without their sales.
        Step(version: 37, oldestCompatible: 37, script: SaleTables.sql),
        // One of the version before knows nothing of reports, and does no harm to them.
        Step(version: 38, oldestCompatible: 37, script: ReportTables.sql),
        // One of the version before fetches no prices, and does no harm.
        Step(version: 39, oldestCompatible: 37, script: PriceTables.sql),
        // One of the version before watches nothing, and does no harm.
        Step(version: 40, oldestCompatible: 37, script: WatchTables.sql),
        // One of the version before does without the index.
        Step(version: 41, oldestCompatible: 37, script: ChainTables.renewalEnds),
    ])
}
