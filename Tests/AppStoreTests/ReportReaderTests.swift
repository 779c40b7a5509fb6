import AppStore
import PurserTesting
import Testing

/// The behavior that all readers of Apple's reports have in common.
@Suite struct ReportReaderTests {
    @Test("The rows are the same for every format of a report", arguments: ReportSample.allCases)
    func forms(sample: ReportSample) throws {
        let rows = try sample.read(sample.text())
        #expect(rows.count == 2 && rows[0] != rows[1])
        let bom = "\u{FEFF}"
        let reversed = Array(sample.columns.reversed())
        let optional = sample.columns.filter { !sample.required.contains($0) }
        let texts: [(name: String, text: String)] = [
            ("blank fields are empty", sample.text(blank: "")), ("blank fields are spaces", sample.text(blank: "  ")),
            ("CRLF", sample.text(end: "\r\n")), ("BOM", bom + sample.text()),
            ("BOM and CRLF", bom + sample.text(end: "\r\n")), ("empty line at the end", sample.text() + "\n"),
            ("empty lines at the end", sample.text(end: "\r\n") + "\r\n \t \r\n"),
            ("no end of the last line", String(sample.text().dropLast())),
            ("empty lines between", sample.text(end: "\n\n")), ("columns in reverse", sample.text(columns: reversed)),
            ("names in capitals", Self.header(of: sample.text()) { $0.uppercased() }),
            ("names with spaces", Self.header(of: sample.text()) { $0.replacing("\t", with: " \t ") }),
        ]
        for (name, text) in texts { #expect(try sample.read(text) == rows, "\(name)") }
        // One column more or fewer, at every position.
        for place in 0...sample.columns.count {
            var columns = sample.columns
            columns.insert("Sales Channel", at: place)
            let wide = sample.rows.map { $0.merging(["Sales Channel": "App Store"]) { $1 } }
            let text = sample.text(columns: columns, rows: wide)
            #expect(try sample.read(text) == rows && sample.unknown(text) == ["Sales Channel"], "\(place)")
        }
        #expect(try sample.unknown(sample.text()).isEmpty)
        for column in optional {
            let columns = sample.columns.filter { $0 != column }
            #expect(try sample.read(sample.text(columns: columns)).count == 2, "without \(column)")
        }
        #expect(try sample.read(sample.text(rows: [])).isEmpty)
    }

    @Test("A report with more rows than the maximum, or with a header without end, is refused")
    func rowCounts() throws {
        func count(_ text: [UInt8]) throws -> Int {
            var count = 0
            try ReportTable(text).forEachRow { _ throws(ReportError) in
                count += 1
                return true
            }
            return count
        }
        let most = ReportTable.maximumRowCount
        var text = Array("A\tB\n".utf8)
        for _ in 0..<most { text += [0x31, 0x09, 0x32, 0x0A] }
        #expect(try count(text) == most)
        text += Array("1\t2\n".utf8)
        #expect(throws: ReportError.tooManyRows(most)) { try count(text) }
        let head = String(repeating: "a\n", count: ReportTable.maximumHeadLineCount)
        #expect(try count(Array("\(head)A\tB\n1\t2\n".utf8)) == 1)
        #expect(throws: ReportError.noHeader) { try count(Array("\(head)a\nA\tB\n1\t2\n".utf8)) }
    }

    @Test("Rows can be read in parts, each from the end of the previous one")
    func positions() throws {
        let table = try ReportTable(Array("A\tB\n1\t2\n\n3\t4\n5\t6\t7\n".utf8))
        var position: ReportTable.Position?
        var found: [String] = []
        for _ in 0..<2 {
            position = try table.forEachRow(from: position) { row throws(ReportError) in
                found.append("\(row.line): \(try row.text(0))")
                return false
            }
        }
        #expect(found == ["2: 1", "4: 3"])
        let last = position
        #expect(throws: ReportError.tooManyFields(line: 5)) {
            try table.forEachRow(from: last) { _ throws(ReportError) in true }
        }
        let whole = try ReportTable(Array("A\tB\n1\t2\n".utf8))
        #expect(try whole.forEachRow { _ throws(ReportError) in true } == nil)
    }

    @Test("The error names a missing or repeated column", arguments: ReportSample.allCases)
    func columns(sample: ReportSample) {
        for column in sample.required {
            let fewer = sample.text(columns: sample.columns.filter { $0 != column })
            // Without one of these columns a line is not recognized as the header.
            let isHeader =
                sample == .sales || sample == .subscriber
                || !["Quantity", "Partner Share Currency"].contains(column)
            if column != "Settlement Date" {
                let name = sample == .detail && column == "SKU" ? "Vendor Identifier" : Self.name(column)
                let expected = isHeader ? ReportError.missingColumn(name) : .noHeader
                #expect(throws: expected, "\(column)") { try sample.read(fewer) }
            }
            let doubled = sample.text(columns: sample.columns + [column])
            #expect(throws: ReportError.repeatedColumn(column), "\(column)") { try sample.read(doubled) }
        }
    }

    @Test("The error names a blank required field and its line", arguments: ReportSample.allCases)
    func blanks(sample: ReportSample) {
        for column in sample.required {
            var rows = sample.rows
            rows[1][column] = nil
            #expect(throws: ReportError.missingValue(line: 3, column: column), "\(column)") {
                try sample.read(sample.text(rows: rows))
            }
        }
    }

    @Test("A last row that is cut off at any position is an error", arguments: ReportSample.allCases)
    func cut(sample: ReportSample) throws {
        let bytes = Array(sample.text().utf8)
        let start = try #require(bytes.dropLast().lastIndex(of: 0x0A)) + 1
        let last = try #require(bytes.lastIndex(of: 0x09))
        for end in (start + 1)...last {
            let isBlank = bytes[start..<end].allSatisfy { $0 == 0x20 || $0 == 0x09 }
            if isBlank { continue }
            #expect(throws: ReportError.self, "cut after \(end - start) bytes") {
                try sample.read(Array(bytes[..<end]))
            }
        }
        // A row without a required field among the others is an error too.
        let needed = sample.required.compactMap { sample.columns.firstIndex(of: $0) }.max() ?? 0
        var lines = sample.text().split(separator: "\n", omittingEmptySubsequences: false)
        lines[1] = Self.prefix(lines[1], needed)
        #expect(throws: ReportError.cutRow(line: 2)) { try sample.read(lines.joined(separator: "\n")) }
        lines[1] = Self.prefix(lines[1], 0)
        #expect(throws: ReportError.self) { try sample.read(lines.joined(separator: "\n") + "x") }
    }

    @Test("Numbers have a decimal point and a maximum", arguments: ReportSample.allCases)
    func numbers(sample: ReportSample) throws {
        for column in sample.numbers {
            func read(_ number: String) throws -> [String] {
                var rows = sample.rows
                rows[0][column] = number
                return try sample.read(sample.text(rows: rows))
            }
            for text in [
                "1,5", "1,234.56", "1.234,56", "1.2.3", "abc", "1 000", "0x10", "1e3", "--1", "-", ".", "\u{0661}",
            ] {
                #expect(throws: ReportError.notADecimal(line: 2, column: column, text: text), "\(column) \(text)") {
                    try read(text)
                }
            }
            let isTotal = column == "Extended Partner Share"
            let most = isTotal ? "1000000000000" : "1000000000"
            for text in [most, "-\(most)", "+\(most).000"] { #expect(try read(text).count == 2, "\(column) \(text)") }
            for text in ["\(most).001", "-\(most).001", "9223372036854775807", String(repeating: "9", count: 60)] {
                #expect(throws: ReportError.numberTooLarge(line: 2, column: column, text: text), "\(column) \(text)") {
                    try read(text)
                }
            }
        }
    }

    @Test("A tab in a text, bytes that are not UTF-8, and an empty file are errors", arguments: ReportSample.allCases)
    func bytes(sample: ReportSample) {
        var lines = sample.text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines[1] = "\t" + lines[1]
        #expect(throws: ReportError.tooManyFields(line: 2)) { try sample.read(lines.joined(separator: "\n")) }
        var bytes = Array(sample.text().utf8)
        let place = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0
        bytes[place] = 0xFF
        #expect(throws: ReportError.self) {
            let rows = try sample.read(bytes)
            // The first column of a sales report is not used and not read.
            if sample == .sales, rows.count == 2 { throw ReportError.notText(line: 2) }
        }
        #expect(throws: ReportError.empty) { try sample.read([]) }
        #expect(throws: ReportError.empty) { try sample.read(Array(" \r\n\t\n".utf8)) }
        #expect(throws: ReportError.self) { try sample.read(Array("PK\u{3}\u{4}".utf8)) }
    }

    @Test("A report with any damage is read or refused as a report", arguments: ReportSample.allCases)
    func damaged(sample: ReportSample) {
        let ends = ["", "Total_Rows\t2\nTotal_Units\t8\nUS\tUSD\t5.60\n"]
        let parts = [
            "\t", "\n", "\r\n", " ", "-", "9", "99999999999", ".", ",", "/", "Total_Rows", "\u{FEFF}", "\u{0}",
        ]
        for seed in 0..<(2000 * TestScale.factor) {
            var chance = SeededGenerator(seed: seed)
            var bytes = Array((sample.text() + chance.pick(ends)).utf8)
            for _ in 0...chance.number(below: 4) where !bytes.isEmpty {
                let place = chance.number(below: bytes.count)
                switch chance.number(below: 4) {
                case 0: bytes[place] = UInt8(chance.number(below: 256))
                case 1: bytes.removeSubrange(place..<min(place + 1 + chance.number(below: 40), bytes.count))
                case 2: bytes.insert(contentsOf: Array(chance.pick(parts).utf8), at: place)
                default: bytes.insert(contentsOf: Array(bytes.prefix(chance.number(below: bytes.count))), at: place)
                }
            }
            do {
                _ = try sample.read(bytes)
            } catch let error as ReportError {
                #expect("\(error)".utf8.count < 2000 && error.code.hasPrefix("report_"), "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test("Texts from a report in errors are shortened and without control characters")
    func foreign() throws {
        let sample = ReportSample.sales
        var rows = sample.rows
        rows[0]["Units"] = "\u{1B}[31m\u{202E}" + String(repeating: "x", count: 10_000)
        do {
            _ = try sample.read(sample.text(rows: rows))
            Issue.record("The units are not a number.")
        } catch let ReportError.notADecimal(_, _, text) {
            #expect(text == "\\u{1B}[31m\\u{202E}" + String(repeating: "x", count: 58) + "…")
        }
        let name = "Evil\u{7}" + String(repeating: "y", count: 500)
        do {
            _ = try sample.read(sample.text(columns: sample.columns + [name, name]))
            Issue.record("A column is repeated.")
        } catch let ReportError.repeatedColumn(text) {
            #expect(text.hasPrefix("Evil\\u{7}y") && text.count < 80)
        }
    }

    @Test("More columns or longer lines than the maximum are errors")
    func sizes() {
        let sample = ReportSample.sales
        let many = sample.columns + (0..<256).map { "Column \($0)" }
        #expect(throws: ReportError.tooManyColumns(284)) { try sample.read(sample.text(columns: many)) }
        var rows = sample.rows
        rows[0]["Title"] = String(repeating: "x", count: 70_000)
        #expect(throws: ReportError.lineTooLong(line: 2)) { try sample.read(sample.text(rows: rows)) }
    }

    /// Returns the name that an error has for a column with several names.
    private static func name(_ column: String) -> String {
        switch column {
        case "Sale or Return": "Sales or Return"
        case "Country of Sale": "Country Of Sale"
        default: column
        }
    }

    private static func header(of text: String, _ change: (String) -> String) -> String {
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return change(String(lines[0])) + "\n" + lines[1]
    }

    private static func prefix(_ line: Substring, _ count: Int) -> Substring {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        return Substring(fields.prefix(count).joined(separator: "\t"))
    }
}
