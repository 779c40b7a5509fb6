import Ledger

/// One environment of one app, within which Apple's ids are unique.
struct ScopeName: Hashable, Sendable {
    /// The app.
    let app: AppName
    /// The environment.
    let environment: StoreEnvironment
}
