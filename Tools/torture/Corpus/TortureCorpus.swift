import AppStore
import AppStoreSimulator
import PurserTesting

/// Everything that is sent: the messages of two simulated App Stores, production and sandbox, for two apps.
struct TortureCorpus {
    /// The names of the apps in the configuration.
    static let apps = ["shop", "other"]
    /// When both worlds begin: 2026-01-05T00:00:00Z.
    private static let opening = Timestamp(milliseconds: 1_767_571_200_000)
    /// The maximum simulated time of a corpus, in milliseconds: customers arrive for 60 days, and stay for four months.
    private static let span: Int64 = 184 * 86_400_000

    /// The root certificates that a server must trust.
    let roots: [[UInt8]]
    /// The messages, earliest first.
    let messages: [TortureMessage]
    /// The instant at which everything has been signed.
    let end: Timestamp

    /// Creates the corpus of a seed, with a number of customers in each world.
    ///
    /// With `ending` both worlds end at that instant, and everything was signed in the half year before it.
    init(seed: UInt64, customers: Int, ending: Timestamp? = nil) throws {
        var generator = PurserTesting.SeededGenerator(seed: seed)
        let opening = ending.map { Timestamp(milliseconds: $0.milliseconds - Self.span) } ?? Self.opening
        let production = try Self.world(.production, seed: generator.next(), opening: opening)
        let sandbox = try Self.world(.sandbox1h, seed: generator.next(), opening: opening)
        var kinds: [(app: String, signedAt: Int64, kind: TortureMessage.Kind)] = []
        kinds += try Self.live(in: production, customers: customers, paceMinutes: 86_400 / customers, &generator)
        kinds += try Self.live(in: sandbox, customers: customers / 2, paceMinutes: 2, &generator)
        try production.advance(by: .months(4))
        try sandbox.advance(by: .days(3))
        let end = max(production.now, sandbox.now, ending ?? opening)
        try sandbox.advance(to: end)
        try production.advance(to: end)

        for world in [production, sandbox] {
            for notification in world.notifications(from: 0) {
                let app = Self.name(of: notification.app.bundleId)
                kinds.append((app, notification.signedAt.milliseconds, .notification(notification)))
            }
        }
        kinds.sort { $0.signedAt < $1.signedAt }
        self.roots = [production.certificates.root, sandbox.certificates.root]
        self.messages = kinds.enumerated().map { number, element in
            TortureMessage(number: number, app: element.app, signedAt: element.signedAt, kind: element.kind)
        }
        self.end = end
    }

    /// Returns the bundle id of an app.
    static func bundleID(of app: String) -> String { "com.example.\(app)" }

    /// Returns Apple's id of an app.
    static func appleID(of app: String) -> Int64 { app == "shop" ? 1_234_567_890 : 1_234_567_891 }

    /// The catalog of the server for both apps.
    static let catalog = """
        entitlements:
          pro: { name: { en: Pro } }
          frame: { name: { en: Frame } }
        products:
          pro.monthly: { kind: auto-renewable, group: pro, level: 2, unlocks: pro }
          pro.yearly: { kind: auto-renewable, group: pro, level: 1, unlocks: pro }
          frame.gold: { kind: non-consumable, unlocks: frame }
        """

    private static func name(of bundleID: String) -> String {
        self.apps.first { self.bundleID(of: $0) == bundleID } ?? bundleID
    }

    private static func world(_ profile: WorldProfile, seed: UInt64, opening: Timestamp) throws -> World {
        try World(
            seed: seed,
            startingAt: opening,
            apps: self.apps.map { app in
                let world = WorldApp(
                    bundleId: self.bundleID(of: app),
                    appAppleId: self.appleID(of: app),
                    profile: profile,
                    gracePeriodDays: 16
                )
                return (world, self.worldCatalog)
            }
        )
    }

    /// The products of both apps.
    static let worldCatalog = WorldCatalog([
        .subscription("pro.monthly", group: "pro", level: 2, period: .month, price: Self.dollars(10_000)),
        .subscription("pro.yearly", group: "pro", level: 1, period: .year, price: Self.dollars(90_000)),
        .nonConsumable("frame.gold", price: Self.dollars(2_000)),
    ])

    private static func dollars(_ milliunits: Int64) -> WorldPrice {
        WorldPrice(milliunits: milliunits, currency: "USD")
    }

    /// Lets customers arrive one after the other and buy; returns what their apps submit.
    private static func live(
        in world: World,
        customers: Int,
        paceMinutes: Int,
        _ generator: inout PurserTesting.SeededGenerator
    ) throws -> [(app: String, signedAt: Int64, kind: TortureMessage.Kind)] {
        var purchases: [(app: String, signedAt: Int64, kind: TortureMessage.Kind)] = []
        for number in 0..<customers {
            // The sandbox has other customers than production.
            let name = "\(world.apps[0].environment.rawValue.lowercased())-\(number)"
            var buy = WorldAction(.buy)
            buy.customer = name
            buy.product = generator.pick(["pro.monthly", "pro.monthly", "pro.monthly", "pro.yearly", "frame.gold"])
            buy.app = self.bundleID(of: generator.pick(self.apps))
            let bought = try world.perform(buy).purchases.first
            try world.advance(by: Duration.seconds(60 * max(1, paceMinutes)))
            // Signed later than the same transaction in a notification, so that each is separate evidence.
            if let bought, generator.happens(percent: 40) {
                let compact = try world.signedTransaction(for: bought.transactionId)
                let kind = TortureMessage.Kind.purchase(customer: name, compact: compact)
                purchases.append((Self.name(of: bought.bundleId), world.now.milliseconds, kind))
            }
            // An action of an earlier customer; not every customer can do every action.
            guard number > 0 else { continue }
            let earlier = "\(world.apps[0].environment.rawValue.lowercased())-\(generator.number(below: number))"
            _ = try? world.perform(self.action(of: earlier, in: world, &generator))
        }
        return purchases
    }

    private static func action(
        of customer: String,
        in world: World,
        _ generator: inout PurserTesting.SeededGenerator
    ) -> WorldAction {
        let verb = generator.pick([
            WorldVerb.cancel, .reenable, .declineCard, .repairCard, .requestRefund, .refund, .reverseRefund, .buy,
        ])
        let all = world.transactions(of: WorldCustomer(name: customer))
        var action = WorldAction(verb)
        switch verb {
        case .requestRefund, .refund, .reverseRefund: action.transaction = all.last?.transactionId
        case .declineCard, .repairCard: action.customer = customer
        default:
            action.customer = customer
            action.product = verb == .buy ? "pro.yearly" : all.last?.productId
            action.app = all.last?.bundleId
        }
        return action
    }
}
