import Foundation
import Logging
import Observability
import Testing
import purser

@Suite struct LogConfigurationTests {
    private static func configuration(
        _ further: String,
        environment: [String: String] = [:]
    ) throws -> Configuration {
        let folder = try ConfigurationSample.folder(
            configuration: ConfigurationSample.app(lines: []) + "\n" + further
        )
        return try Configuration.load(file: folder.path + "/purser.yaml", environment: environment)
    }

    @Test("Left out, the log is text from info on, and nothing is traced")
    func defaults() throws {
        let configuration = try Self.configuration("")
        #expect(configuration.logs == LogSettings())
        #expect(configuration.logs.format == .text)
        for part in LogPart.allCases { #expect(configuration.logs[part] == .info) }
        #expect(configuration.tracing == nil)
    }

    @Test("The log's form is a word or part of a map, and each part of the server has its level")
    func logs() throws {
        #expect(try Self.configuration("logs: json").logs.format == .json)
        let logs = try Self.configuration("logs: { format: json, levels: { http: error, apple: debug } }").logs
        #expect(logs.format == .json)
        #expect(logs[.http] == .error)
        #expect(logs[.apple] == .debug)
        #expect(logs[.other] == .info)
        #expect(try Self.configuration("logs: { levels: { fulfillments: debug } }").logs[.fulfillments] == .debug)
        let given = try Self.configuration(
            "",
            environment: ["PURSER_LOGS_FORMAT": "json", "PURSER_LOGS_LEVELS_STORAGE": "trace"]
        )
        #expect(given.logs.format == .json)
        #expect(given.logs[.storage] == .trace)
        #expect(given.effective.contains("PURSER_LOGS_LEVELS_STORAGE"))
        #expect(try Self.configuration("", environment: ["PURSER_LOGS": "json"]).logs.format == .json)
    }

    @Test("Spans go where the configuration says, a tenth of them if it says no share")
    func tracing() throws {
        let endpoint = "http://127.0.0.1:4318/v1/traces"
        #expect(
            try Self.configuration("tracing: { endpoint: \"\(endpoint)\" }").tracing
                == TracingSettings(endpoint: endpoint, sample: 0.1)
        )
        #expect(
            try !Self.configuration("tracing: { endpoint: \"\(endpoint)?key=hidden\" }").effective.contains("hidden")
        )
        let variables = ["PURSER_TRACING_ENDPOINT": endpoint, "PURSER_TRACING_SAMPLE": "1"]
        #expect(
            try Self.configuration("", environment: variables).tracing
                == TracingSettings(endpoint: endpoint, sample: 1)
        )
    }

    @Test(
        "Mistakes are named with what would be right",
        arguments: [
            ("logs: jsn", "logs: unknown word \"jsn\". Did you mean \"json\"?"),
            ("logs: { formt: json }", "logs.formt: unknown key. Did you mean \"format\"?"),
            ("logs: { levels: { htp: info } }", "logs.levels.htp: unknown key. Did you mean \"http\"?"),
            ("logs: { levels: { http: warn } }", "logs.levels.http: unknown word \"warn\"."),
            ("tracing: { sample: 0.5 }", "tracing.endpoint: missing."),
            ("tracing: { endpoint: \"ftp://a\" }", "tracing.endpoint: must be an http or https address"),
            ("tracing: { endpoint: \"http://a:b@c\" }", "tracing.endpoint: must be an http or https address"),
            (
                "tracing: { endpoint: \"http://a\", sample: 1.5 }",
                "tracing.sample: must be a number from 0 to 1 without quotes"
            ),
            (
                "tracing: { endpoint: \"http://a\", sample: nan }",
                "tracing.sample: must be a number from 0 to 1 without quotes"
            ),
        ]
    )
    func mistakes(text: String, message: String) throws {
        let folder = try ConfigurationSample.folder(configuration: nil)
        let messages = try ConfigurationSample.messages(ConfigurationSample.app(lines: []) + "\n" + text, in: folder)
        #expect(messages.count == 1, "\(messages)")
        #expect(messages.first?.contains(message) == true, "\(messages)")
        #expect(messages.first?.contains("a:b@c") == false, "No password is repeated.")
    }
}
