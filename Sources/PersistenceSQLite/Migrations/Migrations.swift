import GRDB

/// Every change of the schema, in order.
///
/// A change that was released is never edited; another one follows it. There is no way back: a database that a newer
/// version has changed is opened by that version only.
enum Migrations {
    /// One change.
    struct Step: Sendable {
        /// Its number, four digits.
        let number: String
        /// What it does, as a sentence for the operator.
        let summary: String
        /// The tables that it reads or writes from end to end; what it costs grows with them.
        let wholeTables: [String]
        /// Makes the change, within a transaction of its own.
        let migrate: @Sendable (Database) throws -> Void
    }

    /// The changes by number.
    static let steps = [
        Step(
            number: "0001",
            summary: "Makes the tables of evidence, chains, customers and what is held.",
            wholeTables: [],
            migrate: FirstSchema.migrate
        ),
        Step(
            number: "0002",
            summary: "Adds events, their lanes and the due-list; shortens the digests of snapshots.",
            wholeTables: ["original", "snapshot", "renewal"],
            migrate: Events.migrate
        ),
        Step(
            number: "0003",
            summary: "Adds the audit log.",
            wholeTables: [],
            migrate: Audit.migrate
        ),
        Step(
            number: "0004",
            summary: "Adds what to ask Apple, how far its history was read, and how often it may be asked.",
            wholeTables: [],
            migrate: Healing.migrate
        ),
        Step(
            number: "0005",
            summary: "Adds imports, what they say of transactions, and what operators decide.",
            wholeTables: ["store_id"],
            migrate: Import.migrate
        ),
        Step(
            number: "0006",
            summary: "Adds orders to extend renewal dates, and the offers that were signed.",
            wholeTables: [],
            migrate: Desk.migrate
        ),
        Step(
            number: "0007",
            summary: "Adds Apple Accounts, restores, merges, erasures and moves to what says whose purchases are.",
            wholeTables: ["submission", "decision", "snapshot", "account_token"],
            migrate: OwnershipTables.migrate
        ),
        Step(
            number: "0008",
            summary: "Adds keys, the tokens of customers, and the answers to requests that may come again.",
            wholeTables: [],
            migrate: Access.migrate
        ),
        Step(
            number: "0009",
            summary: "Adds the catalogues that were applied.",
            wholeTables: [],
            migrate: Catalogues.migrate
        ),
        Step(
            number: "0010",
            summary: "Adds what customers hold, beside their chains, and what operators granted them.",
            wholeTables: [],
            migrate: Rights.migrate
        ),
        Step(
            number: "0011",
            summary: "Adds what shops say of customers, what these agree to, and what was done to them.",
            wholeTables: [],
            migrate: Customers.migrate
        ),
        Step(
            number: "0012",
            summary: "Keeps names, tokens, Apple Accounts and terms once where they lay several times.",
            wholeTables: ["customer", "account_token", "original", "store_id", "snapshot", "renewal"],
            migrate: SmallerRows.migrate
        ),
        Step(
            number: "0013",
            summary: "Adds webhook endpoints, what became of telling them, and the order of all events of an app.",
            wholeTables: ["event", "pending_lane"],
            migrate: Webhooks.migrate
        ),
        Step(
            number: "0014",
            summary: "Adds the due-list of rights that time alone changes.",
            wholeTables: [],
            migrate: DueRightsTable.migrate
        ),
        Step(
            number: "0015",
            summary: "Keeps beside each webhook endpoint which key its secrets came from.",
            wholeTables: [],
            migrate: WebhookKeys.migrate
        ),
        Step(
            number: "0016",
            summary: "Finds the events of an instant although some are written late.",
            wholeTables: ["event", "event_place"],
            migrate: EventInstants.migrate
        ),
        Step(
            number: "0017",
            summary: "Keeps what several nodes agree on.",
            wholeTables: [],
            migrate: Sharing.migrate
        ),
        Step(
            number: "0018",
            summary: "Adds wallets: their lots, movements, and what they remember of purchases.",
            wholeTables: [],
            migrate: Wallets.migrate
        ),
        Step(
            number: "0019",
            summary: "Adds what is to be handed over, and what has become of it.",
            wholeTables: [],
            migrate: Deliveries.migrate
        ),
        Step(
            number: "0020",
            summary: "Adds orders, what pays for them, and whom somebody blocked.",
            wholeTables: [],
            migrate: Orders.migrate
        ),
        Step(
            number: "0021",
            summary: "Finds what pays for an order, a customer's open orders and deliveries, and what repays what.",
            wholeTables: ["purchase_order", "delivery", "wallet_repayment"],
            migrate: FoundPayments.migrate
        ),
        Step(
            number: "0022",
            summary: "Adds refunds, the policies by which they are answered, and what is set for single customers.",
            wholeTables: [],
            migrate: Refunds.migrate
        ),
        Step(
            number: "0023",
            summary: "Lets receipts be kept as evidence.",
            wholeTables: [],
            migrate: ReceiptEvidence.migrate
        ),
        Step(
            number: "0024",
            summary: "Adds what shops say of how purchases were used.",
            wholeTables: [],
            migrate: Consumption.migrate
        ),
        Step(
            number: "0025",
            summary: "Keeps, encrypted, the receipts with which Apple is asked for apps that have no key.",
            wholeTables: [],
            migrate: KeptReceipts.migrate
        ),
        Step(
            number: "0026",
            summary: "Counts by day how often old and new forms are used.",
            wholeTables: [],
            migrate: FormUses.migrate
        ),
        Step(
            number: "0027",
            summary: "Tells what old interfaces say of renewals apart from what Apple signed.",
            wholeTables: ["renewal_word"],
            migrate: PartialRenewals.migrate
        ),
        Step(
            number: "0028",
            summary: "Adds trials of refund policies, and finds refunds by the instant at which they were opened.",
            wholeTables: ["refund_case"],
            migrate: RefundTrials.migrate
        ),
        Step(
            number: "0029",
            summary: "Marks customers whose reasons to look twice reach the line of the shop.",
            wholeTables: [],
            migrate: RiskMarks.migrate
        ),
        Step(
            number: "0030",
            summary: "Keeps orders to extend one renewal date, and why Apple refused an order.",
            wholeTables: ["extension_order"],
            migrate: SingleExtensions.migrate
        ),
        Step(
            number: "0031",
            summary: "Numbers the leases of requests that may come again.",
            wholeTables: [],
            migrate: NumberedLeases.migrate
        ),
        Step(
            number: "0032",
            summary: "Closes orders that nobody pays for, and keeps no customer of whom there is nothing but a token.",
            wholeTables: ["purchase_order", "customer_token"],
            migrate: OrderLimitTables.migrate
        ),
        Step(
            number: "0033",
            summary: "Keeps which of Apple's certificates were reported as revoked.",
            wholeTables: [],
            migrate: RevokedCertificates.migrate
        ),
        Step(
            number: "0034",
            summary: "Keeps refunds that are reported and that Apple did not sign.",
            wholeTables: [],
            migrate: ReportedRefunds.migrate
        ),
        Step(
            number: "0035",
            summary: "Finds the refunds of an Apple Account.",
            wholeTables: ["refund_case"],
            migrate: AccountRefunds.migrate
        ),
        Step(
            number: "0036",
            summary: "Keeps the tokens of orders in rows of their own.",
            wholeTables: ["purchase_order"],
            migrate: OrderTokens.migrate
        ),
        Step(
            number: "0037",
            summary: "Keeps the sales of all chains in the order of time.",
            wholeTables: [],
            migrate: Sales.migrate
        ),
        Step(
            number: "0038",
            summary: "Adds Apple's reports, and how far days are compared with them.",
            wholeTables: [],
            migrate: Reports.migrate
        ),
        Step(
            number: "0039",
            summary: "Keeps what Apple says of prices.",
            wholeTables: [],
            migrate: FetchedPrices.migrate
        ),
        Step(
            number: "0040",
            summary: "Adds the history of figures, and the alarms.",
            wholeTables: [],
            migrate: Watch.migrate
        ),
        Step(
            number: "0041",
            summary: "Finds the subscriptions whose paid period ended at an instant.",
            wholeTables: ["renewal"],
            migrate: RenewalEnds.migrate
        ),
    ]

    /// The changes, to be applied.
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in Self.steps { migrator.registerMigration(step.number, migrate: step.migrate) }
        return migrator
    }
}
