import AppStore

extension OperatorRequest {
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
