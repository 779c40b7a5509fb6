import Foundation
import Notation
import Testing

@Suite struct JSONWriterTests {
    private static func written(isForTerminals: Bool = false, _ fill: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(isForTerminals: isForTerminals)
        fill(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Texts and their JSON, in general and in a line of the log.
    private static let spellings: [(text: String, json: String, line: String)] = [
        ("", "", ""),
        ("plain / text", "plain / text", "plain / text"),
        ("\"\\", #"\"\\"#, #"\"\\"#),
        ("\u{8}\u{9}\u{A}\u{C}\u{D}", #"\b\t\n\f\r"#, #"\b\t\n\f\r"#),
        (
            "\u{0}\u{1}\u{B}\u{E}\u{1B}\u{1F}", #"\u0000\u0001\u000b\u000e\u001b\u001f"#,
            #"\u0000\u0001\u000b\u000e\u001b\u001f"#
        ),
        (" !~", " !~", " !~"),
        ("\u{7F}\u{80}\u{85}\u{9F}", "\u{7F}\u{80}\u{85}\u{9F}", #"\u007f\u0080\u0085\u009f"#),
        ("\u{A0}\u{E9}\u{53CC}\u{1F600}", "\u{A0}\u{E9}\u{53CC}\u{1F600}", "\u{A0}\u{E9}\u{53CC}\u{1F600}"),
        (
            "a\u{2027}\u{2028}\u{2029}\u{202A}\"", "a\u{2027}\u{2028}\u{2029}\u{202A}\\\"",
            "a\u{2027}\\u2028\\u2029\u{202A}\\\""
        ),
        (
            "\u{FEFF}\u{FFFD}\u{FFFF}\u{10FFFF}", "\u{FEFF}\u{FFFD}\u{FFFF}\u{10FFFF}",
            "\u{FEFF}\u{FFFD}\u{FFFF}\u{10FFFF}"
        ),
        // The writer neither composes nor decomposes characters.
        ("e\u{301}\n", "e\u{301}\\n", "e\u{301}\\n"),
    ]

    @Test("Every string has one encoding, and another reader reads it back")
    func strings() throws {
        for spelling in Self.spellings {
            let json = Self.written { $0.write(spelling.text) }
            #expect(Array(json.utf8) == Array("\"\(spelling.json)\"".utf8))
            #expect(Array(Self.written { $0.key(spelling.text) }.utf8) == Array("\"\(spelling.json)\":".utf8))
            #expect(Array(Self.written { $0.write(utf8: Array(spelling.text.utf8)) }.utf8) == Array(json.utf8))
            let line = Self.written(isForTerminals: true) { $0.write(spelling.text) }
            #expect(Array(line.utf8) == Array("\"\(spelling.line)\"".utf8))
            for text in [json, line] {
                let read = try JSONDecoder().decode([String].self, from: Data("[\(text)]".utf8))
                #expect(read.map { Array($0.utf8) } == [Array(spelling.text.utf8)])
            }
        }
    }

    @Test("An encoder and this writer write the same bytes")
    func encoder() throws {
        for spelling in Self.spellings {
            let encoded = try JSONText.encoded([spelling.text])
            #expect(encoded == Array("[\"\(spelling.json)\"]".utf8), "\(spelling.json)")
        }
    }

    @Test("Bytes that are not UTF-8, such as a lone surrogate, are replaced")
    func malformed() {
        let cases: [[UInt8]] = [[0xED, 0xA0, 0x80], [0xFF], [0x61, 0xC3], [0xC0, 0xAF], [0xF5, 0x80]]
        for bytes in cases {
            let json = Self.written { $0.write(utf8: bytes) }
            #expect(json == "\"\(String(decoding: bytes, as: UTF8.self))\"")
            #expect(json.contains("\u{FFFD}"))
        }
    }

    @Test("Numbers, literals, and brackets are separated by commas exactly where required")
    func structure() {
        let json = Self.written { writer in
            writer.beginObject()
            writer.key("numbers")
            writer.beginArray()
            for number in [0, -1, Int64.max, Int64.min] { writer.write(number) }
            writer.write(number: "1.50e3")
            writer.endArray()
            writer.key("words")
            writer.beginArray()
            writer.write(true)
            writer.write(false)
            writer.writeNull()
            writer.write(json: "{\"a\":1}".utf8)
            writer.write(plain: { $0 += Array("plain".utf8) })
            writer.endArray()
            writer.key(plain: "none")
            writer.beginObject()
            writer.endObject()
            writer.key("empty")
            writer.beginArray()
            writer.endArray()
            writer.endObject()
        }
        let numbers = "[0,-1,9223372036854775807,-9223372036854775808,1.50e3]"
        let words = #"[true,false,null,{"a":1},"plain"]"#
        #expect(json == #"{"numbers":\#(numbers),"words":\#(words),"none":{},"empty":[]}"#)
    }
}
