/// Which app, and which of its environments, signed data must belong to.
public struct AppIdentity: Hashable, Sendable {
    /// The bundle id; compared byte for byte.
    public let bundleID: String
    /// The App Store's number of the app; notifications of Production must state it.
    public let appAppleID: Int64?
    /// The environments that are accepted.
    public let environments: Set<AppStoreEnvironment>

    /// An identity, or `nil` when Production is accepted without a number of the app to check, when no environment is
    /// accepted, or when one is that Apple's servers never sign for (`LocalTesting`).
    public init?(bundleID: String, appAppleID: Int64?, environments: Set<AppStoreEnvironment>) {
        let signable: Set<AppStoreEnvironment> = [.production, .sandbox, .xcode]
        guard !bundleID.isEmpty, !environments.isEmpty, environments.isSubset(of: signable) else { return nil }
        guard appAppleID != nil || !environments.contains(.production) else { return nil }
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environments = environments
    }

    /// The identity of an app in Production and the Sandbox.
    ///
    /// - Parameters:
    ///   - bundleID: The bundle id; must not be empty.
    ///   - appAppleID: The App Store's number of the app.
    public init(bundleID: String, appAppleID: Int64) {
        precondition(!bundleID.isEmpty, "An app has a bundle id.")
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.environments = [.production, .sandbox]
    }
}
