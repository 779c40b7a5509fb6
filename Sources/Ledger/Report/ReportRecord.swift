/// The record of a stored report, without the bytes of its file.
///
/// The received file is evidence: it is stored whole, with its digest. Of several reports for the same slot the one
/// that was imported last counts, and each report that it superseded names it.
package struct ReportRecord: Hashable, Sendable {
    /// The size in bytes of the parts in which files are stored and read, so that reading rows of tables never loads a
    /// whole file.
    package static let partByteCount = 256 * 1024

    /// The subject of a report; one report counts for each slot.
    package struct Slot: Hashable, Sendable {
        /// The kind.
        package let kind: ReportKind
        /// The period.
        package let period: ReportPeriod
        /// Apple's code of the finance region, such as `ZZ`; empty for all but finance reports.
        package let region: String
        /// Apple's number of the vendor; empty where neither the file's name nor the configuration states it.
        package let vendor: String

        /// Creates a slot of these values.
        package init(kind: ReportKind, period: ReportPeriod, region: String = "", vendor: String = "") {
            self.kind = kind
            self.period = period
            self.region = region
            self.vendor = vendor
        }
    }

    /// The origin of the report.
    package enum Origin: String, Hashable, Sendable, CaseIterable {
        /// An operator imported a file.
        case file
        /// The server fetched it from App Store Connect.
        case fetched
    }

    /// Its number within the installation, in the order of import, from 1.
    package let number: Int64
    /// The slot of the report.
    package let slot: Slot
    /// The SHA-256 of the report's text after decompression.
    package let digest: EvidenceDigest
    /// The name of the file, or the address from which it was fetched.
    package let name: String
    /// The origin of the report.
    package let origin: Origin
    /// The number of rows.
    package let rowCount: Int
    /// The size of the text in bytes.
    package let byteCount: Int
    /// The names of columns that the server does not know.
    package let unknownColumns: [String]
    /// The instant at which it was imported.
    package let importedAt: Instant
    /// The name of the operator or the key that imported it, or of the schedule.
    package let importedBy: String
    /// The number of the report that superseded it; `nil` for the one that counts.
    package let supersededBy: Int64?

    /// Creates a report of these values.
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

/// The kinds of stored reports, as Apple names them (App Store Connect API, `reportType`).
package enum ReportKind: String, Hashable, Sendable, CaseIterable {
    /// Sales and refunds, by day, product, storefront and price.
    case sales = "SALES"
    /// The number of active subscriptions, by day.
    case subscription = "SUBSCRIPTION"
    /// The events of subscriptions, by day.
    case subscriptionEvent = "SUBSCRIPTION_EVENT"
    /// Each transaction of a day's subscriptions, without its id.
    case subscriber = "SUBSCRIBER"
    /// Settled amounts of a fiscal month, by product, storefront and price.
    case financial = "FINANCIAL"
    /// Settled amounts of a fiscal month, with the dates of sale and of settlement.
    case financeDetail = "FINANCE_DETAIL"

    /// Whether it contains settled amounts, by fiscal month.
    package var isFinance: Bool { self == .financial || self == .financeDetail }
}

extension Sequence where Element == ReportRecord {
    /// Returns the report of each key that was imported last.
    ///
    /// The same report may be stored with a vendor's number and without.
    package func newest<Key: Hashable>(by key: (ReportRecord) -> Key) -> [Key: ReportRecord] {
        Dictionary(self.map { (key($0), $0) }) { $0.number > $1.number ? $0 : $1 }
    }
}
