import AppStore

/// What a world is to be like, as control over HTTP orders it.
public struct WorldConfiguration: Sendable, Codable {
    /// The world's name, for the path and for the list.
    public var name: String
    /// What everything random follows from; 1 when absent.
    public var seed: UInt64?
    /// How the store behaves: the name of a ``WorldProfile``.
    public var profile: String?
    /// The app's bundle id.
    public var bundleId: String?
    /// The app's number.
    public var appAppleId: Int64?
    /// When its clock starts, in milliseconds since 1970; the present when absent.
    public var startsAt: Int64?
    /// Where notifications go.
    public var notificationURL: String?
    /// The days of billing grace; none when absent.
    public var gracePeriodDays: Int?
    /// What it sells; the sample catalog when absent.
    public var catalog: WorldCatalog?
    /// A port of its own to listen on, 0 for a free one; none when absent.
    public var port: Int?

    /// An order for a world of this name, with everything else as it is at first.
    public init(name: String) {
        self.name = name
    }

    /// The world, whose clock starts at this instant unless the order says otherwise.
    func world(startingAt now: Int64) throws -> World {
        let profileName = self.profile ?? WorldProfile.sandbox5m.rawValue
        guard let profile = WorldProfile(rawValue: profileName) else {
            throw WorldError.invalidValue(field: "profile", profileName)
        }
        let start = self.startsAt ?? now
        // Its certificates are good for some decades more.
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
