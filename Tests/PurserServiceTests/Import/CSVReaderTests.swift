import PurserService
import Testing

@Suite struct CSVReaderTests {
    /// The records of a text that is read in pieces of `size` bytes.
    static func read(
        _ text: String,
        piece: Int = 1000,
        limit: Int = 100
    ) -> (records: [CSVReader.Record], ending: CSVReader.Ending) {
        var reader = CSVReader(limit: limit)
        var records: [CSVReader.Record] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: piece) {
            reader.read(bytes[start..<min(start + piece, bytes.count)]) { records.append($0) }
        }
        return (records, reader.ending)
    }

    static func texts(_ record: CSVReader.Record) -> [String] {
        record.fields.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Fields are read as RFC 4180 defines them",
        arguments: [
            ("a,b\n", [["a", "b"]]),
            ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
            ("a,\n,b\n", [["a", ""], ["", "b"]]),
            ("\"a,b\",c\n", [["a,b", "c"]]),
            ("\"a\"\"b\",c\r\n", [["a\"b", "c"]]),
            ("\"a\nb\",c\n", [["a\nb", "c"]]),
            ("\"a\r\nb\"\r\n", [["a\r\nb"]]),
            ("a\n\n\r\nb\n", [["a"], ["b"]]),
            ("\"\",\"\"\n", [["", ""]]),
            ("a;b,c\n1;2\n", [["a", "b,c"], ["1", "2"]]),
            ("a\tb\n1\t2\n", [["a", "b"], ["1", "2"]]),
            ("a\n1;2\n", [["a"], ["1;2"]]),
        ] as [(String, [[String]])]
    )
    func fields(text: String, expected: [[String]]) {
        for piece in [1, 2, 1000] {
            let (records, ending) = Self.read(text, piece: piece)
            #expect(records.map(Self.texts) == expected)
            #expect(records.allSatisfy { $0.fault == nil })
            #expect(ending == .complete)
        }
    }

    @Test("A record has the line on which it begins")
    func lines() {
        let (records, _) = Self.read("a,b\n\n\"x\ny\",1\nlast,2\n")
        #expect(records.map(\.line) == [1, 3, 5])
    }

    @Test(
        "A malformed record affects only itself, and the following ones are read",
        arguments: [
            ("a\"b,c", CSVReader.Record.Fault.misplacedQuote),
            ("\"a\"b,c", .misplacedQuote),
            (String(repeating: "x", count: 101), .tooLong),
            ("\"" + String(repeating: "x", count: 101), .tooLong),
            (String(repeating: ",", count: ImportLimits.columns + 1), .tooManyFields),
        ] as [(String, CSVReader.Record.Fault)]
    )
    func faults(line: String, fault: CSVReader.Record.Fault) {
        for piece in [1, 7, 100_000] {
            let limit = fault == .tooManyFields ? 1000 : 100
            let (records, ending) = Self.read("h,i\n" + line + "\nok,1\n", piece: piece, limit: limit)
            #expect(records.map(\.fault) == [nil, fault, nil])
            #expect(records.last.map(Self.texts) == ["ok", "1"])
            #expect(ending == .complete)
        }
    }

    @Test(
        "A file that is cut off is detected",
        arguments: [
            ("", CSVReader.Ending.complete),
            ("a\n", .complete),
            ("a\nb", .insideLine(2)),
            ("a\nb,", .insideLine(2)),
            ("a\n\"b", .insideQuotes(line: 2)),
            ("a\n\"b\nc\nd", .insideQuotes(line: 2)),
            ("a\n\"b\"", .insideLine(2)),
        ] as [(String, CSVReader.Ending)]
    )
    func endings(text: String, expected: CSVReader.Ending) {
        #expect(Self.read(text).ending == expected)
    }

    @Test("No record exceeds the limit, whatever the bytes, and valid lines after longer ones are read")
    func noise() {
        var state: UInt64 = 7
        let alphabet = Array("a,\"\n\r;\t0".utf8)
        for _ in 0..<2000 {
            var bytes: [UInt8] = []
            for _ in 0..<60 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes.append(alphabet[Int(state >> 33) % alphabet.count])
            }
            var whole = CSVReader(limit: 20)
            var records: [CSVReader.Record] = []
            whole.read(bytes) { records.append($0) }
            var piecewise = CSVReader(limit: 20)
            var others: [CSVReader.Record] = []
            for byte in bytes { piecewise.read([byte]) { others.append($0) } }
            #expect(records == others, "\(bytes)")
            #expect(records.allSatisfy { $0.fields.reduce(0) { $0 + $1.count } <= 20 }, "\(bytes)")
            #expect(whole.ending == piecewise.ending)
        }
    }
}
