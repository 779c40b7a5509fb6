import AppStore
import AppStoreSimulator
import Testing

/// An invalid Advanced Commerce request and Apple's name of its error.
struct CommerceMistake: Sendable, CustomTestStringConvertible {
    /// The events before the request.
    enum Setup: Sendable {
        case subscribed
        case onOffer
        case canceled
        case expired
        case charged
        case priceNotified
        case refundAsked
        case revoked
        case plain
        case plainPending
        case plainPriceNotified
        case twoWeeks
        case india
    }

    /// The kind of request.
    enum Action: Sendable {
        /// A request that the app passes to the store, for a product.
        case buy(String, JSONValue)
        /// An operation called by the server, on `$T` or on a transaction.
        case call(String, String, JSONValue)
    }

    let fault: CommerceError
    let setup: Setup
    let action: Action

    var testDescription: String { "\(self.fault)" }

    /// Performs the request in a new world; it must have no effect.
    func play() throws -> (refusal: WorldError?, sent: Int) {
        let world = try CommerceShop.world()
        let transaction = try self.prepare(world)
        let before = world.notificationCount
        do {
            switch self.action {
            case .buy(let product, let request):
                let named = CommerceShop.naming(transaction, in: request)
                try world.perform(.buy(product, by: "anna", commerce: named))
            case .call(let operation, let id, let body):
                let id = id == "$T" ? transaction : id
                try world.perform(.callCommerce(operation, of: id, CommerceShop.naming(transaction, in: body)))
            }
        } catch {
            return (error, world.notificationCount - before)
        }
        return (nil, world.notificationCount - before)
    }

    private func prepare(_ world: World) throws -> String {
        switch self.setup {
        case .plain, .plainPending, .plainPriceNotified:
            let bought = try #require(try world.perform(.buy("pro.monthly", by: "anna")).purchases.first)
            if self.setup == .plainPending { try world.perform(.buy("basic.monthly", by: "anna")) }
            if self.setup == .plainPriceNotified { try world.perform(.changePrice(of: "pro.monthly", to: 19_990)) }
            return bought.transactionId
        case .twoWeeks:
            return try #require(try world.perform(.buy("pro.twoWeeks", by: "anna")).purchases.first).transactionId
        case .charged:
            let bought = try world.perform(.buy(CommerceShop.charge, by: "anna", commerce: CommerceShop.seat()))
            return try #require(bought.purchases.first).transactionId
        default: break
        }
        if self.setup == .india { try world.perform(.moveStorefront(of: "anna", to: "IND")) }
        var request = CommerceShop.create()
        if self.setup == .onOffer {
            let offer: ScenarioValue = ["period": "P1M", "periodCount": 1, "price": 0, "reason": "ACQUISITION"]
            request = CommerceShop.create(["items": [CommerceShop.music.with(["offer": offer]), CommerceShop.film]])
        }
        let bought = try world.perform(.buy(CommerceShop.membership, by: "anna", commerce: request))
        let transaction = try #require(bought.purchases.first).transactionId
        switch self.setup {
        case .canceled, .expired:
            try world.perform(.cancel(CommerceShop.membership, of: "anna"))
            if self.setup == .expired { try world.perform(.advance(by: "P2M")) }
        case .priceNotified:
            let body = CommerceShop.body(["items": [["SKU": "music", "price": 90_000]]])
            let earlier = CommerceShop.changed(ScenarioValue(body), ["requestInfo": CommerceShop.info(77)])
            try world.perform(.callCommerce("changeSubscriptionPrice", of: transaction, earlier))
            try world.perform(.advance(by: "P1D"))
        case .refundAsked, .revoked:
            let body = CommerceShop.body([
                "requestInfo": CommerceShop.info(77), "refundReason": "OTHER", "refundType": "FULL",
                "refundRiskingPreference": ScenarioValue(booleanLiteral: self.setup == .refundAsked),
            ])
            try world.perform(.callCommerce("revokeSubscription", of: transaction, body))
        default: break
        }
        return transaction
    }
}

extension CommerceMistake {
    private static func create(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>,
        after setup: Setup = .expired
    ) -> CommerceMistake {
        let fresh = CommerceShop.changed(ScenarioValue(CommerceShop.create()), ["requestInfo": CommerceShop.info(6)])
        let request = CommerceShop.changed(ScenarioValue(fresh), changes)
        return CommerceMistake(fault: fault, setup: setup, action: .buy(CommerceShop.membership, request))
    }

    /// A first item with changes.
    private static func item(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>
    ) -> CommerceMistake {
        Self.create(fault, ["items": [CommerceShop.music.with(changes)]])
    }

    private static func offer(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>
    ) -> CommerceMistake {
        let offer: ScenarioValue = ["period": "P1M", "periodCount": 2, "price": 1000, "reason": "WIN_BACK"]
        return Self.item(fault, ["offer": offer.with(changes)])
    }

    private static func seat(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>
    ) -> CommerceMistake {
        CommerceMistake(
            fault: fault,
            setup: .subscribed,
            action: .buy(CommerceShop.charge, CommerceShop.seat(changes))
        )
    }

    private static func modify(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>,
        of product: String = CommerceShop.membership,
        after setup: Setup = .subscribed
    ) -> CommerceMistake {
        CommerceMistake(fault: fault, setup: setup, action: .buy(product, CommerceShop.modify(changes)))
    }

    /// A change of an item into games.
    private static func change(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>,
        after setup: Setup = .subscribed
    ) -> CommerceMistake {
        let change = CommerceShop.games.with(["currentSKU": "music", "effective": "IMMEDIATELY", "reason": "UPGRADE"])
        return Self.modify(fault, ["addItems": nil, "changeItems": [change.with(changes)]], after: setup)
    }

    private static func reactivate(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>,
        after setup: Setup
    ) -> CommerceMistake {
        CommerceMistake(
            fault: fault,
            setup: setup,
            action: .buy(CommerceShop.membership, CommerceShop.reactivate(changes))
        )
    }

    private static func call(
        _ fault: CommerceError,
        _ operation: String,
        _ changes: KeyValuePairs<String, ScenarioValue> = [:],
        of id: String = "$T",
        after setup: Setup = .subscribed
    ) -> CommerceMistake {
        CommerceMistake(fault: fault, setup: setup, action: .call(operation, id, CommerceShop.body(changes)))
    }

    private static func metadata(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>
    ) -> CommerceMistake {
        Self.call(fault, "changeSubscriptionMetadata", changes)
    }

    private static func price(
        _ fault: CommerceError,
        _ items: ScenarioValue,
        after setup: Setup = .subscribed
    )
        -> CommerceMistake
    {
        Self.call(fault, "changeSubscriptionPrice", ["items": items], after: setup)
    }

    private static func migrate(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>,
        after setup: Setup = .plain
    ) -> CommerceMistake {
        let item: ScenarioValue = ["SKU": "music", "description": "All music", "displayName": "Music"]
        let body = CommerceShop.body([
            "descriptors": ["description": "Everything", "displayName": "Studio"], "items": [item],
            "targetProductId": "studio.membership", "taxCode": "C003-00-1",
        ])
        return CommerceMistake(
            fault: fault,
            setup: setup,
            action: .call("migrateSubscription", "$T", CommerceShop.changed(ScenarioValue(body), changes))
        )
    }

    private static func refund(
        _ fault: CommerceError,
        _ changes: KeyValuePairs<String, ScenarioValue>,
        isRisked: ScenarioValue = false,
        after setup: Setup = .subscribed
    ) -> CommerceMistake {
        let item: ScenarioValue = ["SKU": "music", "refundReason": "OTHER", "refundType": "FULL", "revoke": true]
        return Self.call(
            fault,
            "requestTransactionRefund",
            ["items": [item.with(changes)], "refundRiskingPreference": isRisked],
            after: setup
        )
    }

    private static let long = ScenarioValue(stringLiteral: String(repeating: "x", count: 129))
    private static let wordy = ScenarioValue(stringLiteral: String(repeating: "x", count: 46))
    private static let crowd = ScenarioValue(
        .array((0...100).map { CommerceShop.music.with(["SKU": ScenarioValue(stringLiteral: "\($0)")]).json })
    )

    /// Requests that begin something.
    static let beginnings: [CommerceMistake] = [
        Self.create(.nullRequestInfo, ["requestInfo": nil]),
        Self.create(.nullRequestReferenceId, ["requestInfo": ["appAccountToken": "x"]]),
        Self.create(.invalidRequestReferenceId, ["requestInfo": ["requestReferenceId": "x"]]),
        Self.create(.invalidAppAccountToken, ["requestInfo": CommerceShop.info(6).with(["appAccountToken": "x"])]),
        Self.create(.repeatedRequestReferenceId, ["requestInfo": CommerceShop.info(1)]),
        Self.create(.nullVersion, ["version": nil]),
        Self.create(.unexpectedVersion, ["version": "2"]),
        Self.create(.invalidOperation, ["operation": "RAIN"]),
        Self.create(.malformedPayload, ["items": "x"]),
        Self.create(.invalidStorefront, ["storefront": "XXX"]),
        Self.create(.mismatchedStorefront, ["storefront": "DEU"]),
        Self.create(.nullCurrency, ["currency": nil]),
        Self.create(.invalidCurrency, ["currency": "dollars"]),
        Self.create(.nullDescriptors, ["descriptors": nil]),
        Self.create(.nullTaxCode, ["taxCode": nil]),
        Self.create(.invalidTaxProductCode, ["taxCode": "food"]),
        Self.create(.nullPeriod, ["period": nil]),
        Self.create(.invalidRenewalPeriod, ["period": "P9M"]),
        Self.create(.nullItems, ["items": nil]),
        Self.create(.atLeastOneItem, ["items": []]),
        Self.create(.moreItemsThanAllowed, ["items": Self.crowd]),
        Self.create(.itemCannotBeSpecifiedMultipleTimes, ["items": [CommerceShop.music, CommerceShop.music]]),
        Self.create(.subscriptionAlreadyExists, [:], after: .subscribed),
        Self.create(.invalidPreviousTransactionId, ["previousTransactionId": "1"]),
        Self.create(.productNotEligible, ["operation": "CREATE_ONE_TIME_CHARGE"]),
        Self.item(.nullSku, ["SKU": nil]),
        Self.item(.invalidSku, ["SKU": ""]),
        Self.item(.skuLengthExceeded, ["SKU": Self.long]),
        Self.item(.nullDescription, ["description": nil]),
        Self.item(.descriptionLengthExceeded, ["description": Self.wordy]),
        Self.item(.nullDisplayName, ["displayName": nil]),
        Self.item(.displayNameLengthExceeded, ["displayName": Self.wordy]),
        Self.item(.nullPrice, ["price": nil]),
        Self.item(.negativePrice, ["price": -10]),
        Self.item(.invalidAmount, ["price": 1001]),
        Self.offer(.nullOfferPeriod, ["period": nil]),
        Self.offer(.invalidOfferPeriod, ["period": "P7Y"]),
        Self.offer(.nullPeriodCount, ["periodCount": nil]),
        Self.offer(.periodCountNotPositive, ["periodCount": 0]),
        Self.offer(.invalidOfferPeriodCount, ["periodCount": 13]),
        Self.offer(.nullReason, ["reason": nil]),
        Self.offer(.invalidOfferReason, ["reason": "KINDNESS"]),
        Self.offer(.invalidOfferPrice, ["price": 11_000]),
        Self.offer(.freeTrialOfferMustUsePeriodCountOfOne, ["price": 0]),
        Self.create(
            .misalignedBillingCycle,
            [
                "items": [
                    CommerceShop.music.with([
                        "offer": ["period": "P1W", "periodCount": 1, "price": 0, "reason": "ACQUISITION"]
                    ]),
                    CommerceShop.film,
                ]
            ]
        ),
        Self.seat(.nullItem, ["item": nil]),
    ]

    /// Requests that change something.
    static let changes: [CommerceMistake] = [
        Self.modify(.nullTransactionId, ["transactionId": nil]),
        Self.modify(.invalidTransactionId, ["transactionId": "x"]),
        Self.modify(.transactionIdNotFound, ["transactionId": "1"]),
        Self.modify(.productNotEligible, [:], of: "club.membership"),
        Self.modify(.inactiveSubscription, [:], after: .expired),
        Self.modify(.nullRetainBillingCycle, ["retainBillingCycle": nil]),
        Self.modify(.oneItemNeededInModify, ["addItems": nil, "taxCode": "C003-00-2"]),
        Self.modify(.emptyAddChangeItems, ["addItems": []]),
        Self.modify(.removeItemsWithoutAddOrChangeItems, ["addItems": nil, "removeItems": [["SKU": "film"]]]),
        Self.modify(.removeItemNotFound, ["removeItems": [["SKU": "fixture"]]]),
        Self.modify(.productAlreadyExists, ["addItems": [CommerceShop.film]]),
        Self.modify(.multipleOperationsOnSingleSku, ["removeItems": [["SKU": "games"]]]),
        Self.modify(.invalidProratedPrice, ["addItems": [CommerceShop.games.with(["proratedPrice": 4010])]]),
        Self.modify(.negativeProratedPrice, ["addItems": [CommerceShop.games.with(["proratedPrice": -10])]]),
        Self.modify(
            .missingUpdatedItemsWithPeriodChange,
            ["periodChange": ["effective": "NEXT_BILL_CYCLE", "period": "P1Y"]]
        ),
        Self.modify(
            .periodResetWithRetainBillingCycle,
            ["periodChange": ["effective": "IMMEDIATELY", "period": "P1Y"]]
        ),
        Self.modify(
            .periodChangeEffectiveConflict,
            [
                "addItems": nil,
                "changeItems": [
                    CommerceShop.music.with([
                        "currentSKU": "music", "effective": "IMMEDIATELY", "reason": "UPGRADE",
                    ]),
                    CommerceShop.film.with([
                        "currentSKU": "film", "effective": "NEXT_BILL_CYCLE", "reason": "UPGRADE",
                    ]),
                ], "periodChange": ["effective": "NEXT_BILL_CYCLE", "period": "P1Y"],
            ]
        ),
        Self.modify(
            .billingCycleResetWithEffectiveLater,
            [
                "retainBillingCycle": false, "addItems": nil,
                "changeItems": [
                    CommerceShop.games.with([
                        "currentSKU": "film", "effective": "NEXT_BILL_CYCLE", "reason": "DOWNGRADE",
                    ])
                ],
            ]
        ),
        Self.modify(
            .removeAllItemsNotAllowed,
            [
                "addItems": nil,
                "changeItems": [
                    CommerceShop.games.with([
                        "currentSKU": "music", "effective": "NEXT_BILL_CYCLE", "reason": "DOWNGRADE",
                    ])
                ], "removeItems": [["SKU": "film"], ["SKU": "games"]],
            ]
        ),
        Self.change(.nullCurrentSku, ["currentSKU": nil]),
        Self.change(.currentSkuLengthExceeded, ["currentSKU": Self.long]),
        Self.change(.changeItemNotFound, ["currentSKU": "fixture"]),
        Self.change(.nullNewSku, ["SKU": nil]),
        Self.change(.nullEffective, ["effective": nil]),
        Self.change(.nullReason, ["reason": nil]),
        Self.change(.invalidChangeReason, ["reason": "WHIM"]),
        Self.change(
            .invalidProratedPriceForChangeItemWithEffectiveLater,
            ["effective": "NEXT_BILL_CYCLE", "proratedPrice": 10]
        ),
        Self.change(.priceChangeNotSupportedThroughModifyItems, ["SKU": "music"]),
        Self.change(.offerPreventsItemMidCycleChange, [:], after: .onOffer),
        Self.reactivate(.subscriptionAlreadyActive, [:], after: .subscribed),
        Self.reactivate(.inactiveSubscription, [:], after: .expired),
        Self.reactivate(.invalidSku, ["items": [["SKU": "fixture"]]], after: .canceled),
        Self.reactivate(
            .invalidConsistencyToken,
            ["requestInfo": CommerceShop.info(4).with(["consistencyToken": "invented"])],
            after: .canceled
        ),
    ]

    /// Calls of the app's server.
    static let calls: [CommerceMistake] = [
        Self.call(.nullRequestInfo, "cancelSubscription", ["requestInfo": nil]),
        Self.call(.subscriptionDoesNotExist, "cancelSubscription", after: .charged),
        Self.call(.subscriptionNotEligible, "cancelSubscription", after: .plain),
        Self.call(.inactiveSubscription, "cancelSubscription", after: .expired),
        Self.metadata(.atLeastOneItem, [:]),
        Self.metadata(.nullEffective, ["descriptors": ["displayName": "Plus"]]),
        Self.metadata(.atLeastOneOfDisplayNameOrDescription, ["descriptors": ["effective": "IMMEDIATELY"]]),
        Self.metadata(
            .changeItemNotFound,
            ["items": [["currentSKU": "fixture", "SKU": "texts", "effective": "IMMEDIATELY"]]]
        ),
        Self.metadata(
            .productAlreadyExists,
            ["items": [["currentSKU": "music", "SKU": "film", "effective": "IMMEDIATELY"]]]
        ),
        Self.price(.nullPrice, [["SKU": "music"]]),
        Self.price(.invalidRenewalPrice, [["SKU": "music", "price": 1001]]),
        Self.price(.invalidSkuProvidedMustBeCurrentSkuSetToRenew, [["SKU": "fixture", "price": 1000]]),
        Self.price(
            .itemCannotBeSpecifiedMultipleTimes,
            [["SKU": "music", "price": 10], ["SKU": "music", "price": 20]]
        ),
        Self.price(
            .dependentSkusCannotBeShared,
            [
                ["SKU": "music", "price": 10, "dependentSKUs": ["film"]],
                ["SKU": "film", "price": 10, "dependentSKUs": ["film"]],
            ]
        ),
        Self.price(
            .dependentSkusCannotBeChained,
            [
                ["SKU": "music", "price": 10, "dependentSKUs": ["film"]],
                ["SKU": "film", "price": 10, "dependentSKUs": ["music"]],
            ]
        ),
        Self.price(.priceIncreaseIsNotCurrentlySupportedInIndia, [["SKU": "music", "price": 20_000]], after: .india),
        Self.price(
            .priceChangeCannotBeIssuedWhenAlreadyCommunicated,
            [["SKU": "music", "price": 95_000]],
            after: .priceNotified
        ),
        Self.price(.subscriptionNotEligible, [["SKU": "music", "price": 20_000]], after: .canceled),
        Self.migrate(.nullTargetProductId, ["targetProductId": nil]),
        Self.migrate(.invalidTargetProductId, ["targetProductId": "basic.monthly"]),
        Self.migrate(.pendingChangesMismatch, [:], after: .plainPending),
        Self.migrate(.migrationNotAllowedWhenPriceIncreaseCommunicated, [:], after: .plainPriceNotified),
        Self.migrate(.subscriptionAlreadyMigrated, [:], after: .subscribed),
        Self.migrate(.subscriptionNotEligible, [:], after: .twoWeeks),
        Self.migrate(.nullDisplayName, ["descriptors": ["description": "Everything"]]),
        Self.refund(.productNotOwned, ["SKU": "fixture"]),
        Self.refund(.nullRefundReason, ["refundReason": nil]),
        Self.refund(.invalidRefundReason, ["refundReason": "RAIN"]),
        Self.refund(.nullRefundType, ["refundType": nil]),
        Self.refund(.invalidRefundType, ["refundType": "HALF"]),
        Self.refund(.nullRefundAmount, ["refundType": "CUSTOM"]),
        Self.refund(.negativeRefundAmount, ["refundType": "CUSTOM", "refundAmount": -1]),
        Self.refund(.invalidAmount, ["refundType": "CUSTOM", "refundAmount": 10_001]),
        Self.refund(.refundAmountWithoutCustom, ["refundAmount": 1]),
        Self.refund(.nullRefundRisking, [:], isRisked: nil),
        Self.refund(.simulateRefundDeclineOnlyInSandbox, ["refundReason": "SIMULATE_REFUND_DECLINE"]),
        Self.refund(.pendingRefund, [:], after: .refundAsked),
        Self.refund(.alreadyRefunded, [:], after: .revoked),
        Self.refund(.transactionNotRefundable, [:], after: .plain),
        Self.call(
            .revokeOnInactiveSubscription,
            "revokeSubscription",
            ["refundReason": "OTHER", "refundType": "FULL", "refundRiskingPreference": false],
            after: .expired
        ),
        Self.call(
            .invalidRefundType,
            "revokeSubscription",
            ["refundReason": "OTHER", "refundType": "CUSTOM", "refundRiskingPreference": false]
        ),
    ]
}
