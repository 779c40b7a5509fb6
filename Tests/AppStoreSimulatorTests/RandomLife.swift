import AppStore
import AppStoreSimulator

/// A generator of random actions, well-formed and often sensible.
struct RandomLife {
    private static let names = ["anna", "bert", "carl", "dora"]
    private static let subscriptions = ["pro.monthly", "basic.monthly", "club.yearly"]
    private static let things = ["theme.dark", "coins.100"]
    private static let teams = [SeatShop.team, SeatShop.crew]
    private static let verbs: [WorldVerb] = WorldVerb.allCases.filter {
        ![.addFault, .clearFaults, .setNotificationURL, .requestTestNotification, .callCommerce].contains($0)
    }
    private static let seatVerbs: Set<WorldVerb> = [
        .changeSeats, .joinGroup, .leaveGroup, .claimSeat, .unclaimSeat, .associateSeat,
    ]

    /// What is sold: the shop with everything, seats, and a bundle.
    static let catalog = WorldCatalog(
        RichShop.catalog.products + SeatShop.catalog.products + [
            .bundle(
                "all.monthly",
                group: "all",
                of: ["pro.monthly", SeatShop.solo],
                period: .month,
                price: Shop.dollars(12_000)
            )
        ]
    )

    private var chance: SeededGenerator
    /// The claims on seats that the store has granted.
    private var claims: [String] = []

    init(seed: UInt64) {
        self.chance = SeededGenerator(seed: seed, purpose: "life")
    }

    /// A behavior with some switches turned.
    mutating func behavior() -> WorldBehavior {
        let profiles: [WorldProfile] = [.production, .sandbox5m, .testflight, .xcodeRealTime]
        var behavior = self.one(of: profiles).behavior
        for path in WorldBehavior.switches.sorted(by: { $0.key < $1.key }).map(\.value) where self.isLucky(4) {
            behavior[keyPath: path].toggle()
        }
        return behavior
    }

    /// Something to do.
    mutating func action(in world: World) -> WorldAction {
        var verb = self.one(of: Self.verbs)
        if self.isLucky(3) { verb = .advance }
        if self.isLucky(4) { verb = .buy }
        var action = WorldAction(verb)
        for field in verb.requiredFields.sorted(by: { $0.rawValue < $1.rawValue }) {
            self.fill(field, of: &action, in: world)
        }
        let isTeam = action.product.map { Self.teams.contains($0) } ?? false
        // Only teams are bought by several people, and mostly they are.
        let seats: Set<WorldAction.Field> = verb == .buy ? [.seats, .scope] : []
        for field in verb.optionalFields.subtracting(seats).sorted(by: { $0.rawValue < $1.rawValue })
        where self.isLucky(3) {
            self.fill(field, of: &action, in: world)
        }
        if verb == .buy, isTeam, !self.isLucky(4) {
            action = .buySeats(
                1 + Int(self.chance.number(below: 12)),
                of: action.product ?? "",
                by: action.customer ?? "",
                isOrganization: self.isLucky(4)
            )
        }
        if verb == .advance {
            action = WorldAction(.advance)
            action.by = self.one(of: ["PT1M", "PT1H", "P1D", "P6D", "P1M", "P2M", "next", "quiet"])
        }
        if verb == .setSwitch {
            action = WorldAction(.setSwitch)
            action.name = self.one(of: WorldBehavior.switches.keys.sorted())
            action.enabled = self.isLucky(2)
        }
        return action
    }

    /// Remembers what an action has created.
    mutating func note(_ answer: WorldActionResult, of action: WorldAction) {
        if action.verb == .claimSeat, let claim = answer.identifier { self.claims.append(claim) }
    }

    private mutating func fill(_ field: WorldAction.Field, of action: inout WorldAction, in world: World) {
        switch field {
        case .customer: action.customer = self.one(of: Self.names)
        case .product:
            let isRecurring = [.cancel, .reenable, .expire, .renewNow, .delayRenewal].contains(action.verb)
            let recurring = Self.subscriptions + Self.teams + [SeatShop.solo, "all.monthly"]
            action.product = self.one(of: isRecurring ? recurring : recurring + Self.things)
            if action.verb == .changeSeats { action.product = self.one(of: Self.teams) }
        case .transaction:
            var all = world.customers.flatMap { world.transactions(of: $0) }
            let teams = all.filter { Self.teams.contains($0.productId) }
            if Self.seatVerbs.contains(action.verb), !teams.isEmpty { all = teams }
            action.transaction = all.isEmpty ? "1" : self.one(of: all).transactionId
        case .app: action.app = "com.example.shop"
        case .quantity: action.quantity = Int(self.chance.number(below: 4))
        case .offer: action.offer = self.one(of: ["promo", "back", "none"])
        case .code: action.code = self.one(of: ["HELLO", "STACK", "COINS", "NONE"])
        case .token: action.token = "6d1b1f6e-3f0f-4b2e-9f3c-0a1b2c3d4e5f"
        case .storefront: action.storefront = self.one(of: ["USA", "DEU", "CHN"])
        case .storefronts: action.storefronts = ["USA"]
        case .plan: action.plan = self.one(of: ["MONTHLY", "BILLED_UPFRONT"])
        case .since: action.since = world.now.milliseconds - Int64(self.chance.number(below: 90 * 86_400_000))
        case .enabled: action.enabled = self.isLucky(2)
        case .name:
            let isClaim = [.unclaimSeat, .associateSeat].contains(action.verb)
            action.name = self.one(of: isClaim ? self.claims.suffix(4) + ["none"] : ["f", "g"])
        case .percentage: action.percentage = Int(self.chance.number(below: 100_001))
        case .reason: action.reason = action.verb == .requestRefund ? "OTHER" : "1"
        case .text: action.text = self.one(of: ["", "DECLINE", "GRANT_PRORATED"])
        case .preference: action.preference = self.one(of: ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"])
        case .price: action.price = Int64(self.chance.number(below: 30_000))
        case .currency: action.currency = "USD"
        case .consent: action.consent = self.one(of: ["auto", "required", "notRequired"])
        case .scope: action.scope = self.one(of: ["all", "renewals", "paidToPaid"])
        case .days: action.days = Int(self.chance.number(below: 40))
        case .milliseconds: action.milliseconds = Int64(self.chance.number(below: 86_400_000)) + 1
        case .request:
            let isRepeated = action.verb != .claimSeat || self.isLucky(4)
            action.request = isRepeated ? "7f3a2a0e-2a63-4a5e-8f0a-0d5a3c1b2e4f" : "\(self.chance.number(below: .max))"
        case .seats: action.seats = 1 + Int(self.chance.number(below: 12))
        case .to, .by, .url, .signature, .commerce, .fault: break
        }
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int(self.chance.number(below: UInt64(elements.count)))]
    }

    /// Returns true once in `count` times on average.
    private mutating func isLucky(_ count: UInt64) -> Bool {
        self.chance.number(below: count) == 0
    }
}
