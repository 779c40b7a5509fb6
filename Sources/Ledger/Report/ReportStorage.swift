/// Loads and saves reports, and Apple's answers where there was no report.
package protocol ReportStorage: CustomerStorage {
    /// Deletes Apple's answer that there is no report.
    func deleteAbsence(of slot: ReportRecord.Slot, app: Int64) throws

    /// Returns the number of the report that counts for a slot; `nil` where there is none.
    func currentReport(of slot: ReportRecord.Slot, app: Int64) throws -> Int64?

    /// Returns the report with this text in a slot: its number, and the number of the report that superseded it.
    func report(
        with digest: EvidenceDigest,
        of slot: ReportRecord.Slot,
        app: Int64
    ) throws -> (number: Int64, supersededBy: Int64?)?

    /// Saves a report with its file, and returns its number.
    func insert(_ report: ReportRecord, bytes: [UInt8], app: Int64) throws -> Int64

    /// Saves the number of the report that supersedes another; `nil` for one that counts.
    func supersede(_ report: Int64, by other: Int64?) throws
}

extension LedgerStorage {
    /// Stores a report, or makes it current again.
    package func put(_ report: ReportRecord, bytes: [UInt8], of name: AppName) throws -> ReportStoreResult {
        let app = try self.app(name)
        try self.deleteAbsence(of: report.slot, app: app)
        let current = try self.currentReport(of: report.slot, app: app)
        if let known = try self.report(with: report.digest, of: report.slot, app: app) {
            guard known.supersededBy != nil else { return .known(number: known.number, supersedes: nil) }
            try self.supersede(known.number, by: nil)
            if let current { try self.supersede(current, by: known.number) }
            return .known(number: known.number, supersedes: current)
        }
        let number = try self.insert(report, bytes: bytes, app: app)
        if let current { try self.supersede(current, by: number) }
        return .new(number: number, supersedes: current)
    }
}
