import AppStore

/// A value of a catalog file, with the place where it stands and the keys that lead there.
struct CatalogNode: Sendable {
    /// The value.
    let value: JSONValue
    /// Where it stands; `nil` when it comes from no text.
    let location: JSONLocation?
    /// The keys that lead to it.
    let path: String

    /// A value without a text.
    init(_ value: JSONValue) {
        self.value = value
        self.location = nil
        self.path = ""
    }

    /// The value of a JSON text; `file` is how messages name it.
    init(_ json: [UInt8], file: String) throws(CatalogError) {
        do {
            self.value = try JSONValue(json: json, maximumNodes: JSONReader.maximumTrustedNodes)
        } catch {
            let (problem, remedy) = Self.explain(error.code)
            throw CatalogError([
                CatalogIssue(
                    file: file,
                    line: JSONLocation.line(at: error.offset, of: json),
                    problem: problem,
                    remedy: remedy
                )
            ])
        }
        self.location = JSONLocation(of: json)
        self.path = ""
    }

    /// A part of another value.
    private init(_ value: JSONValue, location: JSONLocation?, path: String) {
        self.value = value
        self.location = location
        self.path = path
    }

    /// The line it stands on.
    var line: Int? { self.location?.line }

    /// The elements of an array; `nil` when it is none.
    var elements: [CatalogNode]? {
        guard case .array(let values) = self.value else { return nil }
        return values.enumerated().map { index, value in
            CatalogNode(value, location: self.part(index), path: "\(self.path)[\(index)]")
        }
    }

    /// The members of an object, with their keys; `nil` when it is none.
    var members: [(key: String, node: CatalogNode)]? {
        guard case .object(let members) = self.value else { return nil }
        return members.enumerated().map { index, member in
            let key = CatalogIssue.shown(member.key)
            let path = self.path.isEmpty ? key : "\(self.path).\(key)"
            return (member.key, CatalogNode(member.value, location: self.part(index), path: path))
        }
    }

    /// The place of one of its parts.
    private func part(_ index: Int) -> JSONLocation? {
        guard let parts = self.location?.parts, index < parts.count else { return nil }
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
            ("has more values than any catalog", "Keep it to \(JSONReader.maximumTrustedNodes) members and elements.")
        case .tooDeep: ("nests too deep", "No catalog needs more than \(JSONReader.maximumDepth) levels.")
        default: ("is not JSON from here on", "Look for a missing comma, quote or bracket, or for a file cut short.")
        }
    }
}
