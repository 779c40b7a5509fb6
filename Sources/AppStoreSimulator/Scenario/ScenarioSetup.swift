public import AppStore

/// The world that a scenario happens in, before its first step.
public struct ScenarioSetup: Hashable, Sendable {
    /// A switch of the store's behavior and where it stands.
    public enum Setting: Hashable, Sendable {
        /// On or off.
        case flag(Bool)
        /// A length in milliseconds.
        case milliseconds(Int64)
    }

    /// How the store behaves.
    public var profile: WorldProfile
    /// When the clock starts.
    public var start: Timestamp
    /// What of the behavior differs from the profile's, by the names of ``WorldBehavior/switches`` and
    /// ``WorldBehavior/durations``.
    public var switches: [String: Setting]
    /// What the app sells; `nil` for ``ScenarioShop/catalog``.
    public var catalog: WorldCatalog?

    /// 2026-01-15T09:00:00Z: in the middle of a month, so that months are easy to count.
    public static let defaultStart = Timestamp(
        milliseconds: CivilDate(year: 2026, month: 1, day: 15, millisecondOfDay: 9 * 3_600_000).milliseconds
    )

    /// A world in production that starts at the usual instant, unless said otherwise.
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

    /// A new world of this kind, with its one app.
    ///
    /// Its certificates and keys follow from `keySeed`, and from `seed` like all the rest when that is absent. Throws
    /// what the world refuses: a catalog that sells nothing twice, a switch that does not exist.
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
