import AppStore

/// The body of an operator's request: named texts and flags, read strictly.
struct OperatorRequest {
    private let members: [JSONMember]

    /// Reads a body that has no other fields than these; an empty one has none.
    init(json: [UInt8], fields: [String]) throws {
        let members = try json.isEmpty ? [] : RequestFields.members(json: json)
        for member in members where !fields.contains(member.key) {
            throw RequestFields.unknown(member.key, known: fields)
        }
        self.members = members.filter { $0.value != .null }
    }

    /// A text, if it is there.
    func text(_ field: String) throws -> String? {
        guard let member = self.members.first(where: { $0.key == field }) else { return nil }
        guard case .string(let text) = member.value else { throw Self.wrongType(field) }
        return text
    }

    /// A flag; false when it is not there.
    func flag(_ field: String) throws -> Bool {
        guard let member = self.members.first(where: { $0.key == field }) else { return false }
        guard case .bool(let flag) = member.value else { throw Self.wrongType(field) }
        return flag
    }

    /// A whole number, if it is there.
    func integer(_ field: String) throws -> Int64? {
        guard let member = self.members.first(where: { $0.key == field }) else { return nil }
        guard case .number(let text) = member.value, let number = Int64(text) else { throw Self.wrongType(field) }
        return number
    }

    /// Any value, if it is there.
    func value(_ field: String) -> JSONValue? {
        self.members.first { $0.key == field }?.value
    }

    /// The refusal of a field of another type than it must have.
    static func wrongType(_ field: String) -> Problem {
        RequestFields.wrongType(field, "This has another type.")
    }

    /// A text that has to be there.
    func requiredText(_ field: String) throws -> String {
        guard let text = try self.text(field) else { throw Self.missing(field) }
        return text
    }

    /// A list of texts; empty when it is not there.
    func texts(_ field: String) throws -> [String] {
        guard let value = self.value(field) else { return [] }
        guard case .array(let values) = value else { throw Self.wrongType(field) }
        return try values.map { value in
            guard case .string(let text) = value else { throw Self.wrongType(field) }
            return text
        }
    }

    /// The texts of these fields that are there, by name.
    func texts(of fields: [String]) throws -> [String: String] {
        var texts: [String: String] = [:]
        for field in fields { texts[field] = try self.text(field) }
        return texts
    }

    /// The refusal of a request without a field that it needs.
    static func missing(_ field: String) -> Problem {
        RequestFields.missing(field)
    }
}
