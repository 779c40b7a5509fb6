import AppStore

extension JSONValue {
    /// Returns the value as JSON for people: one member in a line, and two spaces for each level.
    ///
    /// - Parameters:
    ///   - maximum: The number of bytes over which a text is cut to its first 80 characters.
    ///   - indent: The spaces before the line in which the value begins.
    /// - Returns: The lines.
    func indented(cuttingOver maximum: Int = .max, after indent: String = "") -> String {
        let inner = indent + "  "
        func lines(_ lines: [String]) -> String { lines.map { inner + $0 }.joined(separator: ",\n") }
        switch self {
        case .object(let members) where !members.isEmpty:
            let all = members.map { member in
                let value = member.value.indented(cuttingOver: maximum, after: inner)
                return "\(Self.line(.string(member.key))): \(value)"
            }
            return "{\n\(lines(all))\n\(indent)}"
        case .array(let elements) where !elements.isEmpty:
            return "[\n\(lines(elements.map { $0.indented(cuttingOver: maximum, after: inner) }))\n\(indent)]"
        case .string(let string) where string.utf8.count > maximum: return Self.line(.string("\(string.prefix(80))…"))
        default: return Self.line(self)
        }
    }

    private static func line(_ value: Self) -> String { String(decoding: value.json(), as: UTF8.self) }
}
