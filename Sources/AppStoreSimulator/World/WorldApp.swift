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
    /// How the store behaves toward the app.
    public var behavior: WorldBehavior

    /// An app; the behavior is the environment's unless given.
    public init(
        bundleId: String,
        appAppleId: Int64,
        environment: WorldEnvironment,
        notificationURL: String? = nil,
        gracePeriodDays: Int? = nil,
        behavior: WorldBehavior? = nil
    ) {
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.environment = environment
        self.notificationURL = notificationURL
        self.gracePeriodDays = gracePeriodDays
        self.behavior = behavior ?? (environment == .production ? .production : .sandbox)
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
            behavior: profile.behavior
        )
    }
}

/// Which of Apple's environments a world plays for an app.
public enum WorldEnvironment: String, Hashable, Sendable, Codable {
    /// Paying customers.
    case production = "Production"
    /// Testers.
    case sandbox = "Sandbox"
}

/// What customers of a world are like when they come.
public struct CustomerDefaults: Hashable, Sendable {
    /// Where they are, unless they are named with a storefront.
    public var storefront: WorldStorefront
    /// Whether a parent must approve their purchases.
    public var asksToBuy: Bool
    /// Whether the store interrupts their purchases.
    public var isInterrupted: Bool
    /// Whether their cards fail to renew.
    public var failsRenewals: Bool

    /// Customers in the United States who buy freely, unless said otherwise.
    public init(
        storefront: WorldStorefront = .usa,
        asksToBuy: Bool = false,
        isInterrupted: Bool = false,
        failsRenewals: Bool = false
    ) {
        self.storefront = storefront
        self.asksToBuy = asksToBuy
        self.isInterrupted = isInterrupted
        self.failsRenewals = failsRenewals
    }
}

extension World {
    /// The key with which an app's server calls the store and signs offers.
    ///
    /// `bundleId` is needed only where the world sells for several apps.
    public func apiKey(of bundleId: String? = nil) throws(WorldError) -> APIKey {
        try self.change { state throws(WorldError) in state.keys[try state.index(ofApp: bundleId)] }
    }

    /// Sets where an app's notifications are posted from now on, as in App Store Connect; `nil` for nowhere.
    ///
    /// `bundleId` is needed only where the world sells for several apps.
    public func setNotificationURL(_ url: String?, for bundleId: String? = nil) throws(WorldError) {
        try self.perform(.setNotificationURL(url, in: bundleId))
    }

    /// Says what customers are like who come from now on.
    public func setCustomerDefaults(_ customers: CustomerDefaults) {
        self.update { $0.customerDefaults = customers }
    }
}
