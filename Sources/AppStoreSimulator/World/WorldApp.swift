/// An app that sells in a world, as App Store Connect knows it.
public struct WorldApp: Hashable, Sendable {
    /// Whose billing grace there is.
    public enum GraceScope: String, Hashable, Sendable, CaseIterable {
        /// Every renewal's.
        case all
        /// Only of who has paid before.
        case paidToPaid
    }

    /// The app's bundle id.
    public let bundleId: String
    /// Apple's number of the app.
    public let appAppleId: Int64
    /// Where its purchases are made.
    public let environment: WorldEnvironment
    /// The app's version.
    public var bundleVersion = "1"
    /// Where notifications are posted; `nil` for nowhere.
    public var notificationURL: String?
    /// The days of billing grace, or `nil` when the app grants none; in production Apple offers 3, 16 and 28.
    public var gracePeriodDays: Int?
    /// Whose billing grace there is.
    public var graceScope = GraceScope.all
    /// How the store behaves towards the app.
    public var conduct: WorldConduct

    /// An app; the conduct is the environment's unless given.
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

    /// An app in a world of a profile.
    public init(
        bundleId: String,
        appAppleId: Int64,
        profile: WorldProfile,
        notificationURL: String? = nil,
        gracePeriodDays: Int? = nil
    ) {
        self.init(
            bundleId: bundleId,
            appAppleId: appAppleId,
            environment: profile.environment,
            notificationURL: notificationURL,
            gracePeriodDays: gracePeriodDays,
            conduct: profile.conduct
        )
    }
}
