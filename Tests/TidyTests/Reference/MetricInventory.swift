/// The names of metrics: the label of every counter, gauge, timer and recorder that is made.
struct MetricInventory: Inventory {
    let noun = "metric"
    let page = "docs/reference/metrics.md"

    private static let makers = ["Counter", "FloatingPointCounter", "Gauge", "Meter", "Timer", "Recorder"]

    func entries(in file: SourceFile) -> [ReferenceEntry] {
        guard file.isSwift, file.path.hasPrefix("Sources/") else { return [] }
        return Self.makers.flatMap { maker in
            let call = "\(maker)("
            let starts = file.swift.offsets(of: call).filter { offset in
                offset == 0 || !Bytes.isWord(file.swift.code[offset - 1])
            }
            let quotes = starts.compactMap { offset in
                Self.quote(behind: offset + call.utf8.count, in: file.swift.code)
            }
            return file.swift.literals.filter { literal in quotes.contains(literal.offset) }.map { literal in
                ReferenceEntry(name: literal.text, path: file.path, line: literal.line)
            }
        }
    }

    /// Where the text of the label begins that follows an opening bracket, on the same line or a later one.
    private static func quote(behind start: Int, in code: [UInt8]) -> Int? {
        var offset = Self.skipSpace(from: start, in: code)
        let label = Array("label:".utf8)
        guard code[offset...].starts(with: label) else { return nil }
        offset = Self.skipSpace(from: offset + label.count, in: code)
        return offset < code.count && code[offset] == UInt8(ascii: "\"") ? offset : nil
    }

    private static func skipSpace(from start: Int, in code: [UInt8]) -> Int {
        code[start...].firstIndex { ![0x20, 0x0A].contains($0) } ?? code.count
    }
}
