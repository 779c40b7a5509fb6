/// How long money takes that goes back, for support to quote.
///
/// How the customer paid is known to Apple alone, so there are two answers: what goes back into an Apple Account's
/// balance or a wallet is soon there, and what goes back to a card or a bank takes working days.
package struct RefundTiming: Hashable, Sendable {
    /// The most working days that can be stated.
    package static let longestWorkingDays: Int64 = 366

    /// How long it takes at most into a balance or a wallet.
    package var soon: Span
    /// How many working days it takes to a card or a bank.
    package var workingDays: ClosedRange<Int64>

    /// An arrival after these lengths of time; without them as Apple states it.
    package init(soon: Span = .hours(36), workingDays: ClosedRange<Int64> = 7...15) {
        self.soon = soon
        self.workingDays = workingDays
    }

    /// The instants between which money is there that went back at an instant: the end of what is soon, and of the last
    /// working day.
    ///
    /// Saturdays and Sundays of UTC are no working days; holidays are not known.
    package func expected(from instant: Instant) -> (soon: Instant, latest: Instant) {
        (instant + self.soon, instant + .days(Self.days(for: self.workingDays.upperBound, from: instant)))
    }

    /// How many days so many working days are, counted from the day of an instant.
    private static func days(for workingDays: Int64, from instant: Instant) -> Int64 {
        let day = Span.days(1).milliseconds
        // The first of January 1970 was a Thursday; 0 is Monday.
        let number = (instant.milliseconds - (instant.milliseconds % day + day) % day) / day
        let weekday = ((number + 3) % 7 + 7) % 7
        var today = weekday
        var left = min(workingDays, Self.longestWorkingDays)
        var days: Int64 = 0
        while left > 0 {
            days += 1
            today = (today + 1) % 7
            if today < 5 { left -= 1 }
        }
        return days
    }

    /// What support may say, by language tag.
    package var sentences: [String: String] {
        let hours = self.soon.milliseconds / Span.hours(1).milliseconds
        let (first, last) = (self.workingDays.lowerBound, self.workingDays.upperBound)
        return [
            "en": "Into a balance or a wallet the money is there within \(hours) hours, on a card or at a bank within "
                + "\(first) to \(last) working days.",
            "zh-Hans": "退回账户余额或电子钱包的款项在 \(hours) 小时内到账，退回银行卡的款项在 \(first) 至 \(last) 个工作日内到账。",
        ]
    }
}
