/// A report that is kept, without its bytes.
///
/// The file as it came is evidence: it is kept whole, with its digest. Of several reports about the same slot the one
/// that was imported last counts, and each that it superseded names it.
package struct ReportRecord: Hashable, Sendable {
    /// Files are kept and read in parts of this size, so that reading rows of tables never takes a whole file.
    package static let partByteCount = 256 * 1024

    /// What a report is about; one report counts for each slot.
    package struct Slot: Hashable, Sendable {
        /// The kind.
        package let kind: ReportKind
        /// The period.
        package let period: ReportPeriod
        /// Apple's code of the finance region, such as `ZZ`; empty for all but finance reports.
        package let region: String
        /// Apple's number of the vendor; empty where neither the file's name nor the configuration states it.
        package let vendor: String

        /// A slot of these values.
        package init(kind: ReportKind, period: ReportPeriod, region: String = "", vendor: String = "") {
            self.kind = kind
            self.period = period
            self.region = region
            self.vendor = vendor
        }
    }

    /// Where the report came from.
    package enum Origin: String, Hashable, Sendable, CaseIterable {
        /// A person imported a file.
        case file
        /// The server fetched it from App Store Connect.
        case fetched
    }

    /// Its number within the installation, in the order of import, from 1.
    package let number: Int64
    /// What it is about.
    package let slot: Slot
    /// The SHA-256 of the report's text, after it was unpacked.
    package let digest: EvidenceDigest
    /// The name of the file, or the address that it was fetched from.
    package let name: String
    /// Where it came from.
    package let origin: Origin
    /// How many rows it has.
    package let rowCount: Int
    /// The size of its text in bytes.
    package let byteCount: Int
    /// The names of columns that no reader knows.
    package let unknownColumns: [String]
    /// When it was imported.
    package let importedAt: Instant
    /// Who imported it: an operator, a key or the schedule, by name.
    package let importedBy: String
    /// The number of the report that took its place; `nil` for the one that counts.
    package let supersededBy: Int64?

    /// A report of these values.
    package init(
        number: Int64,
        slot: Slot,
        digest: EvidenceDigest,
        name: String,
        origin: Origin,
        rowCount: Int,
        byteCount: Int,
        unknownColumns: [String],
        importedAt: Instant,
        importedBy: String,
        supersededBy: Int64? = nil
    ) {
        self.number = number
        self.slot = slot
        self.digest = digest
        self.name = name
        self.origin = origin
        self.rowCount = rowCount
        self.byteCount = byteCount
        self.unknownColumns = unknownColumns
        self.importedAt = importedAt
        self.importedBy = importedBy
        self.supersededBy = supersededBy
    }
}

/// The kinds of Apple's reports that are kept, in Apple's words (App Store Connect API, `reportType`).
package enum ReportKind: String, Hashable, Sendable, CaseIterable {
    /// What was sold and refunded, by day, product, storefront and price.
    case sales = "SALES"
    /// How many subscriptions are active, by day.
    case subscription = "SUBSCRIPTION"
    /// What happened to subscriptions, by day.
    case subscriptionEvent = "SUBSCRIPTION_EVENT"
    /// Each transaction of a day's subscriptions, without its id.
    case subscriber = "SUBSCRIBER"
    /// What Apple settled in a fiscal month, by product, storefront and price.
    case financial = "FINANCIAL"
    /// What Apple settled in a fiscal month, with the dates of sale and of settlement.
    case financeDetail = "FINANCE_DETAIL"

    /// Whether it is about settled money, by fiscal month.
    package var isFinance: Bool { self == .financial || self == .financeDetail }
}

extension Sequence where Element == ReportRecord {
    /// Returns the report of each key that was imported last.
    ///
    /// The same report may be there with a vendor's number and without.
    package func newest<Key: Hashable>(by key: (ReportRecord) -> Key) -> [Key: ReportRecord] {
        Dictionary(self.map { (key($0), $0) }) { $0.number > $1.number ? $0 : $1 }
    }
}
