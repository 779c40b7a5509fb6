import AppStore

/// What the commands about deliveries write.
enum DeliveryLine {
    /// A delivery in one line.
    static func text(_ delivery: JSONValue) -> String {
        let state = [delivery["state"]?.text, delivery["reason"]?.text.map { "(\($0))" }]
        return [
            delivery["id"]?.text ?? "", state.compactMap(\.self).joined(separator: " "),
            delivery["customer"]?.text ?? "nobody", Self.goods(delivery), delivery["purchasedAt"]?.text ?? "",
        ].joined(separator: "  ")
    }

    /// What was paid for.
    private static func goods(_ delivery: JSONValue) -> String {
        let product = "\(delivery["quantity"].plain) x \(delivery["product"]?.text ?? "")"
        let coins = ["coins", "difference"].flatMap { delivery[$0]?.elements ?? [] }.map { coin in
            "\(coin["count"].plain) \(coin["coin"]?.text ?? "")"
        }
        return coins.isEmpty ? product : "\(product): \(coins.joined(separator: " + "))"
    }
}
