import ArgumentParser
import Ledger

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
}
