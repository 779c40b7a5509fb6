/// Which of Apple's separate stores a purchase happened in; kept apart in every table.
package enum StoreEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Real purchases with real money.
    case production = "Production"
    /// Test purchases, App Review and TestFlight.
    case sandbox = "Sandbox"
    /// StoreKit testing in Xcode, signed by one developer's own certificate.
    case xcode = "Xcode"

    /// The environment that a person means, however he writes its letters.
    package static func named(_ word: String) -> Self? {
        Self.allCases.first { $0.rawValue.lowercased() == word.lowercased() }
    }
}
