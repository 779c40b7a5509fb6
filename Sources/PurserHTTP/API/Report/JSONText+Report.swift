import Ledger
import Notation

extension JSONText {
    /// Adds what is known of a report.
    mutating func describe(_ report: ReportRecord) {
        let slot = report.slot
        self.add("number", report.number)
        self.add("kind", slot.kind.rawValue)
        self.add("frequency", slot.period.length.rawValue)
        self.add("period", slot.period.text)
        self.add("begin", slot.period.begin.text)
        self.add("end", slot.period.end.text)
        self.add("region", slot.region.isEmpty ? nil : slot.region)
        self.add("vendor", slot.vendor.isEmpty ? nil : slot.vendor)
        self.add("name", report.name)
        self.add("origin", report.origin.rawValue)
        self.add("rows", Int64(report.rowCount))
        self.add("bytes", Int64(report.byteCount))
        self.add("unknownColumns", report.unknownColumns)
        self.add("digest", report.digest.hexadecimal)
        self.add("importedAt", report.importedAt)
        self.add("importedBy", report.importedBy)
        self.add("supersededBy", report.supersededBy)
    }
}
