import AppStore

/// The configuration of a new world, as the control interface over HTTP receives it.
public struct WorldConfiguration: Sendable, Codable {
    /// The world's name, used in the path and in the list.
    public var name: String
    /// The seed of all random choices; 1 when absent.
    public var seed: UInt64?
    /// The behavior of the store: the name of a ``WorldProfile``.
    public var profile: String?
    /// The app's bundle id.
    public var bundleId: String?
    /// The app's Apple ID.
    public var appAppleId: Int64?
    /// The instant at which the clock starts, in milliseconds since 1970; the present when absent.
    public var startsAt: Int64?
    /// The URL for notifications.
    public var notificationURL: String?
    /// The days of billing grace; `nil` for none.
    public var gracePeriodDays: Int?
    /// The catalog; the sample catalog when absent.
    public var catalog: WorldCatalog?
    /// The world's own port, 0 for any free one; `nil` for none.
    public var port: Int?

    /// Creates a configuration for a world of this name, with defaults for everything else.
    public init(name: String) {
        self.name = name
    }

    /// Creates the world; its clock starts at this instant unless the configuration names another.
    func world(startingAt now: Int64) throws -> World {
        let profileName = self.profile ?? WorldProfile.sandbox5m.rawValue
        guard let profile = WorldProfile(rawValue: profileName) else {
            throw WorldError.invalidValue(field: "profile", profileName)
        }
        let start = self.startsAt ?? now
        // The world's certificates remain valid for some decades after this limit.
        guard (0...CivilDate(year: 9900, month: 1, day: 1).milliseconds).contains(start) else {
            throw WorldError.invalidValue(field: "startsAt", "\(start)")
        }
        if let days = self.gracePeriodDays, !(0...366).contains(days) {
            throw WorldError.invalidValue(field: "gracePeriodDays", "\(days)")
        }
        let app = WorldApp(
            bundleId: self.bundleId ?? SampleCatalog.bundleId,
            appAppleId: self.appAppleId ?? SampleCatalog.appAppleId,
            profile: profile,
            notificationURL: self.notificationURL,
            gracePeriodDays: self.gracePeriodDays
        )
        return try World(
            seed: self.seed ?? 1,
            startingAt: Timestamp(milliseconds: start),
            app: app,
            catalog: self.catalog ?? SampleCatalog.catalog
        )
    }
}
