import Ledger
import PurserService

/// Numbers as people read them: grouped by thousands, with their unit.
///
/// English and Simplified Chinese group and punctuate alike.
enum DashboardNumbers {
    /// Returns a whole number: `12,904`, with a minus sign where it is negative.
    static func count(_ number: some BinaryInteger) -> String { HTMLText.grouped("\(number)") }

    /// Returns an amount with its currency; a dash without one.
    static func money(_ money: Money?) -> String {
        money.map { HTMLText.money($0.amountMilliunits, in: $0.currency) } ?? "–"
    }

    /// Returns thousandths of a percent as a percentage with at most one decimal place: `65 %`, `33.3 %`.
    static func share(_ milliunits: some BinaryInteger) -> String {
        let (tenths, rest) = Int64(milliunits).quotientAndRemainder(dividingBy: 100)
        return HTMLText.shortPercent(tenths + (rest <= -50 ? -1 : rest >= 50 ? 1 : 0))
    }

    /// Returns a duration in its two largest units: `9 h 12 min`; `0 min` for one that is over.
    static func duration(_ span: Span, _ visit: DashboardVisit) -> String {
        let minutes = max(0, span.milliseconds / 60_000)
        let (days, hours) = (minutes / 1440, minutes / 60 % 24)
        if days > 0 { return visit.text("durationDays", "\(days)", "\(hours)") }
        if hours > 0 { return visit.text("durationHours", "\(hours)", "\(minutes % 60)") }
        return visit.text("durationMinutes", "\(minutes)")
    }
}

extension Instant {
    /// The day in UTC: `2026-11-27`.
    var dayText: String { CivilDay(of: self).text }

    /// The minute in UTC, within a sentence: `2026-11-27 09:00 UTC`.
    var minuteText: String { self.rfc3339.prefix(16).replacing("T", with: " ") + " UTC" }
}
