import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct ReportServiceTests {
    private let repository = InMemoryRepository()
    private let app = Sample.app

    private var service: ReportService {
        ReportService(
            repository: self.repository,
            ambient: Ambient(now: { Sample.beginning }, randomBytes: { [UInt8](repeating: 7, count: $0) })
        )
    }

    private func add(
        _ bytes: [UInt8],
        _ origin: ReportRecord.Origin = .file,
        by act: RequestOrigin = RequestOrigin(name: "anna")
    ) async throws(ReportRefusal) -> AddedReport {
        try await self.service.add(bytes, named: "report", to: self.app, origin: origin, by: act)
    }

    private static func sales(_ day: Int, units: Int = 1) -> [UInt8] {
        ReportSample.sales([ReportSample.sale("03/0\(day)/2026", units: "\(units)")])
    }

    @Test("The outcome of a report is the first of its slot, known, or a replacement")
    func outcomes() async throws {
        let first = try await self.add(Self.sales(1))
        #expect(first.outcome == .imported)
        let again = try await self.add(Self.sales(1))
        #expect(again.outcome == .known)
        #expect(again.record == first.record)
        let corrected = try await self.add(Self.sales(1, units: 2))
        #expect(corrected.outcome == .superseding)
        #expect(corrected.supersedes == first.record.number)
        let back = try await self.add(Self.sales(1))
        #expect(back.outcome == .superseding)
        #expect(!back.isNew)
        #expect(back.record.number == first.record.number)
        #expect(back.record.supersededBy == nil)
    }

    @Test("Where the apps are configured, another one is refused")
    func unknownApp() async throws {
        let service = ReportService(
            repository: self.repository,
            ambient: Ambient(now: { Sample.beginning }, randomBytes: { [UInt8](repeating: 7, count: $0) }),
            accounts: [self.app: ReportAccount()]
        )
        let other = AppName("other")
        await #expect(throws: ReportRefusal.appUnknown(other)) {
            try await service.add(
                Self.sales(1),
                named: "report",
                to: other,
                origin: .file,
                by: RequestOrigin(name: "anna")
            )
        }
        await #expect(throws: ReportRefusal.appUnknown(other)) {
            try await service.reports(of: other, matching: ReportFilter(), limit: 1)
        }
        await #expect(throws: ReportRefusal.appUnknown(other)) { try await service.report(1, of: other) }
        await #expect(throws: ReportRefusal.unknown(1)) { try await service.report(1, of: self.app) }
        #expect(
            try await self.repository.read { view in
                try view.reports(of: other, matching: ReportFilter(), before: nil, limit: 1)
            }.isEmpty
        )
    }

    @Test("The current reports are found by kind and day, by ascending day")
    func current() async throws {
        for day in [3, 1, 2] { _ = try await self.add(Self.sales(day)) }
        _ = try await self.add(Self.sales(2, units: 5))
        let events = ReportSample.text([ReportSample.eventColumns, ReportSample.event("2026-03-02")])
        _ = try await self.add(events)
        let days = try #require(CivilDay(text: "2026-03-01"))...(try #require(CivilDay(text: "2026-03-02")))
        let found = try await self.repository.read { view in
            try view.currentReports(.sales, of: self.app, within: days)
        }
        #expect(found.map(\.number) == [2, 4])
        #expect(try await self.service.file(of: found[1], app: self.app) == Self.sales(2, units: 5))
    }

    @Test("An import or a fetch is in the audit log, unless it changes nothing or is refused")
    func audit() async throws {
        let added = try await self.add(Self.sales(1))
        _ = try await self.add(Self.sales(1))
        _ = try await self.add(Self.sales(2), .fetched)
        _ = try await self.add(Self.sales(3), .fetched, by: .schedule)
        _ = try? await self.add(Array("hello".utf8))
        let entries = try await self.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.action) == [.reportImport, .reportImport])
        #expect(entries.last?.subject == "SALES 2026-03-02", "Due reports are fetched without a person.")
        let entry = try #require(entries.first)
        #expect(entry.subject == "SALES 2026-03-01")
        #expect(entry.operatorName == "anna")
        #expect(entry.details["digest"] == added.record.digest.hexadecimal)
    }

    @Test("A number without a report is unknown")
    func unknown() async throws {
        await #expect(throws: ReportRefusal.unknown(7)) { try await self.service.report(7, of: self.app) }
    }
}
