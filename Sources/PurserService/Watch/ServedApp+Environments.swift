package import Ledger

extension ServedApp {
    /// The environments of the App Store that it takes purchases of.
    package var storeEnvironments: [StoreEnvironment] {
        (self.takesProduction ? [.production] : []) + (self.takesSandbox ? [.sandbox] : [])
    }
}
