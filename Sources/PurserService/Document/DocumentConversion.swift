internal import Yams

/// The conversion of the parser's tree to `DocumentNode`, which collects the issues.
struct DocumentConversion {
    private let file: String
    private(set) var issues: [ValidationIssue] = []

    /// Creates the conversion of the document with the name `file` in messages.
    init(file: String) {
        self.file = file
    }

    /// Converts a node; for a node that is refused, notes an issue and returns an empty value.
    mutating func convert(_ node: Node, keyPath: String, depth: Int) -> DocumentNode {
        let origin = Self.origin(node.mark)
        let empty = DocumentNode(origin: origin, content: .scalar("", isPlain: true))
        // An alias arrives as a copy of the anchored node, so stopping here also never follows one.
        if node.anchor != nil {
            self.issues.append(DocumentReader.aliasIssue(file: self.file, line: node.mark?.line ?? 1))
            return empty
        }
        guard depth <= DocumentReader.depthLimit else {
            self.note(
                node,
                keyPath,
                problem: "nested deeper than \(DocumentReader.depthLimit) levels",
                remedy: "No valid document is nested this deeply: check the brackets."
            )
            return empty
        }
        switch node {
        case .scalar(let scalar):
            return DocumentNode(origin: origin, content: .scalar(scalar.string, isPlain: scalar.style == .plain))
        case .sequence(let sequence):
            let elements = sequence.enumerated().map { index, element in
                self.convert(element, keyPath: "\(keyPath)[\(index)]", depth: depth + 1)
            }
            return DocumentNode(origin: origin, content: .list(elements))
        case .mapping(let mapping):
            return DocumentNode(origin: origin, content: .map(self.entries(mapping, keyPath: keyPath, depth: depth)))
        case .alias:
            self.issues.append(DocumentReader.aliasIssue(file: self.file, line: node.mark?.line ?? 1))
            return empty
        }
    }

    private mutating func entries(_ mapping: Node.Mapping, keyPath: String, depth: Int) -> [DocumentNode.Entry] {
        var entries: [DocumentNode.Entry] = []
        // The parser distinguishes the keys `1` and `"1"`; here both are the same text.
        var lines: [String: Int] = [:]
        for (key, value) in mapping {
            guard case .scalar(let scalar) = key, scalar.anchor == nil else {
                self.note(key, keyPath, problem: "a key must be a text", remedy: "Write it as: name: value")
                continue
            }
            let path = keyPath.isEmpty ? scalar.string : keyPath + "." + scalar.string
            if let first = lines[scalar.string] {
                self.note(
                    key,
                    path,
                    problem: "the key is written twice, first in line \(first)",
                    remedy: "Keep one of the two."
                )
                continue
            }
            lines[scalar.string] = key.mark?.line ?? 1
            entries.append(
                DocumentNode.Entry(
                    key: scalar.string,
                    origin: Self.origin(key.mark),
                    value: self.convert(value, keyPath: path, depth: depth + 1)
                )
            )
        }
        return entries
    }

    private mutating func note(_ node: Node, _ keyPath: String, problem: String, remedy: String) {
        self.issues.append(
            ValidationIssue(file: self.file, line: node.mark?.line, keyPath: keyPath, problem: problem, remedy: remedy)
        )
    }

    private static func origin(_ mark: Mark?) -> DocumentNode.Origin {
        .document(line: mark?.line ?? 1, column: mark?.column ?? 1)
    }
}
