import AppStore
import Foundation
import Ledger
import PurserService
import Testing

@Suite struct ConsumptionReplyTests {
    private static let answers: [Ledger.RefundPreference?] = [nil, .decline, .grantFull, .grantProrated]

    @Test("Every decision in all circumstances is a reply that Apple accepts, with the same meaning")
    func everyReply() throws {
        var answers = 0
        for kind in TransactionSnapshot.Kind.allCases {
            for deliveryStatus in RefundDeliveryStatus.allCases {
                for share in [nil, 0, 1, 40_000, 100_000] as [Int64?] {
                    for (desired, second) in Self.answers.flatMap({ desired in Self.answers.map { (desired, $0) } }) {
                        let circumstances = RefundCircumstances(
                            kind: kind,
                            deliveryStatus: deliveryStatus,
                            share: share,
                            hasConsent: true
                        )
                        let reply = try RefundReply(desired, otherwise: second, in: circumstances)
                        let answer = try #require(ConsumptionInformation(reply, about: kind))
                        #expect(answer.request.customerConsented == true)
                        #expect(answer.request.deliveryStatus?.rawValue == reply.deliveryStatus.rawValue)
                        #expect(answer.request.consumptionPercentage.map(Int64.init) == reply.share)
                        #expect(answer.request.refundPreference?.rawValue == reply.preference?.rawValue)
                        answers += 1
                    }
                }
            }
        }
        #expect(answers == 4 * 5 * 5 * 16)
    }

    @Test("A reply about another kind of product is none")
    func otherKind() throws {
        let coins = RefundCircumstances(kind: .consumable, deliveryStatus: .delivered, share: 40_000, hasConsent: true)
        let reply = try RefundReply(.decline, in: coins)
        #expect(ConsumptionInformation(reply, about: .autoRenewable) == nil)
        let subscription = RefundCircumstances(kind: .autoRenewable, deliveryStatus: .delivered, hasConsent: true)
        let part = try RefundReply(.grantProrated, in: subscription)
        #expect(ConsumptionInformation(part, about: .consumable) == nil)
        #expect(ConsumptionInformation(part, about: .autoRenewable) != nil)
    }

    @Test("Version 1 sends the shop's facts about the customer, and no others")
    func firstVersion() throws {
        let now = Instant(milliseconds: 1_767_225_600_000)
        let circumstances = RefundCircumstances(
            kind: .consumable,
            deliveryStatus: .undeliveredQuality,
            share: 40_000,
            hasConsent: true
        )
        let reply = try RefundReply(.grantProrated, in: circumstances)
        let silent = ConsumptionInformationV1(reply, facts: CustomerFacts([]), token: nil, at: now).request
        #expect(silent.customerConsented == true)
        #expect(silent.deliveryStatus == .undeliveredQualityIssue)
        #expect(silent.consumptionStatus == .notConsumed)
        #expect(silent.refundPreference == .grant)
        #expect(silent.accountTenure == .undeclared)
        #expect(silent.playTime == .undeclared)
        #expect(silent.userStatus == .undeclared)
        #expect(silent.platform == .undeclared)
        #expect(silent.appAccountToken == "")
        let words: [(CustomerFact.Topic, CustomerFact.Value)] = [
            (.registeredAt, .instant(now - .days(40))), (.playTime, .minutes(400)), (.accountStatus, .status(.limited)),
            (.platforms, .platforms([.other])),
        ]
        let facts = CustomerFacts(words.map { CustomerFact($0.0, $0.1, statedAt: now, statedBy: "shop") })
        let said = ConsumptionInformationV1(reply, facts: facts, token: nil, at: now).request
        #expect(said.accountTenure == .thirtyToNinetyDays)
        #expect(said.playTime == .sixToTwentyFourHours)
        #expect(said.userStatus == .limitedAccess)
        #expect(said.platform == .nonApple)
    }
}
