internal import Ledger

extension CatalogReader {
    /// Reads since when and how purchases are fulfilled; without this section the server fulfills nothing.
    ///
    /// The instant has no default: otherwise a shop that adopts Purser would fulfill its past purchases a second time.
    mutating func fulfillment(_ field: DocumentField?) -> FulfillmentPolicy? {
        let example = "fulfillment: { from: 2026-03-01T00:00:00Z, finish: true }"
        let known = ["from", "finish", "coins", "ask"]
        guard let field, let parts = self.validation.map(field, known: known, example: example),
            let from = self.validation.required("from", in: parts, example: "from: 2026-03-01T00:00:00Z")
        else { return nil }
        let finishes = parts["finish"].flatMap { self.validation.boolean($0, example: "finish: true") } ?? false
        let words = FulfillmentPolicy.Coins.allCases.map(\.rawValue)
        let coins =
            parts["coins"].flatMap { self.validation.word($0, among: words, example: "coins: wallets") }
            .flatMap { FulfillmentPolicy.Coins(rawValue: $0) } ?? .wallets
        let asksWithin = parts["ask"].flatMap { self.wait($0) }
        guard let text = self.validation.string(from, example: "from: 2026-03-01T00:00:00Z") else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            self.validation.refuse(
                from,
                expected: "an instant by RFC 3339 with its offset",
                example: "from: 2026-03-01T00:00:00Z"
            )
            return nil
        }
        return FulfillmentPolicy(from: instant, finishes: finishes, coins: coins, asksWithin: asksWithin)
    }

    /// Reads how long the server waits for the answer of a fulfiller that it asks.
    private mutating func wait(_ field: DocumentField) -> Span? {
        let example = "ask: 2s"
        guard let text = self.validation.string(field, example: example) else { return nil }
        guard let span = Span(spelling: text), (.seconds(1)...ConsumptionRequester.longestWait).contains(span) else {
            self.validation.refuse(field, expected: "1s to 10s", example: example)
            return nil
        }
        return span
    }
}
