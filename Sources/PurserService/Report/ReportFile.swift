import AppStore
import Crypto
import Ledger

/// A report that was read completely: its slot, and the guarantee that every row can be read.
struct ReportFile: Sendable {
    /// The maximum size of a file in bytes.
    static let maximumByteCount = 64 << 20
    /// The maximum size of the decompressed text in bytes.
    static let maximumTextByteCount = 512 << 20

    /// The slot of the report.
    let slot: ReportRecord.Slot
    /// The SHA-256 of the decompressed text.
    let digest: EvidenceDigest
    /// The number of rows.
    let rowCount: Int
    /// The size of the decompressed text in bytes.
    let byteCount: Int
    /// The names of columns that the reader does not know.
    let unknownColumns: [String]

    /// Reads a file, compressed or not.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: The file's name, which states what its rows do not.
    ///   - account: The app's account in the configuration.
    ///   - expected: The requested slot; `nil` for an imported file.
    /// - Throws: The reason why the file cannot be stored.
    init(
        _ bytes: [UInt8],
        named name: String,
        of account: ReportAccount,
        as expected: ReportRecord.Slot?
    ) throws(ReportRefusal) {
        let text = try Self.text(of: bytes)
        let reading = try ReportReading(text)
        // A requested report's name is an address, which states nothing more.
        let name = ReportFileName(expected == nil ? name : "")
        let vendor = name.vendor ?? expected?.vendor ?? account.vendor ?? ""
        if let own = account.vendor, vendor != own { throw .wrongVendor(found: vendor, expected: own) }
        guard let period = reading.period ?? expected?.period ?? name.period else { throw .periodUnknown }
        let region = try Self.region(of: reading, expected?.region ?? name.region)
        let slot = ReportRecord.Slot(kind: reading.kind, period: period, region: region, vendor: vendor)
        if let expected { try slot.check(expected) }
        // The report of the configured vendor may have no sales of this app.
        let isOurs = expected != nil || (account.vendor != nil && name.vendor == account.vendor)
        if !isOurs, let sku = account.sku, reading.isForeign(to: sku) { throw .otherApp(sku: sku) }
        self.slot = slot
        self.digest = EvidenceDigest(sha256: Array(SHA256.hash(data: text)))
        self.rowCount = reading.rowCount
        self.byteCount = text.count
        self.unknownColumns = reading.unknownColumns
    }

    /// Returns the text of a file, decompressed where needed.
    ///
    /// - Throws: The reason why it cannot be decompressed.
    static func text(of bytes: [UInt8]) throws(ReportRefusal) -> [UInt8] {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLarge(Self.maximumByteCount) }
        guard GzipFile.isOne(bytes) else { return bytes }
        return try GzipFile.unpacked(bytes, maximumByteCount: Self.maximumTextByteCount)
    }

    /// Returns the finance region; empty for reports that are not finance reports.
    private static func region(of reading: ReportReading, _ stated: String?) throws(ReportRefusal) -> String {
        switch reading.kind {
        // Apple provides the detailed report only for all regions.
        case .financeDetail: return "Z1"
        case .financial:
            // Apple pays each region in one currency.
            if let stated, stated != "ZZ", let line = reading.secondCurrencyLine { throw .currenciesMixed(line: line) }
            guard let region = stated ?? (reading.secondCurrencyLine == nil ? nil : "ZZ") else { throw .regionUnknown }
            return region
        default: return ""
        }
    }
}

extension ReportRecord.Slot {
    /// Throws where the slot is not the expected one.
    fileprivate func check(_ expected: Self) throws(ReportRefusal) {
        guard self != expected else { return }
        if self.vendor != expected.vendor { throw .wrongVendor(found: self.vendor, expected: expected.vendor) }
        throw .unexpected(found: self.sentence, expected: expected.sentence)
    }

    private var sentence: String {
        let words = [self.kind.rawValue, self.period.length.rawValue, self.period.text, self.region]
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
