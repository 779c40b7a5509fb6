/// An app of a world, with its settings in App Store Connect.
public struct WorldApp: Hashable, Sendable {
    /// The subscribers to whom billing grace applies.
    public enum GraceScope: String, Hashable, Sendable, CaseIterable {
        /// All renewals.
        case all
        /// Only subscribers who have paid before.
        case paidToPaid
    }

    /// The app's bundle id.
    public let bundleId: String
    /// The app's Apple ID.
    public let appAppleId: Int64
    /// The environment of its purchases.
    public let environment: WorldEnvironment
    /// The app's version.
    public var bundleVersion = "1"
    /// The URL for notifications; `nil` sends none.
    public var notificationURL: String?
    /// The days of billing grace, or `nil` when the app grants none; in production Apple offers 3, 16 and 28.
    public var gracePeriodDays: Int?
    /// The subscribers to whom billing grace applies.
    public var graceScope = GraceScope.all
    /// The store's behavior toward the app.
    public var behavior: WorldBehavior

    /// Creates an app; the behavior defaults to that of the environment.
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

    /// Creates an app with the environment and the behavior of a profile.
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

/// The App Store environment that a world simulates for an app.
public enum WorldEnvironment: String, Hashable, Sendable, Codable {
    /// Production, with paying customers.
    case production = "Production"
    /// The sandbox, with testers.
    case sandbox = "Sandbox"
}

/// The initial properties of new customers of a world.
public struct CustomerDefaults: Hashable, Sendable {
    /// The storefront of customers that are created without one.
    public var storefront: WorldStorefront
    /// Whether Ask to Buy is on: a parent must approve purchases.
    public var asksToBuy: Bool
    /// Whether the store interrupts their purchases.
    public var isInterrupted: Bool
    /// Whether their cards are declined for renewals.
    public var failsRenewals: Bool

    /// Creates the defaults: the United States storefront, without Ask to Buy, interruptions or declined cards.
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
    /// Returns the key with which an app's server calls the store and signs offers.
    ///
    /// `bundleId` is required only where the world sells for several apps.
    public func apiKey(of bundleId: String? = nil) throws(WorldError) -> APIKey {
        try self.change { state throws(WorldError) in state.keys[try state.index(ofApp: bundleId)] }
    }

    /// Sets the URL for an app's notifications from now on, as in App Store Connect; `nil` sends none.
    ///
    /// `bundleId` is required only where the world sells for several apps.
    public func setNotificationURL(_ url: String?, for bundleId: String? = nil) throws(WorldError) {
        try self.perform(.setNotificationURL(url, in: bundleId))
    }

    /// Sets the initial properties of customers that are created from now on.
    public func setCustomerDefaults(_ customers: CustomerDefaults) {
        self.update { $0.customerDefaults = customers }
    }
}
