import AppStore
import AppStoreSimulator
import Testing

@Suite struct ExternalPurchaseWorldTests {
    private static func open(_ type: String?, in world: World) throws -> String {
        var action = WorldAction(.openExternalPurchase)
        action.customer = "anna"
        action.reason = type
        return try #require(try world.perform(action).identifier)
    }

    private static func report(_ id: String, _ status: ExternalPurchaseReportStatus, in world: World) -> Int {
        let report = ExternalPurchaseReport.with {
            $0.requestIdentifier = RetentionFixture.message
            $0.externalPurchaseId = id
            $0.status = status
        }
        return world.answerExternalPurchaseReport(report.json(), app: 0).status
    }

    @Test("A token of a custom link causes notifications at its creation and each month, until it is overdue")
    func unreported() throws {
        let world = try Shop.world()
        let id = try Self.open("ACQUISITION", in: world)
        let created = try #require(world.drainOutbox().first)
        #expect(created.name == "EXTERNAL_PURCHASE_TOKEN/CREATED")
        #expect(created.payload.externalPurchaseToken?.externalPurchaseId == id)
        #expect(created.payload.externalPurchaseToken?.tokenType == .acquisition)
        #expect(created.payload.data == nil)
        try world.advance(by: .months(3))
        #expect(world.sent() == Array(repeating: "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", count: 3))
        try world.advance(by: .years(2))
        #expect(
            world.sent()
                == Array(repeating: "EXTERNAL_PURCHASE_TOKEN/ACTIVE_TOKEN_REMINDER", count: 2)
                + ["EXTERNAL_PURCHASE_TOKEN/UNREPORTED"]
        )
    }

    @Test(
        "A reported token causes no more notifications",
        arguments: [ExternalPurchaseReportStatus.duplicateToken, .noLineItem]
    )
    func reported(status: ExternalPurchaseReportStatus) throws {
        let world = try Shop.world()
        let id = try Self.open("SERVICES", in: world)
        try world.advance(by: .months(1))
        #expect(world.sent().count == 2)
        #expect(Self.report(id, status, in: world) == 200)
        try world.advance(by: .years(2))
        #expect(world.sent() == [])
        #expect(world.answerExternalPurchaseReport(named: RetentionFixture.message, app: 0).status == 200)
    }

    @Test("A token of a plain link causes one notification, after ten days")
    func plain() throws {
        let world = try Shop.world(environment: .sandbox)
        #expect(try Self.open(nil, in: world).hasPrefix("SANDBOX"))
        #expect(world.sent() == [])
        try world.advance(by: .years(1))
        #expect(world.sent() == ["EXTERNAL_PURCHASE_TOKEN/UNREPORTED"])
    }
}
