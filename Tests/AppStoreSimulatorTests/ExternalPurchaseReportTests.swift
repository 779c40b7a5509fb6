import AppStore
import AppStoreSimulator
import Testing

@Suite struct ExternalPurchaseReportTests {
    @Test("Buys, subscriptions and refunds that add up are taken, together or one after the other")
    func taken() throws {
        var books = ExternalPurchaseBooks()
        #expect(try books.send(books.report(books.game(), books.start(), books.renewal())) == [])
        #expect(try books.send(books.report(books.refund())) == [])
        #expect(try books.send(books.report(books.refund("refund-2", net: 4000))) == [])
        #expect(books.desk.tokens[0].reportedStatus == .lineItem)
        #expect(books.desk.tokens[0].reportedAt == books.now)
    }

    @Test("A report that was taken can be read back as it was sent, by its identifier in any case; others cannot")
    func readBack() throws {
        var books = ExternalPurchaseBooks()
        let report = books.report(books.game())
        #expect(try books.send(report) == [])
        let identifier = try #require(report.requestIdentifier)
        let (status, body) = books.desk.answer(forReport: identifier.uppercased(), app: 0)
        #expect(status == 200)
        #expect(try ExternalPurchaseReport(json: body) == report)
        for (name, app) in [("00000000-0000-4000-8000-00000000ffff", 0), (identifier, 1)] {
            let (status, body) = books.desk.answer(forReport: name, app: app)
            #expect(status == 400)
            let error = try ExternalPurchaseErrorResponse.Item(json: body)
            #expect(error.errorCode == 3 && error.fieldName == "requestIdentifier")
        }
    }

    @Test("A report that was refused left nothing behind and may be sent again under its identifier")
    func refused() throws {
        var books = ExternalPurchaseBooks()
        var report = books.report(books.game(), books.game("other").with { $0.quantity = 0 })
        #expect(try books.send(report) == ["16 quantity other"])
        #expect(!books.desk.tokens[0].isReported)
        report.lineItems = [books.game(), books.game("other")]
        #expect(try books.send(report) == [])
        #expect(try books.send(report).first == "1 requestIdentifier")
    }

    @Test("Where the switch says so, the same report again is answered again, and another one under its name is not")
    func repeated() throws {
        var conduct = ExternalPurchaseConduct()
        conduct.acceptsRepeatedReports = true
        var books = ExternalPurchaseBooks(conduct: conduct)
        var report = books.report(books.game())
        #expect(try books.send(report) == [])
        #expect(try books.send(report) == [])
        report.lineItems = [books.game("other")]
        #expect(try books.send(report) == ["1 requestIdentifier"])
    }

    @Test(
        "What is no report at all is refused without touching anything",
        arguments: ["", "[]", "{", #"{"requestIdentifier":"no-uuid"}"#, #"{"requestIdentifier":7}"#]
    )
    func malformed(body: String) throws {
        var books = ExternalPurchaseBooks()
        let (status, answer) = books.desk.takeReport(Array(body.utf8), app: 0, at: books.now)
        #expect(status == 400)
        #expect(try JSONValue(json: answer)["errorCode"] == .number("4000000"))
    }

    @Test(
        "Reported in whatever way, a token is never mentioned again",
        arguments: [ExternalPurchaseReportStatus.noLineItem, .unrecognizedToken, .duplicateToken]
    )
    func reminders(status: ExternalPurchaseReportStatus) throws {
        var books = ExternalPurchaseBooks(type: .services)
        let next = try #require(books.desk.nextReminder(ofToken: 0, after: books.now))
        #expect(try books.send(books.report(status)) == [])
        #expect(books.desk.reminder(ofToken: 0, at: next.at) == nil)
        #expect(books.desk.nextReminder(ofToken: 0, after: books.now) == nil)
    }

    @Test("A correction takes the place of the line item, and a retraction takes its amount away, until undone")
    func corrections() throws {
        var books = ExternalPurchaseBooks()
        #expect(try books.send(books.report(books.game())) == [])
        #expect(try books.send(books.report(books.refund())) == [])
        let cheaper = books.game().restated {
            $0.amountTaxExclusive = 7000
            $0.taxAmount = 3000
            $0.netAmountTaxExclusive = 5000
        }
        #expect(try books.send(books.report(cheaper)) == [])
        let retracted = books.refund(net: 7000).restated { $0.erroneouslySubmitted = true }
        #expect(try books.send(books.report(retracted)) == [])
        #expect(try books.send(books.report(books.refund("refund-2", net: 5000))) == [])
        #expect(try books.send(books.report(books.refund(net: 3000).restated())) == [])
    }

    @Test("Two apps may use the same identifiers")
    func apps() throws {
        var books = ExternalPurchaseBooks()
        let other = WorldApp(bundleId: "com.example.other", appAppleId: 2, environment: .sandbox)
        let uuid = String(ExternalPurchaseBooks.token.dropFirst(8))
        _ = books.desk.makeToken(type: nil, app: 1, of: other, customer: 0, at: books.now, uuid: uuid)
        let report = books.report(books.game())
        #expect(try books.send(report) == [])
        #expect(books.desk.takeReport(report.json(), app: 1, at: books.now).status == 200)
        #expect(books.desk.tokens[1].isReported)
    }
}
