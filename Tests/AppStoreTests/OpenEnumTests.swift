import AppStore
import Testing

@Suite struct OpenEnumTests {
    @Test("An unknown value is kept and written again")
    func unknownValues() throws {
        let json = #"{"type":"Rental","revocationReason":17,"offerType":-3,"environment":"Moon"}"#
        let payload = try TransactionPayload(json: Array(json.utf8))
        #expect(payload.type == ProductType(rawValue: "Rental"))
        #expect(payload.type?.isKnown == false)
        #expect(payload.revocationReason == TransactionRevocationReason(rawValue: 17))
        #expect(payload.revocationReason?.isKnown == false)
        #expect(payload.environment?.isKnown == false)
        #expect(try TransactionPayload(json: payload.json()) == payload)
    }

    @Test("A value knows whether it is known")
    func knownValues() {
        #expect(NotificationType(rawValue: "MIGRATE").isKnown)
        #expect(NotificationType.migration.isKnown)
        #expect(NotificationType.migrate != .migration)
        #expect(InAppOwnershipType(rawValue: "ASSIGNED") == .assigned)
        #expect(RevocationType(rawValue: "ASSIGNMENT_REVOKE") == .assignmentRevoke)
        #expect(SubscriptionStatus(rawValue: 5) == .revoked)
        #expect(!SubscriptionStatus(rawValue: 0).isKnown)
        #expect(!AppStoreEnvironment(rawValue: "production").isKnown)
    }

    @Test("Values are compared by bytes and not by canonical equivalence")
    func equality() {
        let composed = NotificationType(rawValue: "\u{E9}")
        let decomposed = NotificationType(rawValue: "e\u{301}")
        #expect(composed.rawValue == decomposed.rawValue)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    @Test("The number of known values equals that of Apple's reference")
    func sizes() {
        #expect(NotificationType.allKnown.count == 25)
        #expect(NotificationSubtype.allKnown.count == 22)
        #expect(SendAttemptResult.allKnown.count == 12)
        #expect(AdvancedCommerceRefundReason.allKnown.count == 7)
        #expect(AdvancedCommerceOfferPeriod.allKnown.count == 9)
        #expect(SubscriptionStatus.allKnown.map(\.rawValue) == [1, 2, 3, 4, 5])
    }

    @Test(
        "No enumeration contains a value twice",
        arguments: [
            NotificationType.allKnown.map(\.rawValue), NotificationSubtype.allKnown.map(\.rawValue),
            SendAttemptResult.allKnown.map(\.rawValue), DeliveryStatus.allKnown.map(\.rawValue),
            AccountTenure.allKnown.map { "\($0.rawValue)" }, PlayTime.allKnown.map { "\($0.rawValue)" },
        ]
    )
    func distinct(_ values: [String]) {
        #expect(Set(values).count == values.count)
    }
}
