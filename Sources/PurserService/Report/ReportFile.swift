import AppStore
import Crypto
import Ledger

/// A report that was read from end to end: what it is about, and that every row can be read.
struct ReportFile: Sendable {
    /// The most bytes that a file may have.
    static let maximumByteCount = 64 << 20
    /// The most bytes that a text may have.
    static let maximumTextByteCount = 512 << 20

    /// What it is about.
    let slot: ReportRecord.Slot
    /// The SHA-256 of its text.
    let digest: EvidenceDigest
    /// How many rows it has.
    let rowCount: Int
    /// The size of its text in bytes.
    let byteCount: Int
    /// The names of columns that no reader knows.
    let unknownColumns: [String]

    /// Reads a file, packed or not.
    ///
    /// - Parameters:
    ///   - bytes: The file as it came.
    ///   - name: Its name, which says what its rows do not.
    ///   - account: What the configuration says of the app.
    ///   - expected: What was asked for; `nil` for a file that was imported.
    /// - Throws: Why it cannot be kept.
    init(
        _ bytes: [UInt8],
        named name: String,
        of account: ReportAccount,
        as expected: ReportRecord.Slot?
    ) throws(ReportRefusal) {
        let text = try Self.text(of: bytes)
        let reading = try ReportReading(text)
        // What was asked for is known; an address says no more than that.
        let name = ReportFileName(expected == nil ? name : "")
        let vendor = name.vendor ?? expected?.vendor ?? account.vendor ?? ""
        if let own = account.vendor, vendor != own { throw .wrongVendor(found: vendor, expected: own) }
        guard let period = reading.period ?? expected?.period ?? name.period else { throw .periodUnknown }
        let region = try Self.region(of: reading, expected?.region ?? name.region)
        let slot = ReportRecord.Slot(kind: reading.kind, period: period, region: region, vendor: vendor)
        if let expected { try slot.check(expected) }
        // A vendor whose number is known to be ours may have sold nothing of this app.
        let isOurs = expected != nil || (account.vendor != nil && name.vendor == account.vendor)
        if !isOurs, let sku = account.sku, reading.isForeign(to: sku) { throw .otherApp(sku: sku) }
        self.slot = slot
        self.digest = EvidenceDigest(sha256: Array(SHA256.hash(data: text)))
        self.rowCount = reading.rowCount
        self.byteCount = text.count
        self.unknownColumns = reading.unknownColumns
    }

    /// Returns the text of a file, unpacked where it is packed.
    ///
    /// - Throws: Why it cannot be unpacked.
    static func text(of bytes: [UInt8]) throws(ReportRefusal) -> [UInt8] {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLarge(Self.maximumByteCount) }
        guard GzipFile.isOne(bytes) else { return bytes }
        return try GzipFile.unpacked(bytes, maximumByteCount: Self.maximumTextByteCount)
    }

    /// The finance region; empty for reports that are not about money that was settled.
    private static func region(of reading: ReportReading, _ stated: String?) throws(ReportRefusal) -> String {
        switch reading.kind {
        // Apple makes the detailed report of all regions only.
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
    /// Fails unless it is what was asked for.
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
