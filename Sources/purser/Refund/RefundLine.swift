import AppStore

/// What the commands about refunds write.
enum RefundLine {
    /// A refund in one line.
    static func text(_ refund: JSONValue, _ words: RefundWords = .here) -> String {
        Self.cells(refund, words).joined(separator: "  ")
    }

    /// Refunds in columns below their headings; none without any.
    static func table(_ refunds: [JSONValue], _ words: RefundWords = .here) -> [String] {
        guard !refunds.isEmpty else { return [] }
        let rows = refunds.map { refund in Self.cells(refund, words) + [Self.heldUntil(refund)].compactMap(\.self) }
        // Only what waits for a person has an end of waiting.
        let width = rows.map(\.count).max() ?? 0
        return TextColumns.lines([Array(words.headings.prefix(width))] + rows)
    }

    /// Until when a person may decide; `nil` where nobody is waited for.
    static func heldUntil(_ refund: JSONValue) -> String? {
        guard refund["state"]?.text == "held" else { return nil }
        return refund["requests"]?.elements?.last?["answer"]?["heldUntil"]?.text
    }

    private static func cells(_ refund: JSONValue, _ words: RefundWords) -> [String] {
        let last = refund["requests"]?.elements?.last
        var told = words.nothingTold
        if let answer = last?["answer"] {
            if let word = answer["preference"]?.text { told = word }
            if let why = answer["withheld"]?.text { told = words.withheld(why) }
            if answer["late"] == .bool(true) { told += words.late }
            if answer["inDoubt"] == .bool(true) { told += words.inDoubt }
        }
        return [
            refund["id"]?.text ?? "", refund["state"]?.text ?? "", refund["customer"]?.text ?? words.nobody,
            refund["product"]?.text ?? "", told, refund["openedAt"]?.text ?? "",
        ]
    }
}
