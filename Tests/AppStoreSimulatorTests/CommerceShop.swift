import AppStore
import AppStoreSimulator
import Testing

/// A shop that sells by signed requests, and the requests.
enum CommerceShop {
    static let membership = "studio.membership"
    static let charge = "studio.charge"

    static func world(seed: UInt64 = 7, environment: WorldEnvironment = .production) throws -> World {
        try World(
            seed: seed,
            startingAt: Shop.opening,
            app: WorldApp(bundleId: "com.example.shop", appAppleId: 1_234_567_890, environment: environment),
            catalog: WorldCatalog([
                .genericSubscription(Self.membership, group: "studio"),
                .genericSubscription("club.membership", group: "club"),
                .genericConsumable(Self.charge),
                WorldProduct(
                    id: "studio.object",
                    kind: .nonConsumable,
                    price: Shop.dollars(0),
                    isGeneric: true
                ),
                .subscription("pro.monthly", group: "pro", level: 1, period: .month, price: Shop.dollars(9990)),
                .subscription("pro.twoWeeks", group: "twoWeeks", period: .weeks(2), price: Shop.dollars(990)),
                .subscription("basic.monthly", group: "pro", level: 2, period: .month, price: Shop.dollars(4990)),
                .consumable("coins.100", price: Shop.dollars(990)),
            ])
        )
    }

    /// What a request says about itself.
    static func info(_ number: Int) -> ScenarioValue {
        let digits = String(number)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        return ["requestReferenceId": ScenarioValue(stringLiteral: "00000000-0000-4000-8000-" + zeros + digits)]
    }

    static let music: ScenarioValue = [
        "SKU": "music", "description": "All music", "displayName": "Music", "price": 10_000,
    ]
    static let film: ScenarioValue = [
        "SKU": "film", "description": "All films", "displayName": "Film", "price": 2000,
    ]
    static let games: ScenarioValue = [
        "SKU": "games", "description": "All games", "displayName": "Games", "price": 4000,
    ]

    /// A request for a subscription of two items, for 10 and 2 dollars a month, with changes; `null` leaves out.
    static func create(_ changes: KeyValuePairs<String, ScenarioValue> = [:]) -> JSONValue {
        Self.changed(
            [
                "operation": "CREATE_SUBSCRIPTION", "version": "1", "requestInfo": Self.info(1), "currency": "USD",
                "descriptors": ["description": "Everything", "displayName": "Studio"],
                "items": [Self.music, Self.film], "period": "P1M", "taxCode": "C003-00-1",
            ],
            changes
        )
    }

    /// A request for a seat of 5 dollars.
    static func seat(_ changes: KeyValuePairs<String, ScenarioValue> = [:]) -> JSONValue {
        Self.changed(
            [
                "operation": "CREATE_ONE_TIME_CHARGE", "version": "1", "requestInfo": Self.info(2), "currency": "USD",
                "item": ["SKU": "seat", "description": "A seat", "displayName": "Seat", "price": 5000],
                "taxCode": "C003-00-1",
            ],
            changes
        )
    }

    /// A request to add games to a subscription.
    static func modify(_ changes: KeyValuePairs<String, ScenarioValue> = [:]) -> JSONValue {
        Self.changed(
            [
                "operation": "MODIFY_SUBSCRIPTION", "version": "1", "requestInfo": Self.info(3),
                "transactionId": "$T", "retainBillingCycle": true, "currency": "USD", "addItems": [Self.games],
            ],
            changes
        )
    }

    /// A request to turn auto-renew on again.
    static func reactivate(_ changes: KeyValuePairs<String, ScenarioValue> = [:]) -> JSONValue {
        Self.changed(
            [
                "operation": "REACTIVATE_SUBSCRIPTION", "version": "1", "requestInfo": Self.info(4),
                "transactionId": "$T",
            ],
            changes
        )
    }

    /// The body of an operation, which says only what every request says.
    static func body(_ changes: KeyValuePairs<String, ScenarioValue> = [:]) -> JSONValue {
        Self.changed(["requestInfo": Self.info(5)], changes)
    }

    /// Anna's subscription of two items.
    static func subscribe(in world: World) throws -> WorldPurchase {
        try #require(
            try world.perform(.buy(Self.membership, by: "anna", commerce: Self.create())).purchases.first
        )
    }

    /// A value with members changed.
    static func changed(_ value: ScenarioValue, _ changes: KeyValuePairs<String, ScenarioValue>) -> JSONValue {
        guard case .object(let members) = value.json else { return value.json }
        let names = changes.map(\.key)
        return .object(
            members.filter { !names.contains($0.key) }
                + changes.map { JSONMember(key: $0.key, value: $0.value.json) }
        )
    }

    /// A value with the transaction's id in place of `$T`.
    static func naming(_ transaction: String, in value: JSONValue) -> JSONValue {
        switch value {
        case .string("$T"): .string(transaction)
        case .array(let values): .array(values.map { Self.naming(transaction, in: $0) })
        case .object(let members):
            .object(members.map { JSONMember(key: $0.key, value: Self.naming(transaction, in: $0.value)) })
        default: value
        }
    }
}

extension ScenarioValue {
    /// The object with members changed; `null` leaves out.
    func with(_ changes: KeyValuePairs<String, ScenarioValue>) -> ScenarioValue {
        ScenarioValue(CommerceShop.changed(self, changes))
    }
}

extension World {
    /// The newest notification about anything.
    func newest() throws -> WorldNotification {
        try #require(self.notifications(from: self.notificationCount - 1).last)
    }
}
