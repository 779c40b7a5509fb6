/// The time within which refunded money arrives, for support to quote.
///
/// Only Apple knows how the customer paid, so there are two answers: money refunded to an Apple Account's balance or a
/// wallet arrives soon, and money refunded to a card or a bank takes working days.
package struct RefundTiming: Hashable, Sendable {
    /// The maximum number of working days.
    package static let longestWorkingDays: Int64 = 366

    /// The maximum time to a balance or a wallet.
    package var soon: Span
    /// The number of working days to a card or a bank.
    package var workingDays: ClosedRange<Int64>

    /// Creates a timing of these lengths of time; the defaults are Apple's.
    package init(soon: Span = .hours(36), workingDays: ClosedRange<Int64> = 7...15) {
        self.soon = soon
        self.workingDays = workingDays
    }

    /// Returns the instants at which money refunded at an instant has arrived: the end of `soon`, and the end of the
    /// last working day.
    ///
    /// Saturdays and Sundays of UTC are no working days; holidays are not known.
    package func expected(from instant: Instant) -> (soon: Instant, latest: Instant) {
        (instant + self.soon, instant + .days(Self.days(for: self.workingDays.upperBound, from: instant)))
    }

    /// Returns the number of days in which so many working days pass, counted from the day of an instant.
    private static func days(for workingDays: Int64, from instant: Instant) -> Int64 {
        // 1 January 1970 was a Thursday; 0 is Monday.
        let weekday = ((CivilDay(of: instant).number + 3) % 7 + 7) % 7
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

    /// The sentences for support, by language tag.
    package var sentences: [String: String] {
        let hours = self.soon.milliseconds / Span.hours(1).milliseconds
        let (first, last) = (self.workingDays.lowerBound, self.workingDays.upperBound)
        return [
            "en": "A refund to a balance or a wallet arrives within \(hours) hours, one to a card or a bank within "
                + "\(first) to \(last) working days.",
            "zh-Hans": "退回账户余额或电子钱包的款项在 \(hours) 小时内到账，退回银行卡的款项在 \(first) 至 \(last) 个工作日内到账。",
        ]
    }
}
