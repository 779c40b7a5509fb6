import AppStore

/// What the demonstration comes to, in numbers.
struct DemoSummary {
    /// Notifications that the store sent.
    var sent = 0
    /// Notifications that the server acknowledged with a 200.
    var acknowledged = 0
    /// How often the store's truth and the server's answer were compared.
    var comparisons = 0
    /// How often they were the same.
    var agreements = 0
    /// Periods that were paid.
    var periods = 0
    /// Coins that were paid for.
    var coinsPaid = 0
    /// Coins whose price was refunded.
    var coinsRefunded = 0
    /// How long it took, in seconds.
    var seconds = 0.0

    /// Whether the server lost nothing and always knew what the store knew.
    var agrees: Bool {
        self.sent > 0 && self.sent == self.acknowledged && self.comparisons > 0 && self.comparisons == self.agreements
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
            ("seconds", .number("\((self.seconds * 1000).rounded() / 1000)")),
        ]
        let object = JSONValue.object(members.map { JSONMember(key: $0.0, value: $0.1) })
        return String(decoding: object.json(), as: UTF8.self)
    }
}
