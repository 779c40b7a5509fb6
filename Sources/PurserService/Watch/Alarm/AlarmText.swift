import Foundation
package import Ledger

/// Formats alarms for people in English or Simplified Chinese: title, time, value, meaning, remedy and further
/// information.
package struct AlarmText: Sendable {
    /// The maximum number of alarms of a notice with their full text; the others have their titles only.
    private static let greatestFullCount = 10
    /// The maximum number of such titles.
    private static let greatestTitleCount = 50

    private let language: PageLanguage

    /// Creates texts in a language.
    package init(_ language: PageLanguage) { self.language = language }

    private func say(_ english: String, _ chinese: String) -> String {
        self.language == .simplifiedChinese ? chinese : english
    }

    // MARK: One alarm

    /// Returns the title of an alarm and what it is about, in one line:
    /// `A host of Apple's cannot be reached (shop, api.storekit.itunes.apple.com)`.
    package func title(_ alarm: Alarm) -> String {
        let key = alarm.key
        let parts = [key.app?.rawValue, key.environment?.rawValue, key.subject.isEmpty ? nil : key.subject]
            .compactMap(\.self)
        let title = AlarmGuide.guide(for: key.name).title.text(in: self.language)
        guard !parts.isEmpty else { return title }
        return title + self.say(" (", "（") + parts.joined(separator: self.say(", ", "，")) + self.say(")", "）")
    }

    /// Returns since when and for how long the condition holds, or from when to when it held.
    package func since(_ alarm: Alarm) -> String {
        let begin = Self.moment(alarm.since)
        if alarm.state == .resolved, let end = alarm.resolvedAt {
            let length = self.length(end - alarm.since)
            return self.say(
                "From \(begin) to \(Self.moment(end)), for \(length).",
                "从 \(begin) 到 \(Self.moment(end))，持续 \(length)。"
            )
        }
        guard let firedAt = alarm.firedAt, firedAt > alarm.since else { return self.say("\(begin).", "\(begin)。") }
        let length = self.length(firedAt - alarm.since)
        return self.say(
            "\(begin); it fired after \(length).",
            "\(begin)；\(length)后触发告警。"
        )
    }

    /// Returns the value and the limit with their units, and the facts.
    package func extent(_ alarm: Alarm) -> String {
        let (extent, unit) = AlarmGuide.extent(of: alarm)
        let sentence = extent.text(in: self.language)
            .replacing("{value}", with: self.amount(alarm.reading.value, unit))
            .replacing("{limit}", with: self.amount(alarm.reading.limit, unit))
        return sentence + self.facts(alarm)
    }

    /// The Chinese names of facts; other facts keep their names.
    private static let chineseFacts = [
        "code": "代码", "count": "数量", "created": "已创建", "direction": "方向", "due": "应续期", "environment": "环境",
        "failed": "失败", "last": "上一次", "place": "位置", "purchases": "购买数",
        "free_bytes": "剩余字节", "host": "主机", "hours": "小时数", "kind": "类型", "minutes": "分钟数", "nodes": "节点",
        "of": "总数", "problem": "问题", "product": "产品", "refused": "被拒绝", "seen": "已获知",
        "expected": "预期", "waiting": "等待",
    ]
    /// The Chinese values of facts, by fact.
    private static let chineseValues = [
        "direction": ["less": "偏少", "more": "偏多"],
        "place": ["resolver": "域名解析", "route": "网络路由", "tls": "TLS", "apple": "Apple"],
        "problem": ["fails": "失败", "slow": "缓慢", "stuck": "停滞"],
    ]

    /// Returns the facts as a sentence, such as `Known: code: appstore_unauthorized, step: tls.`; empty without facts.
    private func facts(_ alarm: Alarm) -> String {
        let facts = alarm.reading.facts.sorted { $0.key < $1.key }.map { fact in
            let name = self.say(fact.key, Self.chineseFacts[fact.key] ?? fact.key)
            let value = self.say(fact.value, Self.chineseValues[fact.key]?[fact.value] ?? fact.value)
            // Chinese text is separated from Latin letters and digits by a space.
            let isLatin = value.utf8.first.map { $0 < 0x80 } ?? false
            return "\(name)\(self.say(": ", isLatin ? "为 " : "为"))\(value)"
        }
        guard !facts.isEmpty else { return "" }
        let list = facts.joined(separator: self.say(", ", "，"))
        return self.say(" Known: \(list).", "已知信息：\(list)。")
    }

    /// Returns the meaning for customers and for the shop.
    package func meaning(_ alarm: Alarm) -> String {
        AlarmGuide.guide(for: alarm.key.name).meaning.text(in: self.language)
    }

    /// Returns the remedy, step by step, with commands in backticks.
    package func steps(_ alarm: Alarm) -> [String] {
        let app = alarm.key.app.map { " --app \($0.rawValue)" } ?? ""
        return AlarmGuide.guide(for: alarm.key.name).steps.map { step in
            step.text(in: self.language).replacing("{app}", with: app)
        }
    }

    /// Returns the page and the metrics with details, and the command that shows the alarm.
    package func places(_ alarm: Alarm) -> String {
        let guide = AlarmGuide.guide(for: alarm.key.name)
        let metrics = guide.metrics.joined(separator: ", ")
        return self.say(
            "`purser alarms show \(alarm.number)`; \(guide.page); metrics: \(metrics)",
            "`purser alarms show \(alarm.number)`；\(guide.page)；指标：\(metrics)"
        )
    }

    /// Returns the full text of an alarm, several lines.
    ///
    /// A resolved alarm has no remedy.
    package func text(_ alarm: Alarm) -> String {
        var lines = [
            self.title(alarm),
            self.say(
                "\(self.state(alarm)); alarm \(alarm.number), \(alarm.key.name.rawValue)",
                "\(self.state(alarm))；告警 \(alarm.number)，\(alarm.key.name.rawValue)"
            ),
            "",
            self.say("Since when: ", "时间：") + self.since(alarm),
            self.say("How bad: ", "程度：") + self.extent(alarm),
        ]
        if alarm.state != .resolved {
            lines.append(self.say("What it means: ", "含义：") + self.meaning(alarm))
            lines.append(self.say("What to do:", "处理步骤："))
            lines += self.steps(alarm).enumerated().map { "\($0.offset + 1). \($0.element)" }
        }
        lines.append(self.say("Where to look: ", "参考：") + self.places(alarm))
        return lines.joined(separator: "\n")
    }

    private func state(_ alarm: Alarm) -> String {
        switch (alarm.state, alarm.severity) {
        case (.resolved, _): self.say("resolved", "已解除")
        case (.pending, _): self.say("pending", "待触发")
        case (.firing, .warning): self.say("warning", "警告")
        case (.firing, .critical): self.say("critical", "严重")
        }
    }

    // MARK: A notice

    /// Returns one line about the alarms of a notice, for a subject: `[Purser] critical: ... and 2 more`.
    ///
    /// It names the worst alarm that is still active.
    package func subject(_ alarms: [Alarm]) -> String {
        guard let worst = alarms.max(by: { Self.rank($0) < Self.rank($1) }) else { return "[Purser]" }
        let others = alarms.count - 1
        let head = "[Purser] \(self.state(worst))\(self.say(": ", "："))\(self.title(worst))"
        guard others > 0 else { return head }
        return head + self.say(" and \(others) more", "，另有 \(others) 条")
    }

    private static func rank(_ alarm: Alarm) -> Int {
        guard alarm.state != .resolved else { return 0 }
        return alarm.severity == .critical ? 2 : 1
    }

    /// Returns the text of a notice: one section for each alarm, the last about the notice.
    package func sections(_ notice: AlarmNotice) -> [String] {
        let whole = notice.alarms.prefix(Self.greatestFullCount)
        let rest = notice.alarms.dropFirst(Self.greatestFullCount)
        var sections = whole.map(self.text)
        if !rest.isEmpty {
            var lines = rest.prefix(Self.greatestTitleCount).map { "- \(self.state($0)): \(self.title($0))" }
            let more = rest.count - lines.count
            if more > 0 { lines.append(self.say("- and \(more) more", "- 另有 \(more) 条")) }
            sections.append(lines.joined(separator: "\n"))
        }
        let silence = notice.alarms.first { $0.state != .resolved }.map { alarm in
            self.say(
                " To silence it for two hours: ",
                "静默两小时："
            ) + "`purser alarms silence \(Self.silencing(alarm.key)) --for 2h --reason TEXT`"
        }
        let foot = self.say("Notice \(notice.number) of Purser.", "Purser 通知 \(notice.number)。")
        return sections + [foot + (silence ?? "")]
    }

    /// Returns the arguments of the command that silences exactly this alarm.
    private static func silencing(_ key: AlarmKey) -> String {
        let app = key.app.map { " --app \($0)" } ?? ""
        let subject = key.subject.isEmpty ? "" : " --subject '\(key.subject.replacing("'", with: "'\\''"))'"
        return key.name.rawValue + app + subject
    }

    /// Returns the sections as one text, for an email.
    package func body(_ notice: AlarmNotice) -> String {
        self.sections(notice).joined(separator: "\n\n-- -- --\n\n")
    }

    /// Returns the subject and the text of a channel's test.
    package func test(_ channel: WatchSettings.Channel) -> (subject: String, body: String) {
        (
            self.say("[Purser] test", "[Purser] 测试"),
            self.say(
                "This is a test of the channel \(channel.rawValue). Alarms will arrive here.",
                "这是渠道 \(channel.rawValue) 的测试。告警将发送到这里。"
            )
        )
    }

    // MARK: Amounts

    /// Returns an amount with its unit.
    package func amount(_ value: Double, _ unit: AlarmGuide.Unit) -> String {
        switch unit {
        case .share: "\(Self.number(value * 100)) %"
        case .times: self.say("\(Self.number(value)) times", "\(Self.number(value)) 倍")
        case .count: Self.number(value)
        case .seconds: self.length(value)
        case .hours: self.length(value * 3600)
        case .days: self.length(value * 86_400)
        }
    }

    private func length(_ seconds: Double) -> String {
        let isShort = seconds < 60 && seconds.rounded() != seconds
        guard seconds.isFinite, abs(seconds) < 1e12 else { return self.say("more than ever", "极长时间") }
        if isShort { return self.say("\(Self.number(seconds)) s", "\(Self.number(seconds)) 秒") }
        return self.length(Span(milliseconds: Int64(seconds * 1000)))
    }

    /// Returns a duration in its two largest units: `2 h 15 min`.
    private func length(_ span: Span) -> String {
        let seconds = max(0, span.milliseconds / 1000)
        let parts: [(Int64, String)] = [
            (seconds / 86_400, self.say("d", "天")), (seconds / 3600 % 24, self.say("h", "小时")),
            (seconds / 60 % 60, self.say("min", "分钟")), (seconds % 60, self.say("s", "秒")),
        ]
        guard let first = parts.firstIndex(where: { $0.0 > 0 }) else { return self.say("0 s", "0 秒") }
        return parts[first..<min(first + 2, parts.count)].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// Returns a number with its significant decimals: 1234, 12.5, 0.25.
    private static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
        if value == value.rounded() { return "\(Int64(value))" }
        let places = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
        var text = String(format: "%.\(places)f", value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text
    }

    /// Returns an instant to the minute: `2026-11-26 03:12 UTC`.
    private static func moment(_ instant: Instant) -> String {
        let text = instant.rfc3339
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
    }
}
