import Ledger
import Notation
import Testing

@Suite struct SubscriptionDetailsTests {
    private static let answer = SubscriptionDetails(
        phase: .expired(isConfirmed: false),
        productID: ProductID("pro.monthly"),
        transactionID: TransactionID("2000000000000002"),
        renewStatus: .offByRefundRequest,
        renewStatusChangedAt: Instant(milliseconds: 0),
        lastRenewalAt: Instant(milliseconds: 1),
        nextRenewalAt: Instant(milliseconds: 2),
        nextProductID: ProductID("pro.yearly"),
        nextPrice: Money(amountMilliunits: 9990, currency: "USD"),
        offer: Offer(type: 1, identifier: "intro", discountType: "FREE_TRIAL", period: "P1M"),
        nextOffer: Offer(type: 2, identifier: nil, discountType: nil, period: nil),
        expirationIntent: 1,
        willRenewPeriod: .yes,
        willRenewCommitment: .needsConsent,
        commitmentUntil: Instant(milliseconds: 3),
        overrides: [.status, .refundRequestOpen],
        asks: [.expiredUnconfirmed, .statusOverride]
    )
    private static let bare = SubscriptionDetails(
        phase: .active,
        productID: nil,
        transactionID: nil,
        renewStatus: .on
    )

    private static func text(_ answer: SubscriptionDetails, isAnswer: Bool) -> String {
        var json = JSONText(isByName: isAnswer)
        json.describe(answer, isAnswer: isAnswer)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test("An answer has every field in the order of names, byte for byte")
    func answer() {
        let parts = [
            #""asks":["expired_unconfirmed","status_override"],"commitmentUntil":"1970-01-01T00:00:00.003Z""#,
            #""confirmed":false,"expirationIntent":1,"lastRenewalAt":"1970-01-01T00:00:00.001Z""#,
            #""nextOffer":{"offerType":2},"nextPrice":{"amountMilliunits":9990,"currency":"USD"}"#,
            #""nextProduct":"pro.yearly","nextRenewalAt":"1970-01-01T00:00:00.002Z""#,
            #""offer":{"offerDiscountType":"FREE_TRIAL","offerIdentifier":"intro","offerPeriod":"P1M","offerType":1}"#,
            #""overrides":["status","refund_request_open"],"product":"pro.monthly""#,
            #""renewStatus":"offByRefundRequest","renewStatusChangedAt":"1970-01-01T00:00:00.000Z""#,
            #""state":"expired","transaction":"2000000000000002""#,
            #""willRenewCommitment":"needsConsent","willRenewPeriod":"yes""#,
        ]
        #expect(Self.text(Self.answer, isAnswer: true) == "{" + parts.joined(separator: ",") + "}")
        let bare = #"{"asks":[],"confirmed":true,"overrides":[],"renewStatus":"on","state":"active"}"#
        #expect(Self.text(Self.bare, isAnswer: true) == bare)
    }

    @Test("An event has the same fields without the checks with Apple, in the order of events")
    func event() {
        let parts = [
            #""state":"expired","confirmed":false,"product":"pro.monthly","transaction":"2000000000000002""#,
            #""renewStatus":"offByRefundRequest","renewStatusChangedAt":"1970-01-01T00:00:00.000Z""#,
            #""lastRenewalAt":"1970-01-01T00:00:00.001Z","nextRenewalAt":"1970-01-01T00:00:00.002Z""#,
            #""nextProduct":"pro.yearly","nextPrice":{"amountMilliunits":9990,"currency":"USD"}"#,
            #""offer":{"offerType":1,"offerIdentifier":"intro","offerDiscountType":"FREE_TRIAL","offerPeriod":"P1M"}"#,
            #""nextOffer":{"offerType":2},"expirationIntent":1,"willRenewPeriod":"yes""#,
            #""willRenewCommitment":"needsConsent","commitmentUntil":"1970-01-01T00:00:00.003Z""#,
            #""overrides":["status","refund_request_open"]"#,
        ]
        #expect(Self.text(Self.answer, isAnswer: false) == "{" + parts.joined(separator: ",") + "}")
        let bare = #"{"state":"active","confirmed":true,"renewStatus":"on","overrides":[]}"#
        #expect(Self.text(Self.bare, isAnswer: false) == bare)
    }
}
