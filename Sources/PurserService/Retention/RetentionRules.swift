internal import Ledger

/// The rules of one app for what is shown to customers who are about to cancel; the first that applies counts.
package struct RetentionRules: Hashable, Sendable {
    /// The rules, in the order of their file.
    package let rules: [RetentionRule]

    /// These rules.
    package init(_ rules: [RetentionRule]) {
        self.rules = rules
    }

    /// The rules in these bytes; `file` is how messages name them.
    package init(bytes: [UInt8], file: String) throws(Findings) {
        let document = try DocumentReader.read(bytes, file: file)
        var reading = RetentionReading(file: file)
        self = try reading.read(document)
    }
}
