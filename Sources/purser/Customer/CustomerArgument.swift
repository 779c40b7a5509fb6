import ArgumentParser
import Ledger
import PurserService

/// A customer as he is named on the command line.
enum CustomerArgument {
    /// How the commands about customers end, for their help.
    static let endings = """
        Exit status: 0 done, 1 it cannot be, because nobody knows him or it, or it is undone or merged already; 3 nothing
        was done, because it was so already; 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 not
        confirmed or another user's server, 78 the configuration is wrong.
        """

    /// The customer of this name.
    static func customer(_ text: String) throws -> CustomerID {
        guard let customer = CustomerID(text) else {
            throw ValidationError(CustomerID.requirement)
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
