import Ledger
import Testing

@Suite struct IntroductoryUseTests {
    private static let catalog = Catalog(
        products: Dictionary(
            uniqueKeysWithValues: [("plus.month", "plus"), ("plus.year", "plus"), ("news.month", "news")].map { name in
                let id = ProductID(name.0)
                return (id, Product(id: id, kind: .autoRenewable, group: name.1))
            }
        )
    )

    private static func chain(
        _ id: String,
        _ product: String,
        offer: Int?,
        day: Int64 = 0,
        ownership: TransactionSnapshot.Ownership = .purchased,
        account: String? = nil,
        owner: String = "anna"
    ) -> OwnedChain {
        let beginning = Instant(milliseconds: 1_772_366_400_000) + .days(day)
        let snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            appTransactionID: account.map { AppTransactionID($0) },
            productID: ProductID(product),
            kind: .autoRenewable,
            purchaseAt: beginning,
            expiresAt: beginning + .days(30),
            ownership: ownership,
            offer: offer.map { Offer(type: $0, identifier: nil, discountType: "FREE_TRIAL", period: "P1W") },
            signedAt: beginning,
            digest: PayloadDigest(rawValue: 1)
        )
        return OwnedChain(
            chain: Chain(transactions: [TransactionRecord(snapshot)]),
            claims: [snapshot.transactionID: Claim(owner: CustomerID(owner), reason: .purchaser)]
        )
    }

    private static func ledger(_ chains: [OwnedChain], of customer: String = "anna") throws -> CustomerLedger {
        CustomerLedger(
            customer: try #require(CustomerID(customer)),
            environment: .production,
            chains: chains
        )
    }

    @Test("An offer that was used for one product is used up for its group and for no other")
    func group() throws {
        let ledger = try Self.ledger([Self.chain("1", "plus.month", offer: 1)])
        let uses = IntroductoryUse.all(own: ledger, catalog: Self.catalog)
        #expect(uses.map(\.group.rawValue) == ["news", "plus"])
        #expect(uses.map(\.isEligible) == [true, false])
        #expect(uses.last?.productID == ProductID("plus.month"))
    }

    @Test("A group is its bytes: an offer of one is not used up by another whose name reads the same")
    func spelling() throws {
        let names = ["pr\u{E9}mium", "pre\u{301}mium"]
        #expect(names[0] == names[1], "Swift tells them apart, so they prove nothing.")
        let products = names.enumerated().map { place, name in
            Product(id: ProductID("product.\(place)"), kind: .autoRenewable, group: name)
        }
        let catalog = Catalog(products: Dictionary(uniqueKeysWithValues: products.map { ($0.id, $0) }))
        let ledger = try Self.ledger([Self.chain("1", "product.0", offer: 1)])
        let uses = IntroductoryUse.all(own: ledger, catalog: catalog)
        #expect(uses.count == 2)
        #expect(uses.first { $0.group == GroupName(names[0]) }?.isEligible == false)
        #expect(uses.first { $0.group == GroupName(names[1]) }?.isEligible == true)
    }

    @Test("The earliest use is named", arguments: [[0, 9], [9, 0]] as [[Int64]])
    func earliest(days: [Int64]) throws {
        let chains = [
            Self.chain("1", "plus.month", offer: 1, day: days[0]), Self.chain("2", "plus.year", offer: 1, day: days[1]),
        ]
        let use = IntroductoryUse.all(own: try Self.ledger(chains), catalog: Self.catalog).last
        #expect(use?.transactionID == TransactionID(days[0] < days[1] ? "1" : "2"))
    }

    @Test("Other offers, none at all, and what a family shares use nothing up")
    func unused() throws {
        let chains = [
            Self.chain("1", "plus.month", offer: 2), Self.chain("2", "plus.year", offer: nil),
            Self.chain("3", "news.month", offer: 1, ownership: .familyShared), Self.chain("4", "unknown", offer: 1),
        ]
        let uses = IntroductoryUse.all(own: try Self.ledger(chains), catalog: Self.catalog)
        #expect(uses.allSatisfy { $0.isEligible })
    }

    @Test("Uses of the same Apple Account by another customer count, without details; another account's do not")
    func appleAccount() throws {
        let own = try Self.ledger([Self.chain("1", "news.month", offer: nil, account: "a")])
        let others = [
            Self.chain("2", "plus.month", offer: 1, account: "a", owner: "bert"),
            Self.chain("3", "news.month", offer: 1, account: "b", owner: "bert"),
        ]
        let uses = IntroductoryUse.all(
            own: own,
            catalog: Self.catalog,
            accounts: [AppTransactionID("a")],
            others: others
        )
        #expect(uses.map(\.isEligible) == [true, false])
        #expect(uses.map(\.isByAppleAccount) == [false, true])
        #expect(uses.allSatisfy { $0.transactionID == nil && $0.productID == nil })
    }

    @Test("An earlier period of the chain that belongs to another was paid by the same Apple Account")
    func sharedChain() throws {
        let ledger = try Self.ledger([Self.chain("1", "plus.month", offer: 1, owner: "bert")])
        let use = try #require(IntroductoryUse.all(own: ledger, catalog: Self.catalog).last)
        #expect(!use.isEligible && use.isByAppleAccount && use.transactionID == nil)
    }
}
