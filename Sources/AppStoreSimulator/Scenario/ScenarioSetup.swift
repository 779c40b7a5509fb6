public import AppStore

/// The initial world of a scenario.
public struct ScenarioSetup: Hashable, Sendable {
    /// A value of a switch of the store's behavior.
    public enum Setting: Hashable, Sendable {
        /// On or off.
        case flag(Bool)
        /// A duration in milliseconds.
        case milliseconds(Int64)
    }

    /// The profile of the store's behavior.
    public var profile: WorldProfile
    /// The start of the clock.
    public var start: Timestamp
    /// The differences from the profile's behavior, by the names of ``WorldBehavior/switches`` and
    /// ``WorldBehavior/durations``.
    public var switches: [String: Setting]
    /// The app's catalog; `nil` for ``ScenarioShop/catalog``.
    public var catalog: WorldCatalog?

    /// 2026-01-15T09:00:00Z: the middle of a month, so that months are easy to count.
    public static let defaultStart = Timestamp(
        milliseconds: CivilDate(year: 2026, month: 1, day: 15, millisecondOfDay: 9 * 3_600_000).milliseconds
    )

    /// Creates a setup; by default a production world that starts at ``defaultStart``.
    public init(
        profile: WorldProfile = .production,
        start: Timestamp = Self.defaultStart,
        switches: [String: Setting] = [:],
        catalog: WorldCatalog? = nil
    ) {
        self.profile = profile
        self.start = start
        self.switches = switches
        self.catalog = catalog
    }

    /// Returns a new world with this setup and one app.
    ///
    /// Certificates and keys follow from `keySeed`, or from `seed` when `keySeed` is `nil`. Throws the world's error
    /// for an invalid catalog or an unknown switch.
    public func world(
        seed: UInt64,
        keySeed: UInt64? = nil,
        bundleId: String,
        appAppleId: Int64,
        notificationURL: String?
    ) throws -> World {
        let app = WorldApp(
            bundleId: bundleId,
            appAppleId: appAppleId,
            profile: self.profile,
            notificationURL: notificationURL
        )
        let world = try World(
            seed: seed,
            keySeed: keySeed,
            startingAt: self.start,
            apps: [(app, self.catalog ?? ScenarioShop.catalog)]
        )
        for (name, setting) in self.switches.sorted(by: { $0.key < $1.key }) {
            var action = WorldAction(.setSwitch)
            action.name = name
            switch setting {
            case .flag(let isOn): action.enabled = isOn
            case .milliseconds(let length): action.milliseconds = length
            }
            try world.perform(action)
        }
        return world
    }
}
