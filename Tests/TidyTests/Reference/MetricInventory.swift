/// The names of metrics: the label of every counter, gauge, timer and recorder that is made.
struct MetricInventory: Inventory {
    let noun = "metric"
    let page = "docs/reference/metrics.md"

    private static let makers = ["Counter", "FloatingPointCounter", "Gauge", "Meter", "Timer", "Recorder"]

    func entries(in file: SourceFile) -> [ReferenceEntry] {
        guard file.isSwift, file.path.hasPrefix("Sources/") else { return [] }
        return Self.makers.flatMap { maker in
            let call = "\(maker)(label: \""
            let starts = file.swift.offsets(of: call).filter { offset in
                offset == 0 || !Bytes.isWord(file.swift.code[offset - 1])
            }
            let quotes = starts.map { offset in offset + call.utf8.count - 1 }
            return file.swift.literals.filter { literal in quotes.contains(literal.offset) }.map { literal in
                ReferenceEntry(name: literal.text, path: file.path, line: literal.line)
            }
        }
    }
}
