import Ledger
import PurserService

/// What an alarm says to people.
struct AlarmWording {
    /// What it is, in one line.
    let title: String
    /// Since when, how bad, what it means, what to do and where to look.
    let text: String

    /// The words about an alarm in a language.
    init(_ alarm: Alarm, in _: PageLanguage) {
        let facts = alarm.reading.facts.sorted { $0.key < $1.key }.map { ", \($0.key): \($0.value)" }.joined()
        self.title = "\(alarm.key.text): \(alarm.reading.value), limit \(alarm.reading.limit)\(facts)"
        self.text = self.title
    }
}
