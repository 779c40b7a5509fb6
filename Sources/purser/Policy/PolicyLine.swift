import AppStore
import Ledger
import PurserService

/// What the commands about refund policies write.
enum PolicyLine {
    /// A policy in one line, and its trial in two for each side.
    static func text(_ policy: JSONValue) -> [String] {
        var head = ["version \(WebhookLine.plain(policy["version"]))"]
        let trial = policy["trial"]
        if let trial {
            let share = Self.percent(trial["shareMilliunits"])
            let state = trial["state"]?.text ?? ""
            let seed = WebhookLine.plain(trial["seed"])
            head.append("tried on \(share) with seed \(seed), \(state == "running" ? "running" : "over: \(state)")")
            if let by = trial["endedBy"]?.text { head.append("ended by \(by)") }
        }
        head.append(policy["publishedAt"]?.text ?? "")
        head.append(policy["publishedBy"]?.text ?? "")
        if let reason = policy["reason"]?.text { head.append(reason) }
        guard let trial else { return [head.joined(separator: "  ")] }
        let arms = (trial["arms"]?.elements ?? []).map(Self.arm)
        let gain = trial["gain"].map { "  the version that is tried keeps \(Self.estimate($0)) more of the price" }
        return [head.joined(separator: "  ")] + arms + [gain].compactMap(\.self)
    }

    private static func arm(_ arm: JSONValue) -> String {
        let counts = ["cases", "decided", "refunded", "declined"].map { WebhookLine.plain(arm[$0]) }
        let asked = Self.amounts(arm["asked"])
        let kept = Self.amounts(arm["kept"])
        var words = [
            "  \(arm["arm"]?.text ?? ""): \(counts[0]) cases, \(counts[1]) decided, \(counts[2]) refunded, "
                + "\(counts[3]) declined",
            "asked \(asked), kept \(kept)",
        ]
        if let share = arm["keptShare"] { words.append("kept of the price \(Self.estimate(share))") }
        if let rate = arm["declineRate"] { words.append("declined \(Self.estimate(rate))") }
        return words.joined(separator: "; ")
    }

    private static func estimate(_ estimate: JSONValue) -> String {
        let (low, high) = (Self.percent(estimate["low"]), Self.percent(estimate["high"]))
        return "\(Self.percent(estimate["milliunits"])) [\(low) to \(high)]"
    }

    /// Thousandths of a percent as people write them.
    private static func percent(_ value: JSONValue?) -> String {
        let digits = WebhookLine.plain(value)
        guard let share = Int64(digits) else { return digits }
        let sign = share < 0 ? "-" : ""
        let tenths = (share.magnitude + 50) / 100
        return tenths % 10 == 0 ? "\(sign)\(tenths / 10) %" : "\(sign)\(tenths / 10).\(tenths % 10) %"
    }

    private static func amounts(_ sums: JSONValue?) -> String {
        let all = (sums?.elements ?? []).map { sum in
            let currency = sum["currency"]?.text ?? ""
            let digits = WebhookLine.plain(sum["amountMilliunits"])
            return Int64(digits).map { Money(amountMilliunits: $0, currency: currency).spelling }
                ?? "\(currency) \(digits)"
        }
        return all.isEmpty ? "0" : all.joined(separator: " + ")
    }
}
