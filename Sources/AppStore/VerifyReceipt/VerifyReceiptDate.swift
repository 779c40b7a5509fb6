import Foundation

/// Instants as verifyReceipt writes them: three members, of which only the one in milliseconds is any use.
package enum VerifyReceiptDate {
    /// The members for an instant under a name such as `purchase_date`; none where there is no instant.
    package static func members(_ name: String, _ instant: Timestamp?) -> [JSONMember] {
        guard let instant else { return [] }
        // Beyond the years of any text, where adding a zone's hours could overflow, the text is that of the last instant.
        let bound = ReceiptInstant.range.upperBound
        let told = Timestamp(milliseconds: min(max(instant.milliseconds, -bound), bound - 1))
        let pacific = told.milliseconds + Self.pacific(told)
        return [
            JSONMember(key: name, value: .string("\(Self.text(told.milliseconds)) Etc/GMT")),
            JSONMember(key: "\(name)_ms", value: .string(String(instant.milliseconds))),
            JSONMember(key: "\(name)_pst", value: .string("\(Self.text(pacific)) America/Los_Angeles")),
        ]
    }

    /// The instant under a name in an object; in old forms the name itself may hold the milliseconds.
    static func instant(_ name: String, in object: JSONValue) -> Timestamp? {
        object["\(name)_ms"]?.looseInstant ?? object[name]?.looseInstant
    }

    /// How many milliseconds California's clocks are off.
    private static func pacific(_ instant: Timestamp) -> Int64 {
        let date = Date(timeIntervalSince1970: TimeInterval(instant.milliseconds / 1000))
        return Int64(TimeZone(identifier: "America/Los_Angeles")?.secondsFromGMT(for: date) ?? -28_800) * 1000
    }

    private static func text(_ milliseconds: Int64) -> String {
        let second = (milliseconds >= 0 ? milliseconds : milliseconds - 999) / 1000
        let day = (second >= 0 ? second : second - 86_399) / 86_400
        let time = second - day * 86_400
        // Days to years by eras of 400 years, which begin on the first of March.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let date = [(year, 4), (month, 2), (dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, 2)]
        let clock = [(time / 3600, 2), (time / 60 % 60, 2), (time % 60, 2)]
        return date.map(Self.digits).joined(separator: "-") + " " + clock.map(Self.digits).joined(separator: ":")
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
