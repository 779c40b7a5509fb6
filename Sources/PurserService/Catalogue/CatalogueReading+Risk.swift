internal import Ledger

extension CatalogueReading {
    /// From how many points on customers are told of; `nil` where nobody is watched.
    mutating func riskLine(_ field: DocumentField?) -> Int64? {
        let example = "risk: { line: 50 }"
        guard let field, let parts = self.examination.map(field, known: ["line"], example: example) else { return nil }
        guard let line = self.examination.required("line", in: parts, example: "line: 50") else { return nil }
        return self.examination.integer(line, in: 1...Risk.heaviest, example: "line: 50")
    }
}
