import AppStore
import AppStoreSimulator
import Testing

@Suite struct CommerceErrorTests {
    @Test(
        "Each invalid request is refused with Apple's code, without notifications",
        arguments: CommerceMistake.beginnings + CommerceMistake.changes + CommerceMistake.calls
    )
    func refused(mistake: CommerceMistake) throws {
        let (refusal, sent) = try mistake.play()
        #expect(refusal == .commerceRefused(code: mistake.fault.rawValue))
        #expect(sent == 0)
    }

    @Test("The tables cover every code except those with their own test")
    func complete() {
        let tables = [CommerceMistake.beginnings, CommerceMistake.changes, CommerceMistake.calls]
        let elsewhere: Set<CommerceError> = [
            .invalidSignature, .nullAdvancedCommerceData, .partialSimulateRefundDecline, .proratedOnlyLatestTransaction,
            .invalidPreviousSubscription,
        ]
        #expect(Set(tables.joined().map(\.fault)) == Set(CommerceError.allCases).subtracting(elsewhere))
    }

    @Test("Only the sandbox declines a refund for a test, and only for all items")
    func partialDecline() throws {
        let world = try CommerceShop.world(environment: .sandbox)
        let bought = try CommerceShop.subscribe(in: world)
        let body = CommerceShop.body([
            "items": [
                ["SKU": "music", "refundReason": "SIMULATE_REFUND_DECLINE", "refundType": "FULL", "revoke": true],
                ["SKU": "film", "refundReason": "OTHER", "refundType": "FULL", "revoke": true],
            ], "refundRiskingPreference": false,
        ])
        #expect(throws: WorldError.commerceRefused(code: 4_000_184)) {
            try world.perform(.callCommerce("requestTransactionRefund", of: bought.transactionId, body))
        }
    }

    @Test("Only the latest period is refunded by its remaining time")
    func earlierPeriod() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        try world.perform(.advance(by: "P2M"))
        let body = CommerceShop.body([
            "items": [["SKU": "music", "refundReason": "OTHER", "refundType": "PRORATED", "revoke": true]],
            "refundRiskingPreference": false,
        ])
        #expect(throws: WorldError.commerceRefused(code: 4_000_182)) {
            try world.perform(.callCommerce("requestTransactionRefund", of: bought.transactionId, body))
        }
    }

    @Test("A subscription can follow only an ended subscription")
    func previousSubscription() throws {
        let world = try CommerceShop.world()
        let bought = try CommerceShop.subscribe(in: world)
        func follow(_ number: Int) throws {
            let request = CommerceShop.create([
                "requestInfo": CommerceShop.info(number),
                "previousTransactionId": ScenarioValue(stringLiteral: bought.transactionId),
            ])
            try world.perform(.buy("club.membership", by: "anna", commerce: request))
        }
        #expect(throws: WorldError.commerceRefused(code: 4_000_113)) { try follow(20) }
        try world.perform(.cancel(CommerceShop.membership, of: "anna"))
        try world.perform(.advance(by: "P2M"))
        try follow(21)
        #expect(world.heard().last == "anna SUBSCRIBED/INITIAL_BUY")
    }

    @Test("A signature without a request has another error than an invalid one")
    func noRequest() throws {
        let world = try CommerceShop.world()
        let key = try world.apiKey()
        let text = key.sign([
            JSONMember(key: "iss", value: .string(key.issuerId)),
            JSONMember(key: "iat", value: .number("1769853600")),
            JSONMember(key: "aud", value: .string("advanced-commerce-api")),
            JSONMember(key: "bid", value: .string("com.example.shop")),
            JSONMember(key: "nonce", value: .string("n")),
        ])
        #expect(throws: WorldError.commerceRefused(code: 4_000_171)) {
            try world.perform(.buy(CommerceShop.membership, by: "anna", signature: text))
        }
    }

    @Test("A code begins with its HTTP status, and its name is a sentence", arguments: CommerceError.allCases)
    func status(fault: CommerceError) {
        #expect([400, 403, 404].contains(fault.rawValue / 10_000))
        #expect(fault.sentence.first?.isUppercase == true && fault.sentence.last == ".")
    }
}
