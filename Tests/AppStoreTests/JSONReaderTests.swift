import AppStore
import Testing

@Suite struct JSONReaderTests {
    private func code(_ json: [UInt8]) -> JSONError.Code? {
        do throws(JSONError) {
            _ = try JSONValue(json: json)
            return nil
        } catch {
            #expect(error.offset <= json.count)
            return error.code
        }
    }

    @Test(
        "Text that is not JSON is refused",
        arguments: [
            "", " ", "{", "}", "[", "]", "[1", "[1,", "[,1]", "[1,]", "[1 2]", "{,}", #"{"a"}"#, #"{"a":}"#,
            #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{"a" 1}"#, "{a:1}", "{'a':1}", #"{1:1}"#, "nul", "nulll", "True", "tru",
            "falsey", "NaN", "Infinity", "-Infinity", "undefined", "01", "-01", "00", "+1", "1.", ".5", "-", "-.5",
            "1e",
            "1e+", "1.e5", "0x10", "1_000", "1,2", "1 2", "{} {}", "{}x", "[] ,", "[1]]", "// a\n1", "/*a*/1", "\"",
            "\"a", "\"\\", "\"\\\"", "\"\\x41\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\u+123\"", "\"\\U0041\"", "\"a\nb\"",
            "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"", "\u{0B}1", "\u{A0}1", "\u{FEFF}{}", "\u{0}", "1\u{0}", "\"a\"\u{0}",
            "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\udbff\\u0041\"", "\"\\ud800x\"", "\"\\ud800\\n\"",
            "\"\\udc00\\ud800\"",
        ]
    )
    func notJSON(_ text: String) {
        #expect(self.code(Array(text.utf8)) == .invalid)
    }

    @Test(
        "Text of this kind is JSON",
        arguments: [
            "null", " true ", "false", "0", "-0", "1.5e-7", "1E400", "\"\"", "[]", "{}", "\r\n\t [ 1 , 2 ] ",
            "{\"\":{}}",
            #"{"a":1,"A":2}"#, #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, "\"\u{7F}\u{20AC}\u{1F600}\u{FFFF}\"",
            "\"\\u0000\"",
            "123456789012345678901234567890",
        ]
    )
    func validJSON(_ text: String) throws {
        let value = try JSONValue(json: Array(text.utf8))
        #expect(try JSONValue(json: value.json()) == value)
    }

    @Test("Escapes are decoded, and written only where they must be")
    func escapes() throws {
        let value = try JSONValue(json: Array(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\u0000\u001f""#.utf8))
        #expect(value == .string("\"\\/\u{8}\u{C}\n\r\t\u{E9}\u{1F600}\u{0}\u{1F}"))
        let written = String(decoding: value.json(), as: UTF8.self)
        #expect(written == "\"\\\"\\\\/\\b\\f\\n\\r\\t\u{E9}\u{1F600}\\u0000\\u001f\"")
    }

    @Test(
        "Bytes that are not UTF-8 are refused at every position of a string",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8],
            [0xFE],
            [0xFF],
        ] as [[UInt8]]
    )
    func notUTF8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        for length in [0, 1, 7, 8, 9, 31, 40, 63, 64, 100, 200] {
            let pad = [UInt8](repeating: UInt8(ascii: "a"), count: length)
            #expect(self.code([quote] + pad + bytes + pad + [quote]) == .notUTF8)
            #expect(self.code(Array("{".utf8) + [quote] + pad + bytes + [quote] + Array(":1}".utf8)) == .notUTF8)
        }
    }

    @Test("A special byte is found at every position of a long string")
    func longStrings() throws {
        for length in 0..<300 {
            for place in Set([0, 1, length / 2, length - 1, length]) where (0...length).contains(place) {
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
                bytes.insert(0x1F, at: place)
                #expect(self.code(Array("\"".utf8) + bytes + Array("\"".utf8)) == .invalid)
                bytes[place] = UInt8(ascii: "\"")
                #expect(self.code(Array("\"".utf8) + bytes + Array("\"".utf8)) == .invalid)
                bytes[place] = UInt8(ascii: "/")
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(try JSONValue(json: Array("\"\(text)\"".utf8)) == .string(text))
            }
        }
    }

    @Test(
        "A repeated key is refused in any spelling",
        arguments: [
            (#"{"a":1,"a":1}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"\u0061":1,"a":2}"#, 12),
            (#"{"a":{"b":1,"b":2}}"#, 12),
            (#"[{"":1,"":2}]"#, 7), (#"{"é":1,"\u00E9":2}"#, 8), (#"{"\ud83d\ude00":1,"😀":2}"#, 18),
            (#"{"a\/b":1,"a/b":2}"#, 10),
        ]
    )
    func duplicateKeys(_ json: String, _ offset: Int) {
        #expect(throws: JSONError(.duplicateKey, offset: offset)) { try JSONValue(json: Array(json.utf8)) }
    }

    @Test(
        "A repeated field is refused, also as null and in another spelling",
        arguments: [
            #"{"price":1,"price":1}"#, #"{"price":null,"price":1}"#, #"{"price":1,"pric\u0065":2}"#,
            #"{"\u0070rice":1,"price":2}"#, #"{"commitmentInfo":{},"commitmentInfo":{}}"#, #"{"x":1,"x":2}"#,
        ]
    )
    func duplicateFields(_ json: String) {
        #expect { try TransactionPayload(json: Array(json.utf8)) } throws: { ($0 as? JSONError)?.code == .duplicateKey }
    }

    @Test("Keys that are equal only by canonical equivalence are different keys")
    func canonicalEquivalence() throws {
        let value = try JSONValue(json: Array(#"{"\u00e9":1,"e\u0301":2}"#.utf8))
        #expect(value["e\u{301}"] == .number("2"))
    }

    @Test("A duplicate is found among many keys in linear time")
    func manyKeys() throws {
        let members = (0..<100_000).map { #""k\#($0)":0"# }.joined(separator: ",")
        let value = try TransactionPayload(json: Array("{\(members)}".utf8))
        #expect(value.unknownFields.count == 100_000)
        #expect(throws: JSONError(.duplicateKey, offset: members.utf8.count + 2)) {
            try JSONValue(json: Array(#"{\#(members),"k50000":0}"#.utf8))
        }
    }

    @Test("Nesting is accepted up to the limit and refused beyond it", arguments: ["[", #"{"a":"#])
    func depth(_ opening: String) {
        let closing = opening == "[" ? "]" : "}"
        func text(_ depth: Int) -> [UInt8] {
            Array((String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)).utf8)
        }
        #expect(JSONReader.maximumDepth == 32)
        #expect(self.code(text(32)) == nil)
        #expect(self.code(text(33)) == .tooDeep)
        #expect(self.code(text(10_000)) == .tooDeep)
        #expect(self.code(Array(String(repeating: opening, count: 10_000).utf8)) == .tooDeep)
    }

    @Test("Known fields count toward the depth too")
    func depthThroughFields() {
        let brackets = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        #expect(throws: Never.self) { try TransactionPayload(json: Array(#"{"x":\#(brackets)}"#.utf8)) }
        #expect(throws: JSONError(.tooDeep, offset: 53, path: "commitmentInfo")) {
            try TransactionPayload(json: Array(#"{"commitmentInfo":{"x":\#(brackets)}}"#.utf8))
        }
    }

    @Test("One string is read from a body")
    func oneString() throws {
        func value(_ json: String) throws(JSONError) -> [UInt8]? {
            try JSONReader.string("signedPayload", in: Array(json.utf8))
        }
        #expect(try value(#"{"signedPayload":"a.b.c"}"#) == Array("a.b.c".utf8))
        #expect(try value(#" { "x" : [ 1 ] , "signed\u0050ayload" : "\u0061" } "#) == Array("a".utf8))
        #expect(try value("{}") == nil)
        #expect(try value(#"{"signedPayload":null,"signedpayload":"x"}"#) == nil)
        #expect(throws: JSONError(.wrongType, offset: 17, path: "signedPayload")) { try value(#"{"signedPayload":7}"#) }
        #expect(throws: JSONError(.duplicateKey, offset: 21)) {
            try value(#"{"signedPayload":"a","signedPayload":"a"}"#)
        }
        #expect(throws: JSONError(.duplicateKey, offset: 29)) {
            try value(#"{"signedPayload":"a","x":{},"x":1}"#.replacing("{},", with: "{} ,"))
        }
        #expect(throws: JSONError(.invalid, offset: 22)) { try value(#"{"signedPayload":"a"} x"#) }
        #expect(throws: JSONError(.wrongType, offset: 0)) { try value("[]") }
    }

    @Test("An error contains its code, its position, and the path of fields, but no part of the text")
    func description() {
        let json = Array(#"{"data":{"secret":"hunter2","status":"hunter2"}}"#.utf8)
        #expect {
            try NotificationPayload(json: json)
        } throws: { error in
            "\(error)" == "json_wrong_type at byte 37 in data.status"
        }
    }

    /// Returns a text of this many repetitions of a piece, each with a comma, between a beginning and an end.
    private static func text(_ begin: String, _ piece: String, _ count: Int, _ end: String) -> [UInt8] {
        Array((begin + String(repeating: piece + ",", count: count) + end).utf8)
    }

    @Test("A text has at most the maximum number of nodes, however few bytes each takes")
    func nodes() throws {
        let most = JSONReader.maximumNodes
        #expect(throws: Never.self) { try JSONValue(json: Self.text("[", "0", most - 1, "0]")) }
        let more = Self.text("[", "0", most, "0]")
        #expect(throws: JSONError(.tooManyNodes, offset: 1 + 2 * most)) { try JSONValue(json: more) }
        #expect(throws: Never.self) { try JSONValue(json: more, maximumNodes: JSONReader.maximumTrustedNodes) }
        // A member is two nodes, and nested nodes count where they are.
        let members = (0..<most / 2).map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(throws: Never.self) { try JSONValue(json: Array("{\(members)}".utf8)) }
        #expect(self.code(Array("{\(members),\"x\":0}".utf8)) == .tooManyNodes)
        #expect(self.code(Self.text("[", "[0]", most / 2, "[0]]")) == .tooManyNodes)
        #expect(self.code(Self.text("[", "{\"\":0}", most / 3, "{\"\":0}]")) == .tooManyNodes)
        // Unknown fields of a payload count too.
        #expect {
            try NotificationPayload(json: Self.text("{\"x\":[", "0", most, "0]}"))
        } throws: { error in
            (error as? JSONError)?.code == .tooManyNodes
        }
    }

    @Test(
        "Eight megabytes of the smallest values are refused before most of them are read",
        arguments: ["0", "[]", "{}"]
    )
    func costlyTree(piece: String) {
        let length = piece.utf8.count + 1
        let json = Self.text("[", piece, 8 * 1024 * 1024 / length, piece + "]")
        #expect(throws: JSONError(.tooManyNodes, offset: 1 + JSONReader.maximumNodes * length)) {
            try JSONValue(json: json)
        }
    }

    @Test("The codes are stable")
    func codes() {
        #expect(
            JSONError.Code.allCases.map(\.rawValue) == [
                "json_invalid", "json_not_utf8", "json_duplicate_key", "json_too_deep", "json_too_many_nodes",
                "json_wrong_type", "json_number_out_of_range",
            ]
        )
    }
}
