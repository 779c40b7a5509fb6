/// How a report goes wrong, as the rules that struck have it.
struct ReportConduct: Sendable {
    /// How much later than usual it is made, in milliseconds.
    private(set) var lateMilliseconds: Int64 = 0
    /// How long it lacks its last row, in milliseconds.
    private(set) var correctedMilliseconds: Int64 = 0
    /// Whether rows are told apart by device.
    private(set) var isSplit = false
    /// Whether it has a column that nobody expects.
    private(set) var hasNewColumn = false
    /// Whether the file ends in its middle.
    private(set) var isCut = false

    /// The conduct of these rules.
    init(_ faults: [WorldFault]) {
        for fault in faults {
            switch fault.effect {
            case .reportLate: self.lateMilliseconds += fault.milliseconds ?? 0
            case .reportCorrected: self.correctedMilliseconds += fault.milliseconds ?? 0
            case .reportSplit: self.isSplit = true
            case .reportColumn: self.hasNewColumn = true
            case .reportCut: self.isCut = true
            default: break
            }
        }
    }
}
