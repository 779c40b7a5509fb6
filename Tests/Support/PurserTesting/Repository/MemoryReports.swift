import Ledger

/// Apple's reports in `InMemoryRepository`.
struct MemoryReports: Sendable {
    /// A report with its file.
    private struct Entry {
        let app: AppName
        var record: ReportRecord
        let bytes: [UInt8]
    }

    /// The subject of a report in one app.
    private struct Place: Hashable {
        let app: AppName
        let slot: ReportRecord.Slot
    }

    /// A day of one app.
    private struct AppDay: Hashable {
        let app: AppName
        let day: PacificDay
    }

    private var kept: [Entry] = []
    private var absences: [Place: ReportAbsence] = [:]
    private var days: [AppDay: DayState] = [:]

    /// Stores a report, or makes a stored one current again.
    mutating func put(_ report: ReportRecord, bytes: [UInt8], of app: AppName) -> ReportStoreResult {
        self.absences[Place(app: app, slot: report.slot)] = nil
        let ofSlot = self.kept.filter { $0.app == app && $0.record.slot == report.slot }.map(\.record)
        let current = ofSlot.first { $0.supersededBy == nil }?.number
        if let known = ofSlot.first(where: { $0.digest == report.digest }) {
            guard known.supersededBy != nil else { return .known(number: known.number, supersedes: nil) }
            self.supersede(known.number, by: nil)
            if let current { self.supersede(current, by: known.number) }
            return .known(number: known.number, supersedes: current)
        }
        let number = Int64(self.kept.count) + 1
        self.kept.append(Entry(app: app, record: report.kept(as: number, supersededBy: nil), bytes: bytes))
        if let current { self.supersede(current, by: number) }
        return .new(number: number, supersedes: current)
    }

    /// Reports of an app, the last imported first.
    func reports(of app: AppName, matching filter: ReportFilter, before number: Int64?, limit: Int) -> [ReportRecord] {
        var found: [ReportRecord] = []
        for kept in self.kept.reversed() where kept.app == app {
            let record = kept.record
            if let number, record.number >= number { continue }
            if let kind = filter.kind, record.slot.kind != kind { continue }
            if let begin = filter.begin, !begin.contains(record.slot.period.begin) { continue }
            if let vendor = filter.vendor, record.slot.vendor != vendor { continue }
            if filter.isCurrentOnly, record.supersededBy != nil { continue }
            found.append(record)
        }
        return Array(found.prefix(limit))
    }

    /// A report by its number.
    func report(_ number: Int64, of app: AppName) -> ReportRecord? { self.find(number, app)?.record }

    /// A part of the file of a report.
    func part(_ part: Int, ofReport number: Int64, of app: AppName) -> [UInt8]? {
        let rest = self.find(number, app)?.bytes.dropFirst(part * ReportRecord.partByteCount) ?? []
        return rest.isEmpty ? nil : Array(rest.prefix(ReportRecord.partByteCount))
    }

    /// Stores Apple's answer that a report is absent.
    mutating func put(_ absence: ReportAbsence, of app: AppName) {
        self.absences[Place(app: app, slot: absence.slot)] = absence
    }

    /// Returns Apple's answers about absent reports of a span of days, by day and kind.
    func absences(of app: AppName, within days: ClosedRange<CivilDay>) -> [ReportAbsence] {
        let found = self.absences.filter { $0.key.app == app && days.contains($0.key.slot.period.begin) }.map(\.value)
        let kinds = ReportKind.allCases
        let lengths = ReportPeriod.Length.allCases
        return found.sorted { one, other in
            func place(_ slot: ReportRecord.Slot) -> (Int64, Int, Int, String, String) {
                (
                    slot.period.begin.number, kinds.firstIndex(of: slot.kind) ?? 0,
                    lengths.firstIndex(of: slot.period.length) ?? 0, slot.region, slot.vendor
                )
            }
            return place(one.slot) < place(other.slot)
        }
    }

    /// How far the comparison has come of the days of which something is kept.
    func dayStates(of app: AppName, within days: ClosedRange<PacificDay>) -> [DayState] {
        self.days.filter { $0.key.app == app && days.contains($0.key.day) }.map(\.value).sorted { $0.day < $1.day }
    }

    /// Changes the state of a day, which begins open, and returns it.
    mutating func changeDay(_ day: PacificDay, of app: AppName, _ change: (inout DayState) -> Void) -> DayState {
        let key = AppDay(app: app, day: day)
        let former = self.days[key] ?? DayState(day: day)
        var state = former
        change(&state)
        guard state != former, state.day == day else { return former }
        self.days[key] = state
        return state
    }

    private func find(_ number: Int64, _ app: AppName) -> Entry? {
        self.kept.first { $0.app == app && $0.record.number == number }
    }

    private mutating func supersede(_ number: Int64, by other: Int64?) {
        let place = Int(number) - 1
        self.kept[place].record = self.kept[place].record.kept(as: number, supersededBy: other)
    }
}

extension ReportRecord {
    /// The same report under a number of the repository's, and what supersedes it.
    fileprivate func kept(as number: Int64, supersededBy other: Int64?) -> Self {
        Self(
            number: number,
            slot: self.slot,
            digest: self.digest,
            name: self.name,
            origin: self.origin,
            rowCount: self.rowCount,
            byteCount: self.byteCount,
            unknownColumns: self.unknownColumns,
            importedAt: self.importedAt,
            importedBy: self.importedBy,
            supersededBy: other
        )
    }
}
