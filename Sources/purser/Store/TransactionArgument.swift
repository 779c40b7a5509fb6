import ArgumentParser
import Ledger

/// A transaction as it is named on the command line.
enum TransactionArgument {
    /// The most digits of an id.
    private static let longest = 64

    /// Returns the id as it is; one that cannot be Apple's is wrong usage, before anybody is asked about it.
    static func id(_ text: String) throws -> String {
        guard (1...Self.longest).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw ValidationError("\(text) is no transaction id of Apple's: write its digits, 1 to \(Self.longest).")
        }
        return text
    }
}
