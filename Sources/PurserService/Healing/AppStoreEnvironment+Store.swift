package import AppStore
package import Ledger

extension AppStoreEnvironment {
    /// The environment by Apple's name.
    package init(_ environment: StoreEnvironment) {
        self.init(rawValue: environment.rawValue)
    }
}
