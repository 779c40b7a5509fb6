import AppStore
import AppStoreSimulator
import Testing

@Suite struct RealtimeReplyTests {
    private static let id = RetentionFixture.message

    private static func reply(_ body: String, status: Int = 200, after milliseconds: Int64 = 5) -> RealtimeReply {
        .answered(status: status, body: Array(body.utf8), milliseconds: milliseconds)
    }

    @Test(
        "Each of the four options is an answer",
        arguments: [
            #"{"message":{"messageIdentifier":"ID"}}"#,
            #"{"alternateProduct":{"messageIdentifier":"ID","productId":"pro.yearly"}}"#,
            #"{"promotionalOffer":{"messageIdentifier":"ID","promotionalOfferSignatureV2":"a.b.c"}}"#,
            #"{"advancedCommerceInfo":{"messageIdentifier":"ID","advancedCommerceData":"e30="}}"#,
        ]
    )
    func options(body: String) {
        let reply = Self.reply(body.replacing("ID", with: Self.id.uppercased()))
        #expect(reply.result(withinMilliseconds: 700) == .success)
        #expect(reply.response?.messageIdentifier == Self.id)
    }

    @Test(
        "No option, two options, or half an option are no answer",
        arguments: [
            "", "{}", "[]", #"{"message":{}}"#, #"{"message":{"messageIdentifier":7}}"#,
            #"{"alternateProduct":{"messageIdentifier":"ID"}}"#,
            #"{"promotionalOffer":{"messageIdentifier":"ID"}}"#,
            #"{"message":{"messageIdentifier":"ID"},"advancedCommerceInfo":{"messageIdentifier":"ID"}}"#,
        ]
    )
    func noAnswer(body: String) {
        #expect(Self.reply(body).result(withinMilliseconds: 700) == .invalidResponse)
        #expect(Self.reply(body).response == nil)
    }

    @Test("Only status 200 in time counts")
    func statusAndTime() {
        let body = #"{"message":{"messageIdentifier":"ID"}}"#
        #expect(Self.reply(body, after: 700).result(withinMilliseconds: 700) == .success)
        #expect(Self.reply(body, after: 701).result(withinMilliseconds: 700) == .timedOut)
        #expect(Self.reply(body, status: 201).result(withinMilliseconds: 700) == .unsuccessfulHttpResponseCode)
        let failed = RealtimeReply.failed(.socketIssue, milliseconds: 1)
        #expect(failed.result(withinMilliseconds: 700) == .socketIssue)
        #expect(failed.response == nil)
    }
}
