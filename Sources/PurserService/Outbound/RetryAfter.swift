package import Ledger

/// How long a receiver asks to be left alone (RFC 9110, section 10.2.3).
package enum RetryAfter {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// What a header says at an instant, never negative: seconds, or a date in one of HTTP's three forms; or `nil`.
    ///
    /// How long is too long is for the caller to say.
    package static func duration(_ text: String, at now: Instant) -> Duration? {
        let bytes = text.utf8
        guard bytes.count <= 40, !bytes.isEmpty else { return nil }
        if bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            return bytes.count <= 10 ? Int64(text).map { .seconds($0) } : nil
        }
        guard let date = Self.instant(text, at: now) else { return nil }
        return .milliseconds(max(0, (date - now).milliseconds))
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, and the two old forms `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994` (RFC 9110, section 5.6.7).
    private static func instant(_ text: String, at now: Instant) -> Instant? {
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
        switch words.count {
        case 6:
            guard words[5] == "GMT" else { return nil }
            return Self.instant(year: Self.year(words[3], at: now), words[2], day: words[1], time: words[4])
        case 5: return Self.instant(year: words[4], words[1], day: words[2], time: words[3])
        default: return nil
        }
    }

    /// Four digits; two mean the latest year that ends in them and is at most 50 years ahead.
    private static func year(_ text: String, at now: Instant) -> String {
        guard text.utf8.count == 2, let digits = Int(text), let this = Int(now.rfc3339.prefix(4)) else { return text }
        let latest = this + 50
        return String(latest - (latest - digits) % 100)
    }

    private static func instant(year: String, _ month: String, day: String, time: String) -> Instant? {
        guard let index = Self.months.firstIndex(of: month), year.utf8.count == 4, (1...2).contains(day.utf8.count)
        else { return nil }
        let monthText = (index < 9 ? "0" : "") + String(index + 1)
        let dayText = (day.utf8.count == 1 ? "0" : "") + day
        return Instant(rfc3339: "\(year)-\(monthText)-\(dayText)T\(time)Z")
    }
}
