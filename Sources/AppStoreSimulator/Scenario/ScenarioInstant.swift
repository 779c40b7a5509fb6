public import AppStore

/// The format of instants in scenarios and reports: RFC 3339 in UTC.
public enum ScenarioInstant {
    /// Returns the text of an instant, with milliseconds only where they are not zero: `2026-01-15T09:00:00Z`.
    public static func text(_ instant: Timestamp) -> String {
        let date = CivilDate(milliseconds: instant.milliseconds)
        let milliseconds = date.millisecondOfDay
        let fraction = milliseconds % 1000 == 0 ? "" : "." + Self.digits(milliseconds % 1000, 3)
        let day = [Self.digits(date.year, 4), Self.digits(date.month, 2), Self.digits(date.day, 2)]
        let time = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60]
        return day.joined(separator: "-") + "T" + time.map { Self.digits($0, 2) }.joined(separator: ":") + fraction
            + "Z"
    }

    /// Returns the instant of a text; `nil` for other text, and before year 1.
    public static func instant(_ text: String) -> Timestamp? {
        var rest = Substring(text)
        func number(_ count: Int, before separator: String) -> Int64? {
            let digits = rest.prefix(count)
            guard digits.utf8.count == count, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            rest = rest.dropFirst(count)
            guard rest.hasPrefix(separator) else { return nil }
            rest = rest.dropFirst(separator.count)
            return Int64(digits)
        }
        guard let year = number(4, before: "-"), let month = number(2, before: "-"), let day = number(2, before: "T"),
            let hour = number(2, before: ":"), let minute = number(2, before: ":"), let second = number(2, before: ""),
            year > 0, (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        var fraction: Int64 = 0
        if rest.hasPrefix(".") {
            rest = rest.dropFirst()
            guard let milliseconds = number(3, before: "") else { return nil }
            fraction = milliseconds
        }
        guard rest == "Z" else { return nil }
        let time = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
        return Timestamp(
            milliseconds: CivilDate(year: year, month: month, day: day, millisecondOfDay: time).milliseconds
        )
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.utf8.count, 0)) + text
    }
}
