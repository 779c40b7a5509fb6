import Ledger

extension StoreEnvironment {
    /// The environment that a person means, however he writes its letters.
    static func named(_ word: String) -> Self? {
        Self.allCases.first { $0.rawValue.lowercased() == word.lowercased() }
    }
}
