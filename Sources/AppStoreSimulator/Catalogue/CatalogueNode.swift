import AppStore

/// A value of a catalogue file, with the place where it stands and the keys that lead there.
struct CatalogueNode: Sendable {
    /// The value.
    let value: JSONValue
    /// Where it stands; `nil` when it comes from no text.
    let place: JSONPlace?
    /// The keys that lead to it.
    let path: String

    /// A value without a text.
    init(_ value: JSONValue) {
        self.value = value
        self.place = nil
        self.path = ""
    }

    /// The value of a JSON text; `file` is how messages name it.
    init(_ json: [UInt8], file: String) throws(CatalogueError) {
        do {
            self.value = try JSONValue(json: json, maximumNodes: JSONReader.maximumTrustedNodes)
        } catch {
            let (problem, remedy) = Self.explain(error.code)
            throw CatalogueError([
                CatalogueFinding(
                    file: file,
                    line: JSONPlace.line(at: error.offset, of: json),
                    problem: problem,
                    remedy: remedy
                )
            ])
        }
        self.place = JSONPlace(of: json)
        self.path = ""
    }

    /// A part of another value.
    private init(_ value: JSONValue, place: JSONPlace?, path: String) {
        self.value = value
        self.place = place
        self.path = path
    }

    /// The line it stands on.
    var line: Int? { self.place?.line }

    /// The elements of an array; `nil` when it is none.
    var elements: [CatalogueNode]? {
        guard case .array(let values) = self.value else { return nil }
        return values.enumerated().map { index, value in
            CatalogueNode(value, place: self.part(index), path: "\(self.path)[\(index)]")
        }
    }

    /// The members of an object, with their keys; `nil` when it is none.
    var members: [(key: String, node: CatalogueNode)]? {
        guard case .object(let members) = self.value else { return nil }
        return members.enumerated().map { index, member in
            let key = CatalogueFinding.shown(member.key)
            let path = self.path.isEmpty ? key : "\(self.path).\(key)"
            return (member.key, CatalogueNode(member.value, place: self.part(index), path: path))
        }
    }

    /// The place of one of its parts.
    private func part(_ index: Int) -> JSONPlace? {
        guard let parts = self.place?.parts, index < parts.count else { return nil }
        return parts[index]
    }

    /// What the value is, in a reader's words.
    var kindName: String {
        switch self.value {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// What is wrong with a text that is no JSON, and what would be right.
    private static func explain(_ code: JSONError.Code) -> (problem: String, remedy: String) {
        switch code {
        case .notUTF8: ("is not UTF-8 here", "Save the file as UTF-8.")
        case .duplicateKey: ("has this key twice in one object", "Remove one of them.")
        case .tooManyNodes:
            ("has more values than any catalogue", "Keep it to \(JSONReader.maximumTrustedNodes) members and elements.")
        case .tooDeep: ("nests too deep", "No catalogue needs more than \(JSONReader.maximumDepth) levels.")
        default: ("is not JSON from here on", "Look for a missing comma, quote or bracket, or for a file cut short.")
        }
    }
}
