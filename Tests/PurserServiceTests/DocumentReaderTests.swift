import PurserService
import Testing

@Suite struct DocumentReaderTests {
    @Test("Every key and value has its line and column")
    func positions() throws {
        let root = try DocumentReader.read(Array("a: 1\nb:\n  c: [x, \"y\"]\n".utf8), file: "f.yaml")
        guard case .map(let entries) = root.content, entries.count == 2,
            case .map(let inner) = entries[1].value.content,
            case .list(let elements) = inner[0].value.content
        else {
            Issue.record("unexpected tree: \(root)")
            return
        }
        #expect(entries[0].origin == .document(line: 1, column: 1))
        #expect(entries[0].value.origin == .document(line: 1, column: 4))
        #expect(inner[0].origin == .document(line: 3, column: 3))
        #expect(elements[0].content == .scalar("x", isPlain: true))
        #expect(elements[1].content == .scalar("y", isPlain: false))
        #expect(elements[1].origin == .document(line: 3, column: 10))
    }

    @Test("A text stays as written, even if YAML has another type for it", arguments: ["no", "1e3", "0x10", "12:30"])
    func texts(text: String) throws {
        let root = try DocumentReader.read(Array("a: \(text)\n".utf8), file: "f.yaml")
        guard case .map(let entries) = root.content else {
            Issue.record("unexpected tree: \(root)")
            return
        }
        #expect(entries[0].value.content == .scalar(text, isPlain: true))
    }

    @Test("An empty document and a comment are an empty value", arguments: ["", "\n", "# nothing\n"])
    func empty(text: String) throws {
        #expect(try DocumentReader.read(Array(text.utf8), file: "f.yaml").isEmpty)
    }

    @Test(
        "YAML beyond the supported part is refused with its line",
        arguments: [
            (
                "a: 1\nb: 2\na: 3\n",
                "f.yaml:3: a: the key is written twice, first in line 1. Keep one of the two."
            ),
            (
                "x:\n  a: 1\n  \"a\": 2\n",
                "f.yaml:3: a: the key is written twice, first in line 2. Keep one of the two."
            ),
            (
                "x: { a: 1, a: 2 }\n",
                "f.yaml:1: a: the key is written twice, first in line 1. Keep one of the two."
            ),
            (
                "a: 1\n!x a: 2\n",
                "f.yaml:2: a: the key is written twice, first in line 1. Keep one of the two."
            ),
            (
                "a: &x 1\nb: 2\n",
                "f.yaml:1: anchors (&name) and aliases (*name) are not supported. "
                    + "Write the value out, or put the text in quotes."
            ),
            (
                "a: 1\n[b]: 2\n",
                "f.yaml:2: a key must be a text. Write it as: name: value"
            ),
            (
                "a:\n\tb: 1\n",
                "f.yaml:2: not YAML: found character that cannot start any token, "
                    + "while scanning for the next token that begins in line 2. Indent with spaces, not with tabs."
            ),
            (
                "a: [1, 2\nb: 3\n",
                "f.yaml:2: not YAML: did not find expected ',' or ']', "
                    + "while parsing a flow sequence that begins in line 1. "
                    + "Check the indentation, the quotes and the brackets here and in the line before."
            ),
            (
                "a: 1\n---\nb: 2\n",
                "f.yaml:2: not YAML: but found another document, "
                    + "expected a single document in the stream that begins in line 1. "
                    + "Check the indentation, the quotes and the brackets here and in the line before."
            ),
            (
                "a: \u{1}\n",
                "f.yaml:1: not readable as text: control characters are not allowed. Remove the control character."
            ),
        ]
    )
    func refused(text: String, message: String) {
        #expect(throws: ValidationIssues.self) { try DocumentReader.read(Array(text.utf8), file: "f.yaml") }
        #expect(Self.message(text) == message)
    }

    @Test("Bytes that are not UTF-8 are refused at their line")
    func invalidText() {
        let bytes = Array("a: 1\nb: ".utf8) + [0xFF, 0x0A]
        do {
            _ = try DocumentReader.read(bytes, file: "f.yaml")
            Issue.record("accepted")
        } catch {
            #expect(error.description == "f.yaml:2: not valid UTF-8. Save the file as UTF-8.")
        }
    }

    @Test(
        "Deep nesting is refused without harm",
        arguments: [("[", 33, "]"), ("{a: ", 900, "}"), ("[", 200_000, ""), ("- ", 200_000, ""), ("? ", 200_000, "")]
    )
    func deep(opening: String, count: Int, closing: String) throws {
        let text = String(repeating: opening, count: count) + "x" + String(repeating: closing, count: count)
        let message = try #require(Self.message(text))
        #expect(message.contains("nested deeper than 32 levels") || message.contains("not YAML"))
    }

    @Test("The maximum nesting depth is accepted")
    func deepEnough() {
        #expect(Self.message(String(repeating: "[", count: 31) + "x" + String(repeating: "]", count: 31)) == nil)
    }

    @Test("An alias bomb is refused, as a value and as a key, before it grows")
    func bombs() {
        var lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
        for level in 1...9 {
            let alias = "*a\(level - 1)"
            lines.append("a\(level): &a\(level) [\(Array(repeating: alias, count: 9).joined(separator: ", "))]")
        }
        #expect(Self.message(lines.joined(separator: "\n"))?.contains("not supported") == true)
        #expect(Self.message((lines + ["? *a9", ": x"]).joined(separator: "\n"))?.contains("not supported") == true)
    }

    @Test("A document over the size limit is refused, one at the limit is read")
    func size() {
        let limit = DocumentReader.sizeLimitBytes
        #expect(Self.message("a: " + String(repeating: "x", count: limit - 3)) == nil)
        #expect(
            Self.message("a: " + String(repeating: "x", count: limit - 2))
                == "f.yaml: larger than 1048576 bytes. Split it, or remove what is not needed."
        )
    }

    private static func message(_ text: String) -> String? {
        do {
            _ = try DocumentReader.read(Array(text.utf8), file: "f.yaml")
            return nil
        } catch {
            return error.description
        }
    }
}
