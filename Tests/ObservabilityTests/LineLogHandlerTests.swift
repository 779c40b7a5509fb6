import Foundation
import Logging
import Observability
import Synchronization
import Testing

@Suite struct LineLogHandlerTests {
    private final class Lines: Sendable {
        let kept = Mutex<[String]>([])

        var output: LineLogHandler.Output {
            LineLogHandler.Output(
                time: { "2026-01-01T00:00:00.000Z" },
                write: { line in self.kept.withLock { $0.append(line) } }
            )
        }

        var all: [String] { self.kept.withLock { $0 } }
    }

    private static func logger(
        _ lines: Lines,
        _ format: LogSettings.Format,
        _ levels: [LogPart: Logger.Level] = [:],
        provider: Logger.MetadataProvider? = nil
    ) -> Logger {
        var settings = LogSettings()
        settings.format = format
        settings.levels = levels
        let handler = LineLogHandler(
            label: "purser",
            settings: settings,
            output: lines.output,
            metadataProvider: provider
        )
        return Logger(label: "purser") { _ in handler }
    }

    @Test("A JSON line has time, level, label, message, and all values, and stays on one line")
    func json() throws {
        let lines = Lines()
        let logger = Self.logger(lines, .json, provider: Logger.MetadataProvider { ["requestId": "r-1"] })
        let text = "a \"quoted\" \\ line\nand another\u{2028}\u{1B}[2J 双"
        logger.warning(
            "Look: \(text)",
            metadata: ["text": "\(text)", "list": ["1", "2"], "map": ["b": "c"], "level": "mine"]
        )
        let line = try #require(lines.all.first)
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x2028 })
        let object = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["time"] as? String == "2026-01-01T00:00:00.000Z")
        #expect(object["level"] as? String == "warning")
        #expect(object["label"] as? String == "purser")
        #expect(object["message"] as? String == "Look: " + text)
        #expect(object["text"] as? String == text)
        #expect(object["requestId"] as? String == "r-1")
        #expect(object["list"] as? [String] == ["1", "2"])
        #expect(object["map"] as? [String: String] == ["b": "c"])
        #expect(object["level_"] as? String == "mine")
    }

    @Test("A text line stays on one line, and a terminal does not interpret it")
    func text() {
        let lines = Lines()
        Self.logger(lines, .text).info("Said.", metadata: ["b": "1\n2\u{1B}[2J", "a": "0"])
        #expect(lines.all.count == 1)
        let head = #"2026-01-01T00:00:00.000Z info purser: a=0 b=1\u{a}2\u{1b}[2J ["#
        #expect(lines.all.first?.hasPrefix(head) == true)
        #expect(lines.all.first?.hasSuffix("] Said.") == true)
    }

    @Test("Each part has its own level, and parts without one are written from info on")
    func levels() {
        let lines = Lines()
        let logger = Self.logger(lines, .text, [.apple: .debug, .http: .error, .other: .warning])
        logger.info("other is quiet")
        logger.part(.apple).debug("apple speaks")
        logger.part(.http).warning("http is quiet")
        logger.part(.storage).info("storage speaks")
        logger.part(.storage).debug("storage is quiet")
        #expect(lines.all.map { $0.split(separator: " ").last.map(String.init) } == ["speaks", "speaks"])
        #expect(lines.all.first?.contains(" purser.apple: ") == true)
        for part in LogPart.allCases { #expect(LogPart(label: part.label) == part) }
        #expect(LogPart(label: "elsewhere") == .other)
    }

    @Test("Signed payloads are replaced and long values cut, at every position")
    func payloads() {
        let signed = "eyJhbGciOiJFUzI1NiJ9.eyJ0cmFuc2FjdGlvbklkIjoiMSJ9.c2lnbmF0dXJl"
        for format in LogSettings.Format.allCases {
            let lines = Lines()
            let logger = Self.logger(lines, format)
            logger.error(
                "Refused: \(signed)",
                metadata: ["error": "bad(\"\(signed)\")", "deep": ["a": ["b": "\(signed)"]]]
            )
            logger.error("Long.", metadata: ["value": "\(String(repeating: "x", count: 1_000_000))"])
            #expect(lines.all.count == 2)
            #expect(lines.all.first?.contains("eyJ") == false)
            #expect(lines.all.first?.contains("c2lnbmF0dXJl") == false)
            #expect(lines.all.first?.contains("[signed]") == true)
            #expect(lines.all.allSatisfy { $0.utf8.count < 4096 })
        }
    }
}
