package import Ledger

/// A dry run of a policy over an export, a line at a time: its memory does not grow with the number of lines.
package struct RefundExportRun: Sendable {
    /// A line that cannot be used.
    package struct Bad: Hashable, Sendable {
        /// Its number; the first is 1.
        package let line: Int64
        /// Why, as a sentence.
        package let reason: String
    }

    /// The longest line in bytes.
    package static let longestLine = 64 * 1024

    /// What was found so far.
    package private(set) var run: RefundDryRun
    /// How many lines cannot be used.
    package private(set) var badCount: Int64 = 0

    private let since: Instant
    private var reader = LineReader(limit: Self.longestLine)

    /// A run over nothing yet, which leaves out what was opened before an instant.
    package init(_ run: RefundDryRun, since: Instant? = nil) {
        self.run = run
        self.since = since ?? Instant(milliseconds: .min)
    }

    /// Reads on, and tells of each line that cannot be used.
    package mutating func read(_ bytes: some Sequence<UInt8>, onBad: (Bad) -> Void) {
        var reader = self.reader
        reader.read(bytes) { line in self.take(line, onBad) }
        self.reader = reader
    }

    /// Reads the last line where it has no end.
    package mutating func finish(onBad: (Bad) -> Void) {
        if let line = self.reader.rest() { self.take(line, onBad) }
    }

    private mutating func take(_ line: LineReader.Line, _ onBad: (Bad) -> Void) {
        do throws(ExportedRefund.Wrong) {
            guard !line.isTooLong else {
                throw ExportedRefund.Wrong(reason: "It has more than \(Self.longestLine) bytes.")
            }
            let refund = try ExportedRefund(line: line.bytes)
            guard refund.openedAt >= self.since else { return }
            self.run.take(refund.pastRequest)
        } catch {
            self.badCount += 1
            onBad(Bad(line: line.number, reason: error.reason))
        }
    }
}

extension RefundDryRun {
    /// A run of the policy of this text over nothing yet.
    package init(of text: String, differenceLimit: Int = 1000) throws(ValidationIssues) {
        let rules = try RefundRules.file(text).rules
        self.init(
            rules,
            otherwise: RefundPreference(rawValue: rules.otherwise.word),
            differenceLimit: differenceLimit
        )
    }
}
