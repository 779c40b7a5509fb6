import AppStore
import AppStoreSimulator
import Testing

@Suite struct ExternalPurchaseReportTests {
    @Test("Consistent buys, subscriptions and refunds are accepted, together or one after the other")
    func taken() throws {
        var fixture = ExternalPurchaseFixture()
        #expect(try fixture.send(fixture.report(fixture.game(), fixture.start(), fixture.renewal())) == [])
        #expect(try fixture.send(fixture.report(fixture.refund())) == [])
        #expect(try fixture.send(fixture.report(fixture.refund("refund-2", net: 4000))) == [])
        #expect(fixture.reporting.tokens[0].reportedStatus == .lineItem)
        #expect(fixture.reporting.tokens[0].reportedAt == fixture.now)
    }

    @Test("Only an accepted report can be read, as it was sent, by its identifier ignoring case")
    func readBack() throws {
        var fixture = ExternalPurchaseFixture()
        let report = fixture.report(fixture.game())
        #expect(try fixture.send(report) == [])
        let identifier = try #require(report.requestIdentifier)
        let (status, body) = fixture.reporting.answer(forReport: identifier.uppercased(), app: 0)
        #expect(status == 200)
        #expect(try ExternalPurchaseReport(json: body) == report)
        for (name, app) in [("00000000-0000-4000-8000-00000000ffff", 0), (identifier, 1)] {
            let (status, body) = fixture.reporting.answer(forReport: name, app: app)
            #expect(status == 400)
            let error = try ExternalPurchaseErrorResponse.Item(json: body)
            #expect(error.errorCode == 3 && error.fieldName == "requestIdentifier")
        }
    }

    @Test("A refused report has no effect and can be sent again under its identifier")
    func refused() throws {
        var fixture = ExternalPurchaseFixture()
        var report = fixture.report(fixture.game(), fixture.game("other").with { $0.quantity = 0 })
        #expect(try fixture.send(report) == ["16 quantity other"])
        #expect(!fixture.reporting.tokens[0].isReported)
        report.lineItems = [fixture.game(), fixture.game("other")]
        #expect(try fixture.send(report) == [])
        #expect(try fixture.send(report).first == "1 requestIdentifier")
    }

    @Test("With the switch, a repeated report gets the same response, and another one under its identifier is refused")
    func repeated() throws {
        var behavior = ExternalPurchaseBehavior()
        behavior.acceptsRepeatedReports = true
        var fixture = ExternalPurchaseFixture(behavior: behavior)
        var report = fixture.report(fixture.game())
        #expect(try fixture.send(report) == [])
        #expect(try fixture.send(report) == [])
        report.lineItems = [fixture.game("other")]
        #expect(try fixture.send(report) == ["1 requestIdentifier"])
    }

    @Test(
        "A body that is not a report is refused without effect",
        arguments: ["", "[]", "{", #"{"requestIdentifier":"no-uuid"}"#, #"{"requestIdentifier":7}"#]
    )
    func malformed(body: String) throws {
        var fixture = ExternalPurchaseFixture()
        let (status, answer) = fixture.reporting.takeReport(Array(body.utf8), app: 0, at: fixture.now)
        #expect(status == 400)
        #expect(try JSONValue(json: answer)["errorCode"] == .number("4000000"))
    }

    @Test(
        "After any report, a token causes no more notifications",
        arguments: [ExternalPurchaseReportStatus.noLineItem, .unrecognizedToken, .duplicateToken]
    )
    func reminders(status: ExternalPurchaseReportStatus) throws {
        var fixture = ExternalPurchaseFixture(type: .services)
        let next = try #require(fixture.reporting.nextReminder(ofToken: 0, after: fixture.now))
        #expect(try fixture.send(fixture.report(status)) == [])
        #expect(fixture.reporting.reminder(ofToken: 0, at: next.at) == nil)
        #expect(fixture.reporting.nextReminder(ofToken: 0, after: fixture.now) == nil)
    }

    @Test("A correction replaces the line item, and a retraction removes its amount, until it is undone")
    func corrections() throws {
        var fixture = ExternalPurchaseFixture()
        #expect(try fixture.send(fixture.report(fixture.game())) == [])
        #expect(try fixture.send(fixture.report(fixture.refund())) == [])
        let cheaper = fixture.game().restated {
            $0.amountTaxExclusive = 7000
            $0.taxAmount = 3000
            $0.netAmountTaxExclusive = 5000
        }
        #expect(try fixture.send(fixture.report(cheaper)) == [])
        let retracted = fixture.refund(net: 7000).restated { $0.erroneouslySubmitted = true }
        #expect(try fixture.send(fixture.report(retracted)) == [])
        #expect(try fixture.send(fixture.report(fixture.refund("refund-2", net: 5000))) == [])
        #expect(try fixture.send(fixture.report(fixture.refund(net: 3000).restated())) == [])
    }

    @Test("Two apps may use the same identifiers")
    func apps() throws {
        var fixture = ExternalPurchaseFixture()
        let other = WorldApp(bundleId: "com.example.other", appAppleId: 2, environment: .sandbox)
        let uuid = String(ExternalPurchaseFixture.token.dropFirst(8))
        _ = fixture.reporting.makeToken(type: nil, app: 1, of: other, customer: 0, at: fixture.now, uuid: uuid)
        let report = fixture.report(fixture.game())
        #expect(try fixture.send(report) == [])
        #expect(fixture.reporting.takeReport(report.json(), app: 1, at: fixture.now).status == 200)
        #expect(fixture.reporting.tokens[1].isReported)
    }
}
