import ArgumentParser
import Foundation
import Ledger

/// A day or an instant on the command line.
struct SignedSince: ExpressibleByArgument {
    /// The instant; the beginning of a day, in UTC.
    let instant: Instant

    init?(argument: String) {
        let text = argument.count == 10 ? argument + "T00:00:00Z" : argument
        let styles = [
            Date.ISO8601FormatStyle(includingFractionalSeconds: false),
            Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        self.instant = Instant(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
