package import AppStore
import Synchronization

/// A collector of clock comparisons with Apple's answers, which have a `Date` and a known round-trip time.
package final class ClockReadings: Sendable {
    /// The difference of the wall clock from Apple's, with its tolerance.
    package struct Offset: Hashable, Sendable {
        /// The milliseconds by which the wall clock is ahead; negative if it is behind.
        package let milliseconds: Int64
        /// The maximum error of the difference, either way: half the round-trip time, and the second to which `Date` is
        /// rounded.
        package let toleranceMilliseconds: Int64
    }

    private let wallNow: @Sendable () -> Int64
    private let best = Mutex<Offset?>(nil)

    /// Creates a collector for a wall clock, in milliseconds since 1970.
    package init(wallNow: @escaping @Sendable () -> Int64) {
        self.wallNow = wallNow
    }

    /// The most exact difference; `nil` without an answer.
    package var offset: Offset? { self.best.withLock { $0 } }

    /// Returns the same transport, whose responses are read.
    package func watching(_ transport: AppStoreTransport) -> AppStoreTransport {
        AppStoreTransport { call, timeout throws(AppStoreTransportError) in
            let sentAt = self.wallNow()
            let reply = try await transport.exchange(call, timeout)
            self.take(date: reply.header("date"), sentAt: sentAt, receivedAt: self.wallNow())
            return reply
        }
    }

    private func take(date: String?, sentAt: Int64, receivedAt: Int64) {
        guard let date = date.flatMap(HTTPDate.init), receivedAt >= sentAt else { return }
        let offset = Offset(
            milliseconds: (sentAt + receivedAt) / 2 - (date.seconds * 1000 + 500),
            toleranceMilliseconds: (receivedAt - sentAt) / 2 + 500
        )
        self.best.withLock { best in
            if offset.toleranceMilliseconds < (best?.toleranceMilliseconds ?? .max) { best = offset }
        }
    }
}

/// An instant in the form of an HTTP header: `Sun, 06 Nov 1994 08:49:37 GMT` (IMF-fixdate, RFC 9110 section 5.6.7).
struct HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The seconds since 1970.
    let seconds: Int64

    /// Parses a header field's value; returns `nil` for another form.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
            let day = Int64(words[1]), (1...31).contains(day),
            let month = Self.months.firstIndex(where: { $0 == words[2] }),
            let year = Int64(words[3]), (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int64($0) }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        let days = Self.days(year: year, month: Int64(month) + 1, day: day)
        self.seconds = days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    /// Returns the days from 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
