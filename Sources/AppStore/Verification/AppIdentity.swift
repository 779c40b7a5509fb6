/// The app and the environments to which signed data must belong.
public struct AppIdentity: Hashable, Sendable {
    /// The bundle identifier, compared byte for byte.
    public let bundleID: String
    /// The app's identifier in the App Store, which notifications of Production must state.
    public let appAppleID: Int64?
    /// The accepted environments.
    public let environments: Set<AppStoreEnvironment>

    /// Creates an identity.
    ///
    /// The initializer returns `nil` in three cases: `environments` contains Production but `appAppleID` is `nil`;
    /// `environments` is empty; or `environments` contains one for which Apple's servers never sign data
    /// (`LocalTesting`).
    public init?(bundleID: String, appAppleID: Int64?, environments: Set<AppStoreEnvironment>) {
        let signable: Set<AppStoreEnvironment> = [.production, .sandbox, .xcode]
        guard !bundleID.isEmpty, !environments.isEmpty, environments.isSubset(of: signable) else { return nil }
        guard appAppleID != nil || !environments.contains(.production) else { return nil }
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environments = environments
    }

    /// Creates the identity of an app in Production and the Sandbox.
    ///
    /// - Parameters:
    ///   - bundleID: The bundle identifier, which must not be empty.
    ///   - appAppleID: The app's identifier in the App Store.
    public init(bundleID: String, appAppleID: Int64) {
        precondition(!bundleID.isEmpty, "An app has a bundle identifier.")
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environments = [.production, .sandbox]
    }
}
