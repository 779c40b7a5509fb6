import Ledger

extension RepositoryContract {
    static let reports = [
        Behavior("A report comes back with its file, and the same text again is known") { subject in
            let repository = subject.repository
            try Self.require(try await Self.listed(repository, ReportFilter()), is: [:], "There is none.")
            let file = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let first = Self.report(.day(Self.day("2026-03-01")), 1, unknown: ["New", "Neu ü"])
            try Self.require(
                try await repository.write { unit in try unit.put(first, bytes: file, of: Sample.app) },
                is: .new(number: 1, supersedes: nil),
                "It is new."
            )
            try Self.require(
                try await repository.write { unit in
                    try unit.put(Self.report(first.slot.period, 1, by: "another"), bytes: [1], of: Sample.app)
                },
                is: .known(number: 1, supersedes: nil),
                "The same text is known."
            )
            let reopened = try await subject.reopen?() ?? repository
            let kept = Self.report(first.slot.period, 1, number: 1, unknown: ["New", "Neu ü"])
            try Self.require(
                try await reopened.read { view in try view.report(1, of: Sample.app) },
                is: kept,
                "As it was put."
            )
            try Self.require(
                try await reopened.read { view in try view.bytes(ofReport: 1, of: Sample.app) } == file,
                "Byte for byte."
            )
            let size = ReportRecord.partByteCount
            for (part, count) in [(0, size), (1, size), (2, file.count - 2 * size)] {
                let found = try await reopened.read { view in try view.part(part, ofReport: 1, of: Sample.app) }
                try Self.require(found == Array(file.dropFirst(part * size).prefix(count)), "Each part in its place.")
            }
            try Self.require(
                try await reopened.read { view in try view.part(3, ofReport: 1, of: Sample.app) },
                is: nil,
                "There are three."
            )
            try Self.require(
                try await reopened.read { view in try view.report(2, of: Sample.app) },
                is: nil,
                "There is one."
            )
            try Self.require(
                try await reopened.read { view in try view.bytes(ofReport: 2, of: Sample.app) },
                is: nil,
                "There is one."
            )
            try Self.require(
                try await reopened.read { view in try view.report(1, of: AppName("another")) },
                is: nil,
                "It is another app's."
            )
            try Self.require(
                try await reopened.read { view in try view.bytes(ofReport: 1, of: AppName("another")) },
                is: nil,
                "Another app's."
            )
            await reopened.close()
        },
        Behavior("Of the reports of a slot the one that was imported last counts, and a former one may count again") {
            subject in
            let repository = subject.repository
            let period = ReportPeriod.day(Self.day("2026-03-01"))
            for number in 1...3 as ClosedRange<Int64> {
                try Self.require(
                    try await repository.write { unit in
                        try unit.put(Self.report(period, UInt64(number)), bytes: [], of: Sample.app)
                    },
                    is: .new(number: number, supersedes: number == 1 ? nil : number - 1),
                    "It takes the place of the one before."
                )
            }
            let all = ReportFilter(isCurrentOnly: false)
            try Self.require(
                try await Self.listed(repository, all),
                is: [3: nil, 2: 3, 1: 2],
                "Each names what superseded it."
            )
            try Self.require(try await Self.listed(repository, ReportFilter()), is: [3: nil], "One counts.")
            try Self.require(
                try await repository.write { unit in try unit.put(Self.report(period, 2), bytes: [], of: Sample.app) },
                is: .known(number: 2, supersedes: 3),
                "It counts again."
            )
            try Self.require(try await Self.listed(repository, all), is: [3: 2, 2: nil, 1: 2], "It took its place.")
            let other = ReportRecord.Slot(kind: .sales, period: period, vendor: "85000001")
            try Self.require(
                try await repository.write { unit in try unit.put(Self.report(other, 2), bytes: [], of: Sample.app) },
                is: .new(number: 4, supersedes: nil),
                "Another vendor's is about something else."
            )
            try Self.require(
                try await repository.write { unit in
                    try unit.put(Self.report(period, 2), bytes: [], of: AppName("another"))
                },
                is: .new(number: 5, supersedes: nil),
                "Another app has its own."
            )
            try Self.require(try await Self.listed(repository, ReportFilter()), is: [4: nil, 2: nil], "Both count.")
        },
        Behavior("Reports are listed by kind, first day and vendor, page by page") { subject in
            let repository = subject.repository
            let slots = [
                ReportRecord.Slot(kind: .sales, period: .day(Self.day("2026-03-01"))),
                ReportRecord.Slot(kind: .sales, period: .week(Self.day("2026-03-01"))),
                ReportRecord.Slot(kind: .sales, period: .month(year: 2026, month: 3), vendor: "85000001"),
                ReportRecord.Slot(kind: .subscriber, period: .day(Self.day("2026-03-02")), vendor: "85000001"),
                ReportRecord.Slot(kind: .financial, period: .fiscalMonth(Self.march), region: "ZZ"),
            ]
            for (place, slot) in slots.enumerated() {
                _ = try await repository.write { unit in
                    try unit.put(Self.report(slot, UInt64(place)), bytes: [9], of: Sample.app)
                }
            }
            let found = try await repository.read { view in
                try view.reports(
                    of: Sample.app,
                    matching: ReportFilter(),
                    before: nil,
                    limit: 9
                )
            }
            try Self.require(found.map(\.slot), is: slots.reversed(), "Each as it was put.")
            func numbers(_ filter: ReportFilter) async throws -> [Int64] {
                try await repository.read { view in
                    try view.reports(of: Sample.app, matching: filter, before: nil, limit: 9)
                }.map(\.number)
            }
            try Self.require(try await numbers(ReportFilter(kind: .sales)), is: [3, 2, 1], "By kind.")
            try Self.require(try await numbers(ReportFilter(vendor: "85000001")), is: [4, 3], "By vendor.")
            try Self.require(try await numbers(ReportFilter(vendor: "")), is: [5, 2, 1], "By none.")
            let march = Self.day("2026-03-01")...Self.day("2026-03-31")
            try Self.require(try await numbers(ReportFilter(begin: march)), is: [5, 4, 3, 1], "By the first day.")
            let page = try await repository.read { view in
                try view.reports(of: Sample.app, matching: ReportFilter(), before: 4, limit: 2)
            }
            try Self.require(page.map(\.number), is: [3, 2], "After a number, within the limit.")
        },
        Behavior("Apple's answer that a report is absent is stored until there is one") { subject in
            let repository = subject.repository
            let days = (1...3).map { Self.day("2026-03-0\($0)") }
            @Sendable func absence(_ day: Int, _ reason: ReportAbsence.Reason, at: Int64 = 0) -> ReportAbsence {
                ReportAbsence(
                    slot: ReportRecord.Slot(kind: .sales, period: .day(days[day])),
                    reason: reason,
                    at: Sample.beginning + Span(milliseconds: at)
                )
            }
            for value in [absence(1, .notYet), absence(0, .gone), absence(1, .noSales, at: 5), absence(2, .noSales)] {
                try await repository.write { unit in try unit.put(value, of: Sample.app) }
            }
            try await repository.write { unit in try unit.put(absence(0, .notYet), of: AppName("another")) }
            try Self.require(
                try await repository.read { view in try view.absences(of: Sample.app, within: days[0]...days[1]) },
                is: [absence(0, .gone), absence(1, .noSales, at: 5)],
                "The last answer of each day."
            )
            _ = try await repository.write { unit in
                try unit.put(Self.report(.day(days[1]), 1), bytes: [], of: Sample.app)
            }
            try Self.require(
                try await repository.read { view in try view.absences(of: Sample.app, within: days[0]...days[2]) },
                is: [absence(0, .gone), absence(2, .noSales)],
                "There is a report now."
            )
        },
        Behavior("The state of a day begins open, changes as a whole and comes back") { subject in
            let repository = subject.repository
            let days = (0..<3).map { PacificDay(number: 20_500 + $0) }
            let unchanged = try await repository.write { unit in try unit.changeDay(days[0], of: Sample.app) { _ in } }
            try Self.require(unchanged, is: DayState(day: days[0]), "It is open.")
            try Self.require(
                try await repository.read { view in try view.dayStates(of: Sample.app, within: days[0]...days[2]) },
                is: [],
                "Nothing was said of any."
            )
            let digest = EvidenceDigest.number(7)
            let acceptance = DayState.Acceptance(
                by: "anna",
                reason: "late night\u{0}",
                at: Sample.beginning,
                digest: digest
            )
            let summary = DayState.Summary(text: "3 2 1 -1500 2500 1767225600000")
            let first = DayState(
                day: days[1],
                outcome: .unexplained,
                digest: digest,
                acceptance: acceptance,
                summary: summary
            )
            try Self.require(summary != nil, "A summary.")
            let kept = try await repository.write { unit in try unit.changeDay(days[1], of: Sample.app) { $0 = first } }
            try Self.require(kept, is: first, "As it was changed.")
            let second = try await repository.write { unit in
                try unit.changeDay(days[0], of: Sample.app) { state in
                    state = DayState(day: days[0], outcome: .matched, digest: .number(8), acceptance: nil)
                }
            }
            let reopened = try await subject.reopen?() ?? repository
            try Self.require(
                try await reopened.read { view in try view.dayStates(of: Sample.app, within: days[0]...days[2]) },
                is: [second, first],
                "In the order of days."
            )
            try Self.require(
                try await reopened.read { view in try view.dayStates(of: Sample.app, within: days[2]...days[2]) },
                is: [],
                "Nothing of the last."
            )
            try Self.require(
                try await reopened.read { view in try view.dayStates(of: AppName("another"), within: days[0]...days[2])
                },
                is: [],
                "Another app has its own."
            )
            await reopened.close()
        },
    ]

    /// The sixth month of the fiscal year 2026.
    private static let march = FiscalMonth(of: PacificDay(number: Self.day("2026-03-15").number))

    private static func day(_ text: String) -> CivilDay { CivilDay(text: text) ?? CivilDay(number: 0) }

    private static func report(
        _ period: ReportPeriod,
        _ digest: UInt64,
        number: Int64 = 0,
        unknown: [String] = [],
        by name: String = "anna"
    ) -> ReportRecord {
        Self.report(ReportRecord.Slot(kind: .sales, period: period), digest, number: number, unknown: unknown, by: name)
    }

    private static func report(
        _ slot: ReportRecord.Slot,
        _ digest: UInt64,
        number: Int64 = 0,
        unknown: [String] = [],
        by name: String = "anna"
    ) -> ReportRecord {
        ReportRecord(
            number: number,
            slot: slot,
            digest: .number(digest),
            name: "S_D_85000001_20260301.txt.gz",
            origin: .fetched,
            rowCount: 12,
            byteCount: 3456,
            unknownColumns: unknown,
            importedAt: Sample.beginning,
            importedBy: name
        )
    }

    /// Returns the report that supersedes each listed report, by number.
    private static func listed(_ repository: any Repository, _ filter: ReportFilter) async throws -> [Int64: Int64?] {
        let found = try await repository.read { view in
            try view.reports(of: Sample.app, matching: filter, before: nil, limit: 9)
        }
        return Dictionary(uniqueKeysWithValues: found.map { ($0.number, $0.supersededBy) })
    }
}
