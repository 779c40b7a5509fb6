package import Ledger

/// A key that was made, with the text that is shown once.
package struct MadeAccessKey: Hashable, Sendable {
    /// The key.
    package let key: AccessKey
    /// What its owner sends.
    package let text: String
}
