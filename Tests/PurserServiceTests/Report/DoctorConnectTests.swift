import Ledger
import PurserService
import Testing

@Suite(.timeLimit(.minutes(10))) struct DoctorConnectTests {
    private static func codes(_ stage: ReportFetchStage, isOffline: Bool = false) async -> [String] {
        let credentials = Doctor.ConnectCredentials(
            app: ReportFetchStage.app,
            client: stage.client,
            vendorNumber: stage.vendor,
            today: PacificDay(of: stage.ambient.now())
        )
        let doctor = Doctor(
            apps: [],
            connects: [credentials],
            publicURL: nil,
            roots: .simulator([]),
            probe: PublicAddressProbe { _ in .answered(status: 200) },
            clock: ClockReadings { stage.ambient.now().milliseconds },
            sleep: { _ in }
        )
        var findings: [DoctorFinding] = []
        await doctor.run(isOffline: isOffline) { findings.append($0) }
        let about = findings.filter { $0.app == ReportFetchStage.app }
        #expect(about.allSatisfy { !$0.severity.matters || $0.remedy != nil })
        return about.map(\.code.rawValue)
    }

    @Test("Where key, vendor number and role are correct, one line states it")
    func well() async throws {
        #expect(await Self.codes(try ReportFetchStage()) == ["key", "connect"])
        let stage = try ReportFetchStage()
        stage.notes.refuse("territories", with: 403)
        #expect(await Self.codes(stage) == ["key", "connect"])
    }

    @Test("A replaced key, another vendor and an insufficient role are distinguished")
    func wrong() async throws {
        #expect(await Self.codes(try ReportFetchStage(isTeamKey: false)) == ["key", "connect_key_refused"])
        #expect(await Self.codes(try ReportFetchStage(vendor: "12345678")) == ["key", "connect_vendor_refused"])
        let roleless = try ReportFetchStage()
        roleless.notes.refuse("salesReports", with: 403)
        #expect(await Self.codes(roleless) == ["key", "connect_role_insufficient"])
        let sales = try ReportFetchStage()
        sales.notes.refuse("financeReports", with: 403)
        #expect(await Self.codes(sales) == ["key", "connect", "connect_finance_closed"])
    }

    @Test("An unreachable App Store Connect is reported, and offline no request is made")
    func unreachable() async throws {
        let stage = try ReportFetchStage()
        stage.notes.cut(true)
        #expect(await Self.codes(stage) == ["key", "apple_unreachable"])
        let offline = try ReportFetchStage()
        #expect(await Self.codes(offline, isOffline: true) == ["key"])
        #expect(offline.notes.targets.isEmpty)
    }
}
