internal import Ledger

extension CatalogueReading {
    /// Since when and how what was paid for is handed over; nothing is where the document does not say so.
    ///
    /// The instant has no default: whoever moves in would otherwise deliver his past a second time.
    mutating func deliveries(_ field: DocumentField?) -> DeliveryPolicy? {
        let example = "deliveries: { from: 2026-03-01T00:00:00Z, finish: true }"
        let known = ["from", "finish", "coins", "ask"]
        guard let field, let parts = self.examination.map(field, known: known, example: example),
            let from = self.examination.required("from", in: parts, example: "from: 2026-03-01T00:00:00Z")
        else { return nil }
        let finishes = parts["finish"].flatMap { self.examination.boolean($0, example: "finish: true") } ?? false
        let words = DeliveryPolicy.Coins.allCases.map(\.rawValue)
        let coins =
            parts["coins"].flatMap { self.examination.word($0, among: words, example: "coins: wallets") }
            .flatMap { DeliveryPolicy.Coins(rawValue: $0) } ?? .wallets
        let asksWithin = parts["ask"].flatMap { self.wait($0) }
        guard let text = self.examination.string(from, example: "from: 2026-03-01T00:00:00Z") else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            self.examination.refuse(
                from,
                expected: "an instant by RFC 3339 with its offset",
                example: "from: 2026-03-01T00:00:00Z"
            )
            return nil
        }
        return DeliveryPolicy(from: instant, finishes: finishes, coins: coins, asksWithin: asksWithin)
    }

    /// How long the fulfiller is waited for who is asked.
    private mutating func wait(_ field: DocumentField) -> Span? {
        let example = "ask: 2s"
        guard let text = self.examination.string(field, example: example) else { return nil }
        guard let span = Span(spelling: text), (.seconds(1)...ConsumptionAsking.longestWait).contains(span) else {
            self.examination.refuse(field, expected: "1s to 10s", example: example)
            return nil
        }
        return span
    }
}
