import AppStore
import AppStoreSimulator
import Crypto
import Ledger
import PurserTesting

/// A third app whose purchases no client sends: both nodes have to ask the App Store for all of them.
package struct PolledShop: Sendable {
    /// The app's name in the configuration.
    package static let app = "asked"
    /// How long before the end customers start to buy, in milliseconds.
    private static let span: Int64 = 100 * 86_400_000

    /// The production world.
    let production: World
    /// The sandbox world.
    let sandbox: World

    /// Creates the worlds of a seed, which end at an instant.
    init(seed: UInt64, customers: Int, ending: Timestamp) throws {
        // Both use one seed: the app's key is the same in both environments.
        self.production = try Self.world(.production, seed: seed, customers: customers, ending: ending)
        self.sandbox = try Self.world(.sandbox1h, seed: seed, customers: customers / 4, ending: ending)
    }

    /// The root certificates that a server must trust.
    var roots: [[UInt8]] { [self.production.certificates.root, self.sandbox.certificates.root] }

    /// The digests of everything that the App Store has signed for the shop.
    var digests: [EvidenceDigest] {
        [self.production, self.sandbox].flatMap { world in
            world.notifications(from: 0).compactMap { TortureMessage.digest(of: $0.signedPayload) }
        }
    }

    private static func world(
        _ profile: WorldProfile,
        seed: UInt64,
        customers: Int,
        ending: Timestamp
    ) throws -> World {
        let world = try World(
            seed: seed,
            startingAt: Timestamp(
                milliseconds: ending.milliseconds - (profile == .production ? self.span : 6 * 3_600_000)
            ),
            app: WorldApp(
                bundleId: TortureCorpus.bundleID(of: self.app),
                appAppleId: TortureCorpus.appleID(of: self.app),
                profile: profile,
                gracePeriodDays: 16
            ),
            catalog: TortureCorpus.worldCatalog
        )
        var generator = PurserTesting.SeededGenerator(seed: seed)
        for number in 0..<customers {
            var buy = WorldAction(.buy)
            buy.customer = "asked-\(number)"
            buy.product = generator.pick(["pro.monthly", "pro.yearly", "frame.gold"])
            _ = try world.perform(buy)
            try world.advance(by: .seconds(profile == .production ? 3600 : 60))
        }
        try world.advance(to: ending)
        return world
    }
}
