import AppStore

/// A value of a catalog file, with its location and its key path.
struct CatalogNode: Sendable {
    /// The value.
    let value: JSONValue
    /// The location in the text; `nil` for a value without a text.
    let location: JSONLocation?
    /// The key path.
    let path: String

    /// Creates a node for a value without a text.
    init(_ value: JSONValue) {
        self.value = value
        self.location = nil
        self.path = ""
    }

    /// Parses a JSON text; `file` is its name in messages.
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

    /// Creates a node for a part of another value.
    private init(_ value: JSONValue, location: JSONLocation?, path: String) {
        self.value = value
        self.location = location
        self.path = path
    }

    /// The line of the value.
    var line: Int? { self.location?.line }

    /// The elements of an array; `nil` for other values.
    var elements: [CatalogNode]? {
        guard case .array(let values) = self.value else { return nil }
        return values.enumerated().map { index, value in
            CatalogNode(value, location: self.part(index), path: "\(self.path)[\(index)]")
        }
    }

    /// The members of an object, with their keys; `nil` for other values.
    var members: [(key: String, node: CatalogNode)]? {
        guard case .object(let members) = self.value else { return nil }
        return members.enumerated().map { index, member in
            let key = CatalogIssue.shown(member.key)
            let path = self.path.isEmpty ? key : "\(self.path).\(key)"
            return (member.key, CatalogNode(member.value, location: self.part(index), path: path))
        }
    }

    /// Returns the location of a part.
    private func part(_ index: Int) -> JSONLocation? {
        guard let parts = self.location?.parts, index < parts.count else { return nil }
        return parts[index]
    }

    /// The name of the value's type in messages.
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

    /// Returns the problem of a text that is not JSON, and its remedy.
    private static func explain(_ code: JSONError.Code) -> (problem: String, remedy: String) {
        switch code {
        case .notUTF8: ("is not UTF-8 here", "Save the file as UTF-8.")
        case .duplicateKey: ("has this key twice in one object", "Remove one of them.")
        case .tooManyNodes:
            ("has more values than any catalog", "Use at most \(JSONReader.maximumTrustedNodes) members and elements.")
        case .tooDeep: ("is nested too deeply", "Use at most \(JSONReader.maximumDepth) levels.")
        default: ("is not JSON from here on", "Look for a missing comma, quote or bracket, or for a truncated file.")
        }
    }
}
