/// An app that a world sells for, in one environment.
public struct WorldApp: Hashable, Sendable {
    /// The bundle identifier.
    public let bundleId: String
    /// The app's identifier in App Store Connect.
    public let appAppleId: Int64
    /// The environment its customers are in.
    public let environment: WorldEnvironment
    /// The build that notifications name.
    public var bundleVersion = "1"
    /// Where notifications are posted, or `nil` when the app wants none.
    public var notificationURL: String?
    /// The days of billing grace chosen in App Store Connect (3, 16 or 28), or `nil` without grace.
    public var gracePeriodDays: Int?
    /// How the store behaves towards this app.
    public var conduct: WorldConduct

    /// An app whose store behaves as its environment does, unless `conduct` says otherwise.
    public init(
        bundleId: String,
        appAppleId: Int64,
        environment: WorldEnvironment,
        notificationURL: String? = nil,
        gracePeriodDays: Int? = nil,
        conduct: WorldConduct? = nil
    ) {
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.environment = environment
        self.notificationURL = notificationURL
        self.gracePeriodDays = gracePeriodDays
        self.conduct = conduct ?? (environment == .production ? .production : .sandbox)
    }
}
