import AppStore
import Ledger
import PurserService

/// What the commands about refund policies write.
enum PolicyLine {
    /// A policy in one line, and its trial in two for each side.
    static func text(_ policy: JSONValue, _ words: RefundWords = .here) -> [String] {
        var head = [words.version(policy["version"].plain)]
        let trial = policy["trial"]
        if let trial {
            let share = Self.percent(trial["shareMilliunits"])
            let state = trial["state"]?.text ?? ""
            let seed = trial["seed"].plain
            head.append(words.tried(share, seed: seed, state: state))
            if let by = trial["endedBy"]?.text { head.append(words.ended(by: by)) }
        }
        head.append(policy["publishedAt"]?.text ?? "")
        head.append(policy["publishedBy"]?.text ?? "")
        if let reason = policy["reason"]?.text { head.append(reason) }
        guard let trial else { return [head.joined(separator: "  ")] }
        let arms = (trial["arms"]?.elements ?? []).map { Self.arm($0, words) }
        let gain = trial["gain"].map { words.gain(Self.estimate($0, words)) }
        return [head.joined(separator: "  ")] + arms + [gain].compactMap(\.self)
    }

    private static func arm(_ arm: JSONValue, _ words: RefundWords) -> String {
        let counts = ["cases", "decided", "refunded", "declined"].map { arm[$0].plain }
        let asked = arm["asked"].amounts(none: "0")
        let kept = arm["kept"].amounts(none: "0")
        var parts = words.arm(arm["arm"]?.text ?? "", counts, asked: asked, kept: kept)
        if let share = arm["keptShare"] { parts.append(words.keptShare(Self.estimate(share, words))) }
        if let rate = arm["declineRate"] { parts.append(words.declined(Self.estimate(rate, words))) }
        return parts.joined(separator: words.semicolon)
    }

    /// An estimate with its interval.
    static func estimate(_ estimate: JSONValue, _ words: RefundWords) -> String {
        let (low, high) = (Self.percent(estimate["low"]), Self.percent(estimate["high"]))
        return words.estimate(Self.percent(estimate["milliunits"]), low: low, high: high)
    }

    /// Thousandths of a percent as people write them.
    static func percent(_ value: JSONValue?) -> String {
        let digits = value.plain
        guard let share = Int64(digits) else { return digits }
        let sign = share < 0 ? "-" : ""
        let tenths = (share.magnitude + 50) / 100
        return tenths % 10 == 0 ? "\(sign)\(tenths / 10) %" : "\(sign)\(tenths / 10).\(tenths % 10) %"
    }
}
