import AppStore

/// The summary of the demo in numbers.
struct DemoSummary {
    /// The number of notifications that the store sent.
    var sent = 0
    /// The number of notifications that the server acknowledged with 200.
    var acknowledged = 0
    /// The number of comparisons between the store's state and the server's response.
    var comparisons = 0
    /// The number of comparisons without a difference.
    var agreements = 0
    /// The number of paid periods.
    var periods = 0
    /// The number of paid coins.
    var coinsPaid = 0
    /// The number of coins whose price was refunded.
    var coinsRefunded = 0
    /// The number of customers of the store, the two of the story among them.
    var customers = 0
    /// The number of days that were compared with Apple's sales reports.
    var daysCompared = 0
    /// The number of days that agree with these reports.
    var daysAgreed = 0
    /// The number of alarms that fire at the end.
    var alarmsFiring = 0
    /// The number of alarms that fired and were resolved.
    var alarmsResolved = 0
    /// The duration in seconds.
    var seconds = 0.0

    /// Whether the server acknowledged every notification, all comparisons agreed, and so did Apple's reports.
    var agrees: Bool {
        self.sent > 0 && self.sent == self.acknowledged && self.comparisons > 0 && self.comparisons == self.agreements
            && self.daysCompared == self.daysAgreed
    }

    /// The summary as one line of JSON.
    var json: String {
        let members: [(String, JSONValue)] = [
            ("agrees", .bool(self.agrees)),
            ("notificationsSent", .number("\(self.sent)")),
            ("notificationsAcknowledged", .number("\(self.acknowledged)")),
            ("comparisons", .number("\(self.comparisons)")),
            ("agreements", .number("\(self.agreements)")),
            ("periodsPaid", .number("\(self.periods)")),
            ("coinsPaid", .number("\(self.coinsPaid)")),
            ("coinsRefunded", .number("\(self.coinsRefunded)")),
            ("customers", .number("\(self.customers)")),
            ("daysCompared", .number("\(self.daysCompared)")),
            ("daysAgreed", .number("\(self.daysAgreed)")),
            ("alarmsFiring", .number("\(self.alarmsFiring)")),
            ("alarmsResolved", .number("\(self.alarmsResolved)")),
            ("seconds", .number("\((self.seconds * 1000).rounded() / 1000)")),
        ]
        let object = JSONValue.object(members.map { JSONMember(key: $0.0, value: $0.1) })
        return String(decoding: object.json(), as: UTF8.self)
    }
}
