import AppStore
import AppStoreSimulator
import Testing

@Suite struct SeatPurchaseTests {
    @Test("Eight seats have the tiers and the average price of Apple's example")
    func example() throws {
        let world = try SeatShop.world()
        let purchase = try #require(try world.perform(.buySeats(8, of: SeatShop.team, by: "anna")).purchases.first)
        #expect(purchase.quantity == 8 && purchase.price == Shop.dollars(73_920))
        let sent = try #require(world.drainOutbox().first)
        let transaction = try #require(sent.transactionPayload)
        #expect(transaction.quantity == 8 && transaction.price == 9_240 && transaction.currency == "USD")
        #expect(transaction.multiSeatInfo?.invitationManagement == .developer)
        #expect(transaction.multiSeatInfo?.priceTiers?.map(\.price) == [9_990, 7_990])
        #expect(transaction.multiSeatInfo?.priceTiers?.map(\.quantity) == [5, 3])
        #expect(transaction.multiSeatInfo?.revokedSeatQuantity == nil)
        #expect(transaction.additionalTransactionReason == nil)
        let renewal = try #require(sent.renewalInfoPayload)
        #expect(renewal.renewalQuantity == 8 && renewal.renewalPrice == 9_240)
        #expect(renewal.multiSeatInfo?.renewalPriceTiers?.map(\.quantity) == [5, 3])
    }

    @Test("A product that sells seats is sold to one customer as before, and changes no other product's payloads")
    func unchanged() throws {
        let products = Shop.catalog.products + SeatShop.catalog.products.filter { $0.id == SeatShop.team }
        func lived(_ catalog: WorldCatalog) throws -> [[UInt8]] {
            let app = WorldApp(bundleId: "com.example.shop", appAppleId: 1, environment: .production)
            let world = try World(seed: 3, startingAt: Shop.opening, app: app, catalog: catalog)
            try world.perform(.buy(Shop.basic, by: "anna"))
            try world.perform(.buy(Shop.monthly, by: "anna"))
            try world.perform(.buy(Shop.coins, by: "bert", quantity: 3))
            try world.advance(by: .months(2))
            try world.perform(.refund(world.transactions(of: WorldCustomer(name: "anna"))[1].transactionId))
            return world.drainOutbox().map(\.body)
        }
        let plain = try lived(Shop.catalog)
        #expect(plain.count > 5)
        #expect(try lived(WorldCatalog(products)) == plain)
        let world = try SeatShop.world()
        try world.perform(.buy(SeatShop.team, by: "anna"))
        let sent = try #require(world.drainOutbox().first)
        #expect(sent.transactionPayload?.multiSeatInfo == nil && sent.transactionPayload?.quantity == 1)
        #expect(sent.renewalInfoPayload?.renewalQuantity == nil && sent.renewalInfoPayload?.multiSeatInfo == nil)
    }

    @Test("Added seats run in a transaction beside the first, and the renewal is one transaction for all")
    func added() throws {
        let world = try SeatShop.world()
        let first = try world.buySeats(4)
        try world.advance(by: .days(10))
        let second = try world.buySeats(7)
        #expect(world.heard() == ["anna SUBSCRIBED/INITIAL_BUY", "anna DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY"])
        let (old, new) = (try world.transactionPayload(for: first), try world.transactionPayload(for: second))
        #expect(old.additionalTransactionReason == .seatAddition && new.additionalTransactionReason == .seatAddition)
        #expect(old.isUpgraded == nil && old.quantity == 4 && new.quantity == 3)
        #expect(new.expiresDate == old.expiresDate && new.purchaseDate == world.now)
        #expect(new.originalTransactionId == first && new.transactionReason == .purchase)
        // The fifth seat is in the first tier, the two after it in the second.
        #expect(new.multiSeatInfo?.priceTiers?.map(\.quantity) == [1, 2])
        #expect(try world.countedSeats() == (7, 5 * 9_990 + 2 * 7_990))
        try world.advance(by: .months(1))
        let renewed = try #require(world.drainOutbox().first)
        #expect(renewed.name == "DID_RENEW/-" && renewed.transactionPayload?.quantity == 7)
        #expect(renewed.transactionPayload?.additionalTransactionReason == nil)
        #expect(try world.countedSeats() == (7, 5 * 9_990 + 2 * 7_990))
    }

    @Test("An extension, and an end by the store, apply to every transaction of the period")
    func ends() throws {
        let world = try SeatShop.world()
        let ids = [try world.buySeats(4), try world.buySeats(7)]
        try world.perform(.extendRenewal(of: ids[0], days: 10))
        let ends = try ids.map { try world.transactionPayload(for: $0).expiresDate }
        #expect(ends == [try Shop.day("2026-03-10"), try Shop.day("2026-03-10")])
        try world.perform(.expire(SeatShop.team, of: "anna"))
        #expect(try ids.allSatisfy { try world.transactionPayload(for: $0).expiresDate == world.now })
    }

    @Test("Fewer seats begin at the renewal, and can be taken back until then")
    func reduced() throws {
        let world = try SeatShop.world()
        _ = try world.buySeats(8)
        try world.perform(.changeSeats(of: SeatShop.team, to: 3, by: "anna"))
        let reduced = try #require(world.drainOutbox().last)
        #expect(reduced.name == "DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY")
        #expect(reduced.transactionPayload?.quantity == 8 && reduced.renewalInfoPayload?.renewalQuantity == 3)
        #expect(reduced.renewalInfoPayload?.renewalPrice == 9_990)
        try world.perform(.changeSeats(of: SeatShop.team, to: 8, by: "anna"))
        try world.perform(.changeSeats(of: SeatShop.team, to: 2, by: "anna"))
        #expect(
            world.heard() == [
                "anna DID_CHANGE_RENEWAL_PREF/INCREASE_QUANTITY", "anna DID_CHANGE_RENEWAL_PREF/DECREASE_QUANTITY",
            ]
        )
        #expect(try world.countedSeats().seats == 8)
        try world.advance(by: .months(1))
        #expect(try world.countedSeats() == (2, 2 * 9_990))
    }

    @Test("A change to a product without seats ends them at the renewal, and a change back brings none")
    func otherProduct() throws {
        let world = try SeatShop.world()
        _ = try world.buySeats(3)
        try world.perform(.buy(SeatShop.solo, by: "anna"))
        #expect(world.drainOutbox().last?.renewalInfoPayload?.renewalQuantity == nil)
        try world.advance(by: .months(1))
        let renewed = try #require(world.drainOutbox().last?.transactionPayload)
        #expect(renewed.productId == SeatShop.solo && renewed.quantity == 1 && renewed.multiSeatInfo == nil)
        let upgraded = try world.buySeats(4)
        #expect(world.heard() == ["anna DID_CHANGE_RENEWAL_PREF/UPGRADE"])
        #expect(try world.transactionPayload(for: upgraded).multiSeatInfo?.priceTiers?.map(\.quantity) == [4])
    }

    @Test("What the store does not sell is refused, and changes nothing")
    func refused() throws {
        let world = try SeatShop.world()
        func refusal(_ action: WorldAction) -> WorldError? {
            do {
                try world.perform(action)
                return nil
            } catch { return error }
        }
        #expect(refusal(.buySeats(2, of: SeatShop.solo, by: "anna")) == .seatsNotSold(SeatShop.solo))
        for count in [0, -1, 51] {
            let wrong = WorldError.invalidValue(field: "seats", "\(count)")
            #expect(refusal(.buySeats(count, of: SeatShop.team, by: "anna")) == wrong)
        }
        let first = try world.buySeats(5)
        #expect(refusal(.buySeats(5, of: SeatShop.team, by: "anna")) == .alreadySubscribed(SeatShop.team))
        #expect(refusal(.buySeats(4, of: SeatShop.team, by: "anna")) == .seatReductionNotAllowed)
        for count in [0, 5, 6] {
            let wrong = WorldError.invalidValue(field: "seats", "\(count)")
            #expect(refusal(.changeSeats(of: SeatShop.team, to: count, by: "anna")) == wrong)
        }
        #expect(refusal(.refund(first, seats: 6)) == .invalidValue(field: "seats", "6"))
        #expect(refusal(.refund(first, seats: 0)) == .invalidValue(field: "seats", "0"))
        #expect(refusal(.joinGroup(of: first, "bert")) == .noGroup)
        #expect(world.heard() == ["anna SUBSCRIBED/INITIAL_BUY"])
        #expect(world.customers.map(\.name) == ["anna"])
    }

    @Test("Seats are a part of catalog files, and mistakes in them are reported")
    func catalog() throws {
        let app = WorldCatalogFile.App(catalog: SeatShop.catalog)
        #expect(try WorldCatalogFile(WorldCatalogFile([app]).json(), file: "written").apps == [app])
        for (seats, problem) in [
            (#"{}"#, "has no invitations"),
            (#"{"invitations": "NOBODY"}"#, "NOBODY"),
            (#"{"invitations": "APPLE", "tiers": [{"from": 1, "price": "USD 1"}]}"#, "is 1"),
            (
                #"{"invitations": "APPLE", "tiers": [{"from": 4, "price": "USD 1"}, {"from": 4, "price": "USD 1"}]}"#,
                "does not begin after the tier before it"
            ),
            (#"{"invitations": "APPLE", "limit": 0}"#, "is 0"),
        ] {
            let text = """
                {"products": [{"id": "t", "kind": "autoRenewable", "group": "t", "period": "P1M", "price": "USD 9.99",
                "seats": \(seats)}]}
                """
            let error = #expect(throws: CatalogError.self) {
                try WorldCatalogFile(Array(text.utf8), file: "shop.json")
            }
            #expect(error?.description.contains(problem) == true, "\(seats): \(error?.description ?? "")")
        }
    }
}
