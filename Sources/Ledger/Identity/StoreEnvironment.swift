/// The store of Apple's in which a purchase was made; every table separates environments.
package enum StoreEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Real purchases with real money.
    case production = "Production"
    /// Test purchases, App Review and TestFlight.
    case sandbox = "Sandbox"
    /// StoreKit testing in Xcode, signed by one developer's own certificate.
    case xcode = "Xcode"

    /// Returns the environment with this name, in upper or lower case.
    package static func named(_ word: String) -> Self? {
        Self.allCases.first { $0.rawValue.lowercased() == word.lowercased() }
    }
}
