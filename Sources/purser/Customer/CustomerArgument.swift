import ArgumentParser
import Ledger
import PurserService

/// A customer as he is named on the command line.
enum CustomerArgument {
    /// The customer of this name.
    static func customer(_ text: String) throws -> CustomerID {
        guard let customer = CustomerID(text) else {
            throw ValidationError(
                "A customer id has 1 to \(CustomerID.maximumBytes) bytes of UTF-8 and no control characters."
            )
        }
        return customer
    }

    /// How long a list may be.
    static func limit(_ number: Int) throws -> Int {
        guard (1...CustomerTask.longestList).contains(number) else {
            throw ValidationError("--limit \(number): write 1 to \(CustomerTask.longestList).")
        }
        return number
    }
}
