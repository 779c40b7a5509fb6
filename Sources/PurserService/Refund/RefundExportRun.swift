package import Ledger

/// A dry run of a policy over an export, line by line; its memory does not grow with the number of lines.
package struct RefundExportRun: Sendable {
    /// A line that cannot be used.
    package struct Bad: Hashable, Sendable {
        /// The line number, counted from 1.
        package let line: Int64
        /// The reason, as a sentence.
        package let reason: String
    }

    /// The maximum length of a line in bytes.
    package static let longestLine = 64 * 1024

    /// The result so far.
    package private(set) var run: RefundDryRun
    /// The number of lines that cannot be used.
    package private(set) var badCount: Int64 = 0

    private let since: Instant
    private var reader = LineReader(limit: Self.longestLine)

    /// Creates a run without lines, which ignores refunds that were opened before an instant.
    package init(_ run: RefundDryRun, since: Instant? = nil) {
        self.run = run
        self.since = since ?? Instant(milliseconds: .min)
    }

    /// Reads more bytes, and calls `onBad` with each line that cannot be used.
    package mutating func read(_ bytes: some Sequence<UInt8>, onBad: (Bad) -> Void) {
        var reader = self.reader
        reader.read(bytes) { line in self.take(line, onBad) }
        self.reader = reader
    }

    /// Reads a last line without a line end.
    package mutating func finish(onBad: (Bad) -> Void) {
        if let line = self.reader.rest() { self.take(line, onBad) }
    }

    private mutating func take(_ line: LineReader.Line, _ onBad: (Bad) -> Void) {
        do throws(ExportedRefund.Wrong) {
            guard !line.isTooLong else {
                throw ExportedRefund.Wrong(reason: "The line has more than \(Self.longestLine) bytes.")
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
    /// Creates a run of the policy with this text, without lines.
    package init(of text: String, differenceLimit: Int = 1000) throws(ValidationIssues) {
        let rules = try RefundRules.file(text).rules
        self.init(
            rules,
            otherwise: RefundPreference(rawValue: rules.otherwise.word),
            differenceLimit: differenceLimit
        )
    }
}
