internal import Foundation
internal import Logging
internal import Observability
internal import PurserService

extension ConfigurationReading {
    /// Reads `logs`: a format, or a map of format and levels.
    mutating func logs(_ field: DocumentField?) -> LogSettings {
        var settings = LogSettings()
        let example = "logs: { format: json, levels: { http: debug } }"
        guard let field else { return settings }
        guard case .map = field.node.content else {
            settings.format = self.logFormat(field, example: "logs: json") ?? settings.format
            return settings
        }
        guard let parts = self.validation.map(field, known: ConfigurationKey.logs, example: example) else {
            return settings
        }
        if let format = parts["format"] {
            settings.format = self.logFormat(format, example: "format: json") ?? settings.format
        }
        guard let list = parts["levels"],
            let levels = self.validation.map(list, known: ConfigurationKey.levels, example: example)
        else { return settings }
        let known = Logger.Level.allCases.map(\.rawValue)
        for part in LogPart.allCases {
            let example = "\(part.rawValue): debug"
            guard let value = levels[part.rawValue],
                let word = self.validation.word(value, among: known, example: example)
            else { continue }
            self.record(value.keyPath, word, origin: self.describe(value.node.origin))
            settings.levels[part] = Logger.Level(rawValue: word)
        }
        return settings
    }

    private mutating func logFormat(_ field: DocumentField, example: String) -> LogSettings.Format? {
        let known = LogSettings.Format.allCases.map(\.rawValue)
        guard let word = self.validation.word(field, among: known, example: example) else { return nil }
        self.record(field.keyPath, word, origin: self.describe(field.node.origin))
        return LogSettings.Format(rawValue: word)
    }

    /// Reads `tracing`; returns `nil` if it is absent, which disables tracing.
    mutating func tracing(_ field: DocumentField?) -> TracingSettings? {
        let example = "tracing: { endpoint: http://127.0.0.1:4318/v1/traces, sample: 0.1 }"
        guard let field,
            let parts = self.validation.map(field, known: ConfigurationKey.tracing, example: example),
            let place = self.validation.required(
                "endpoint",
                in: parts,
                example: "endpoint: http://127.0.0.1:4318/v1/traces"
            )
        else { return nil }
        let endpoint = self.traceEndpoint(place)
        let sample = self.traceSample(parts)
        return endpoint.map { TracingSettings(endpoint: $0, sample: sample) }
    }

    private mutating func traceEndpoint(_ field: DocumentField) -> String? {
        let example = "endpoint: http://127.0.0.1:4318/v1/traces"
        // The address may contain the collector's key.
        guard let value = self.value(field, isSecret: true, example: example) else { return nil }
        guard case .scalar(let text, _) = value.node.content, let parts = URLComponents(string: text),
            parts.scheme == "https" || parts.scheme == "http",
            parts.host?.isEmpty == false, parts.user == nil, parts.password == nil, parts.fragment == nil
        else {
            self.validation.note(
                field,
                problem: "must be an http or https address, without name and password",
                remedy: "Write for example: \(example)"
            )
            return nil
        }
        return text
    }

    private mutating func traceSample(_ parts: DocumentFields) -> Double {
        let standard = 0.1
        let example = "sample: \(standard)"
        guard let field = parts["sample"], let value = self.value(field, example: example) else {
            self.recordDefault("tracing.sample", "\(standard)")
            return standard
        }
        guard case .scalar(let text, isPlain: true) = value.node.content, let sample = Double(text),
            (0...1).contains(sample)
        else {
            self.validation.refuse(value, expected: "a number from 0 to 1 without quotes", example: example)
            return standard
        }
        return sample
    }
}
