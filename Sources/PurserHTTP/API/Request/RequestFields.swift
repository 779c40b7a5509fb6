import AppStore
import Foundation
import HTTPTypes
import Ledger

/// The fields of a JSON object in a request.
///
/// Unknown fields are errors.
struct RequestFields {
    private let members: [JSONMember]

    /// Reads a body that may have only these fields; an empty body has none.
    init(json: [UInt8], fields: [String]) throws {
        try self.init(members: json.isEmpty ? [] : Self.members(json: json), fields: fields, path: "")
    }

    /// Returns the members of the object in a body; none for an empty body.
    static func members(json: [UInt8]) throws -> [JSONMember] {
        let value: JSONValue
        do {
            value = try JSONValue(json: json)
        } catch {
            throw Problem(
                .badRequest,
                code: error.code.rawValue,
                "The body is not valid JSON (at byte \(error.offset))."
            )
        }
        guard case .object(let members) = value else {
            throw Problem(.badRequest, code: "json_wrong_type", "The body must be a JSON object.")
        }
        return members
    }

    /// Creates the fields of an object whose members may have only these names.
    init(members: [JSONMember], fields: [String], path: String) throws {
        for member in members where !fields.contains(member.key) {
            throw Self.unknown(member.key, known: fields, path: path)
        }
        self.members = members
    }

    // MARK: Values

    /// Returns the value of a field, including `null`.
    subscript(_ field: String) -> JSONValue? { self.members.first { $0.key == field }?.value }

    /// Returns the value of a field; `nil` if it is absent or `null`.
    func value(_ field: String) -> JSONValue? {
        guard let value = self[field], value != .null else { return nil }
        return value
    }

    /// Returns a text, if present.
    ///
    /// With a limit, the text may have at most so many bytes and no control characters.
    func text(_ field: String, upTo limit: Int? = nil) throws -> String? {
        guard let value = self.value(field) else { return nil }
        guard case .string(let text) = value else { throw Self.wrongType(field, "This must be a string.") }
        if let limit { try Self.check(text, field: field, upTo: limit) }
        return text
    }

    /// Returns a required text.
    func required(_ field: String, upTo limit: Int? = nil) throws -> String {
        guard let text = try self.text(field, upTo: limit) else { throw Self.missing(field) }
        return text
    }

    /// Returns an array of texts; an empty one if absent.
    func texts(_ field: String) throws -> [String] {
        guard let value = self.value(field) else { return [] }
        guard case .array(let elements) = value else {
            throw Self.wrongType(field, "This must be an array of strings.")
        }
        return try elements.map { element in
            guard case .string(let text) = element else {
                throw Self.wrongType(field, "This must be an array of strings.")
            }
            return text
        }
    }

    /// Returns a Boolean value; false if absent.
    func flag(_ field: String) throws -> Bool {
        guard let value = self.value(field) else { return false }
        guard case .bool(let flag) = value else { throw Self.wrongType(field, "This must be true or false.") }
        return flag
    }

    /// Returns an integer, if present.
    func integer(_ field: String) throws -> Int64? {
        guard let value = self.value(field) else { return nil }
        guard case .number(let text) = value, let number = Int64(text) else {
            throw Self.wrongType(field, "This must be an integer.")
        }
        return number
    }

    /// Returns an instant, if present.
    func instant(_ field: String) throws -> Instant? {
        guard let text = try self.text(field, upTo: 64) else { return nil }
        return try Self.instant(text, field: field)
    }

    /// Returns the instant of a text.
    static func instant(_ text: String, field: String) throws -> Instant {
        let styles = [
            Date.ISO8601FormatStyle(includingFractionalSeconds: true),
            Date.ISO8601FormatStyle(includingFractionalSeconds: false),
        ]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first,
            let whole = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
        else {
            throw Self.invalid(field, "Use an instant of RFC 3339: 2026-03-01T12:00:00.000Z.")
        }
        return Instant(milliseconds: whole)
    }

    /// Returns the day of a text.
    static func day(_ text: String, field: String) throws -> PacificDay {
        guard let day = PacificDay(text: text) else { throw Self.invalid(field, "Use a day in the form 2026-03-01.") }
        return day
    }

    /// Returns a required customer id.
    func customer(_ field: String) throws -> CustomerID {
        guard let value = self.value(field) else { throw Self.missing(field) }
        guard case .string(let text) = value, let customer = CustomerID(text) else {
            throw CustomerParameter.invalid(field: field)
        }
        return customer
    }

    // MARK: Errors

    /// Throws an error for a text that is empty, too long or has control characters.
    static func check(_ text: String, field: String, upTo limit: Int) throws {
        let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isPlain, (1...limit).contains(text.utf8.count) else {
            throw Self.invalid(field, "This must have 1 to \(limit) bytes of UTF-8 and no control characters.")
        }
    }

    /// Returns the error for an unknown field, with the names of the known ones.
    static func unknown(_ field: String, known: [String], path: String = "") -> Problem {
        Self.unknown(field, "field", of: "body", known: known, path: path, code: "field_unknown")
    }

    /// Returns the error for an unknown name: its kind, the whole that it belongs to, and the known names.
    static func unknown(
        _ name: String,
        _ kind: String,
        of whole: String,
        known: [String],
        path: String = "",
        code: String
    ) -> Problem {
        let remedy =
            known.isEmpty
            ? "This \(whole) has none."
            : Spelling.meant(by: name, among: known).map { "Did you mean \($0)?" }
                ?? "Use \(known.joined(separator: ", "))."
        return Problem(
            .unprocessableContent,
            code: code,
            "There is no \(kind) of this name here. \(remedy)",
            field: path + String(name.prefix(64))
        )
    }

    /// Returns the error for a missing field.
    static func missing(_ field: String) -> Problem {
        Problem(.unprocessableContent, code: "field_missing", "The body requires this field.", field: field)
    }

    /// Returns the error for a field of the wrong type.
    static func wrongType(_ field: String, _ detail: String = "This has the wrong type.") -> Problem {
        Problem(.unprocessableContent, code: "field_wrong_type", detail, field: field)
    }

    /// Returns the error for a value that is none of the accepted ones.
    static func choice(_ field: String, _ word: String, known: [String]) -> Problem {
        Self.invalid(field, Spelling.choice(word, among: known))
    }

    /// Returns the error for a field with an invalid value.
    static func invalid(_ field: String, _ detail: String) -> Problem {
        Problem(.unprocessableContent, code: "field_invalid", detail, field: field)
    }
}
