internal import Ledger
internal import PurserService

extension ConfigurationReading {
    /// The maximum time for which an alarm's condition must hold, or not hold, before its state changes.
    private static var longestHold: Span { .days(7) }

    /// Reads `watch`.
    mutating func watch(_ field: DocumentField?) -> WatchSettings {
        var settings = WatchSettings()
        var parts: DocumentFields?
        if let field {
            parts = self.validation.map(
                field,
                known: ConfigurationKey.watch,
                example:
                    "watch: { email: { server: smtp.example.com:587, from: purser@example.com, to: me@example.com } }"
            )
        }
        settings.isEnabled = self.flag("enabled", parts)
        settings.linksEnabled = self.flag("links", parts)
        settings.language = self.watchLanguage(parts?["language"])
        settings.allow = parts?["allow"].map { self.allowedAddresses($0) } ?? []
        let addresses = AddressGuard(allow: settings.allow)
        settings.thresholds = self.thresholds(parts?["thresholds"])
        settings.email = self.email(parts?["email"], addresses)
        settings.slack = self.watchAddress(
            parts?["slack"],
            example: "slack: { file: slack-webhook.txt }",
            addresses
        )
        settings.webhook = self.watchAddress(
            parts?["webhook"],
            example: "webhook: https://alarms.example.com/purser",
            addresses
        )
        settings.heartbeat = self.watchAddress(
            parts?["heartbeat"],
            example: "heartbeat: { file: heartbeat-address.txt }",
            addresses
        )
        return settings
    }

    /// Reads `watch.enabled` or `watch.links`; true by default.
    private mutating func flag(_ key: String, _ parts: DocumentFields?) -> Bool {
        let example = "\(key): false"
        guard let field = parts?[key] else {
            self.recordDefault("watch.\(key)", "true")
            return true
        }
        guard let value = self.value(field, example: example) else { return true }
        return self.validation.boolean(value, example: example) ?? true
    }

    private mutating func watchLanguage(_ field: DocumentField?) -> PageLanguage {
        guard let field else { return .english }
        let known = PageLanguage.allCases.map(\.rawValue)
        guard let word = self.validation.word(field, among: known, example: "language: zh-Hans") else {
            return .english
        }
        self.record(field.keyPath, word, origin: self.describe(field.node.origin))
        return PageLanguage(rawValue: word) ?? .english
    }

    /// Reads an address that contains a secret, so no message contains it.
    private mutating func watchAddress(
        _ field: DocumentField?,
        example: String,
        _ addresses: AddressGuard
    ) -> OutboundURL? {
        guard let field, let value = self.value(field, isSecret: true, example: example) else { return nil }
        guard case .scalar(let text, _) = value.node.content, !text.isEmpty else {
            self.validation.note(
                field,
                problem: "must be the address of a web server",
                remedy: "Write for example: \(example)"
            )
            return nil
        }
        do throws(OutboundURLError) {
            let url = try OutboundURL(text)
            try url.check(by: addresses)
            return url
        } catch {
            let remedy =
                switch error {
                case .refused, .plain:
                    "Use a public one with https, or allow this one: watch: { allow: [ADDRESS:PORT] }"
                case .userinfo: "Leave it out."
                default: error.remedy
                }
            let problem = error.problem.prefix(1).lowercased() + error.problem.dropFirst().dropLast()
            self.validation.note(field, problem: problem, remedy: remedy)
            return nil
        }
    }

    /// Reads `watch.thresholds`.
    private mutating func thresholds(_ field: DocumentField?) -> AlarmThresholds {
        var thresholds = AlarmThresholds()
        let names = AlarmName.allCases.map(\.rawValue)
        guard let field,
            let alarms = self.validation.map(
                field,
                known: names,
                example: "thresholds: { backlog: { for: 10min } }"
            )
        else { return thresholds }
        for (key, alarm) in alarms.all {
            guard let name = AlarmName(rawValue: key) else { continue }
            thresholds[name] = self.threshold(alarm, standard: thresholds[name])
        }
        return thresholds
    }

    private mutating func threshold(_ field: DocumentField, standard: AlarmSetting) -> AlarmSetting {
        var setting = standard
        guard
            let parts = self.validation.map(
                field,
                known: ConfigurationKey.threshold,
                example: "\(field.key): { limit: \(standard.limit), for: 10min, clears: 10min }"
            )
        else { return setting }
        if let enabled = parts["enabled"], let value = self.value(enabled, example: "enabled: false") {
            setting.isEnabled = self.validation.boolean(value, example: "enabled: false") ?? standard.isEnabled
        }
        if let limit = parts["limit"] { setting.limit = self.limit(limit, standard: standard.limit) }
        if let holds = parts["for"] { setting.holds = self.hold(holds, standard: standard.holds) }
        if let clears = parts["clears"] { setting.clears = self.hold(clears, standard: standard.clears) }
        return setting
    }

    private mutating func limit(_ field: DocumentField, standard: Double) -> Double {
        let example = "limit: \(standard)"
        guard let value = self.value(field, example: example) else { return standard }
        guard case .scalar(let text, isPlain: true) = value.node.content, Self.isDecimal(text),
            let number = Double(text), number.isFinite
        else {
            self.validation.refuse(value, expected: "a number from 0 without quotes and unit", example: example)
            return standard
        }
        return number
    }

    /// Returns whether a text is a decimal number that YAML and people read alike: digits, optionally with a point and
    /// more digits.
    private static func isDecimal(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return (1...2).contains(parts.count) && text.utf8.count <= 20
            && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { (0x30...0x39).contains($0) } }
    }

    private mutating func hold(_ field: DocumentField, standard: Span) -> Span {
        let example = "\(field.key): 10min"
        guard let value = self.value(field, example: example),
            let text = self.validation.string(value, example: example)
        else { return standard }
        guard let span = Span(typed: text), span <= Self.longestHold else {
            self.validation.refuse(
                value,
                expected: "a whole number with s, min, h or d, at most 7d",
                example: example
            )
            return standard
        }
        return span
    }
}
