import AppStore
import Testing

/// What App Store Server API 1.23 and Notifications 2.23 add; the values are those of Apple's pages.
@Suite struct MultiSeatInfoTests {
    private static let transaction = #"""
        {"transactionId":"2000000000000002","originalTransactionId":"2000000000000001","quantity":8,"price":9240,
        "currency":"USD","multiSeatInfo":{"invitationManagement":"DEVELOPER","priceTiers":[{"price":9990,"quantity":5},
        {"price":7990,"quantity":3}],"revokedSeatQuantity":2},"additionalTransactionReason":"SEAT_ADDITION"}
        """#
    private static let renewal = #"""
        {"originalTransactionId":"2000000000000001","renewalPrice":9323,"renewalQuantity":6,"multiSeatInfo":
        {"renewalPriceTiers":[{"price":9990,"quantity":5},{"price":7990,"quantity":1}]},"offerType":5,
        "offerIdentifier":"stay"}
        """#

    @Test("A transaction's seats are decoded, and written again without loss")
    func transaction() throws {
        let bytes = Array(Self.transaction.utf8)
        let payload = try TransactionPayload(json: bytes)
        #expect(payload.unknownFields.isEmpty)
        #expect(payload.multiSeatInfo?.invitationManagement == .developer)
        #expect(payload.multiSeatInfo?.priceTiers?.map(\.price) == [9990, 7990])
        #expect(payload.multiSeatInfo?.priceTiers?.map(\.quantity) == [5, 3])
        #expect(payload.multiSeatInfo?.revokedSeatQuantity == 2)
        #expect(payload.additionalTransactionReason == .seatAddition)
        #expect(try JSONValue(json: payload.json()).inKeyOrder == JSONValue(json: bytes).inKeyOrder)
    }

    @Test("A renewal's seats and a retention offer are decoded, and written again without loss")
    func renewal() throws {
        let bytes = Array(Self.renewal.utf8)
        let payload = try RenewalInfoPayload(json: bytes)
        #expect(payload.unknownFields.isEmpty)
        #expect(payload.renewalQuantity == 6)
        #expect(payload.multiSeatInfo?.renewalPriceTiers?.map(\.quantity) == [5, 1])
        #expect(payload.offerType == .retention)
        #expect(try JSONValue(json: payload.json()).inKeyOrder == JSONValue(json: bytes).inKeyOrder)
    }

    @Test("Each spelling that a bundle's fields may have is read into one field, and written in one")
    func spellings() throws {
        let expected = TransactionPayload.with {
            $0.bundleProductId = "suite"
            $0.bundleSubscriptionGroupIdentifier = "7"
            $0.bundleTransactionId = "2"
            $0.bundleOriginalTransactionId = "1"
        }
        for text in [
            #"{"bundleProductId":"suite","bundleSubscriptionGroupIdentifier":"7","bundleTransactionId":"2","#
                + #""bundleOriginalTransactionId":"1"}"#,
            #"{"bundleProductID":"suite","bundleSubscriptionGroupID":"7","bundleTransactionID":"2","#
                + #""bundleOriginalTransactionID":"1"}"#,
            #"{"bundleProductId":"suite","bundleSubscriptionGroupId":"7","bundleTransactionId":"2","#
                + #""bundleOriginalTransactionId":"1"}"#,
        ] {
            let payload = try TransactionPayload(json: Array(text.utf8))
            #expect(payload == expected)
            #expect(try TransactionPayload(json: payload.json()) == expected)
            #expect(try JSONValue(json: payload.json()).memberNames.count == 4)
            let renewal = try RenewalInfoPayload(json: Array(text.utf8))
            #expect(renewal.bundleProductId == "suite")
            #expect(renewal.bundleOriginalTransactionId == "1")
        }
    }

    @Test("A notification names the claims that ended, and its type and subtypes are known")
    func unclaim() throws {
        let text = #"""
            {"notificationType":"UNCLAIM_SEATS","notificationUUID":"u","version":"2.0","signedDate":1795000000000,
            "unclaimInfo":{"unclaimSeatIds":["0b1f0000-0000-4000-8000-000000000000"]}}
            """#
        let payload = try NotificationPayload(json: Array(text.utf8))
        #expect(payload.unknownFields.isEmpty)
        #expect(payload.notificationType == .unclaimSeats)
        #expect(payload.unclaimInfo?.unclaimSeatIds == ["0b1f0000-0000-4000-8000-000000000000"])
        for subtype in ["SEATS", "INCREASE_QUANTITY", "DECREASE_QUANTITY"] {
            #expect(NotificationSubtype(rawValue: subtype).isKnown)
        }
    }

    @Test("What Apple adds next is kept as it came")
    func additions() throws {
        let text = #"{"multiSeatInfo":{"invitationManagement":"SCHOOL","waitingList":[1,2]},"newField":{"a":1}}"#
        let payload = try TransactionPayload(json: Array(text.utf8))
        #expect(payload.multiSeatInfo?.invitationManagement?.isKnown == false)
        #expect(String(decoding: payload.json(), as: UTF8.self) == text)
    }
}
