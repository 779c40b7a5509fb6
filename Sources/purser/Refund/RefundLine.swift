import AppStore

/// What the commands about refunds write.
enum RefundLine {
    /// A refund in one line.
    static func text(_ refund: JSONValue, json: Bool) -> String {
        if json { return String(decoding: refund.json(), as: UTF8.self) }
        let last = refund["requests"]?.elements?.last
        var told = "nothing told"
        if let answer = last?["answer"] {
            if let word = answer["preference"]?.text { told = word }
            if let why = answer["withheld"]?.text { told = "withheld (\(why))" }
            if answer["late"] == .bool(true) { told += ", late" }
        }
        return [
            refund["id"]?.text ?? "", refund["state"]?.text ?? "", refund["customer"]?.text ?? "nobody",
            refund["product"]?.text ?? "", told, refund["openedAt"]?.text ?? "",
        ].joined(separator: "  ")
    }
}
