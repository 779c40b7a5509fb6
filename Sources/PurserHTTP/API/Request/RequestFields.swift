import AppStore
import Foundation
import HTTPTypes
import Ledger

/// The fields of a JSON object in a request, read strictly: an unknown field is a mistake and is named.
struct RequestFields {
    private let members: [JSONMember]

    /// Reads a body that has no other fields than these; an empty one has none.
    init(json: [UInt8], fields: [String]) throws {
        try self.init(members: json.isEmpty ? [] : Self.members(json: json), fields: fields, path: "")
    }

    /// The members of the object that a body is; a body of no bytes is none.
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

    /// The members of an object, which must have no other names than these.
    init(members: [JSONMember], fields: [String], path: String) throws {
        for member in members where !fields.contains(member.key) {
            throw Self.unknown(member.key, known: fields, path: path)
        }
        self.members = members
    }

    // MARK: Values

    /// The value of a field, `null` included.
    subscript(_ field: String) -> JSONValue? { self.members.first { $0.key == field }?.value }

    /// Returns the value of a field; `nil` where it is not there or `null`.
    func value(_ field: String) -> JSONValue? {
        guard let value = self[field], value != .null else { return nil }
        return value
    }

    /// Returns a text, if it is there: as it is, or with a limit one of at most so many bytes without control
    /// characters.
    func text(_ field: String, upTo limit: Int? = nil) throws -> String? {
        guard let value = self.value(field) else { return nil }
        guard case .string(let text) = value else { throw Self.wrongType(field, "This must be a string.") }
        if let limit { try Self.check(text, field: field, upTo: limit) }
        return text
    }

    /// Returns a text, which must be there.
    func required(_ field: String, upTo limit: Int? = nil) throws -> String {
        guard let text = try self.text(field, upTo: limit) else { throw Self.missing(field) }
        return text
    }

    /// Returns a list of texts; an empty one when it is not there.
    func texts(_ field: String) throws -> [String] {
        guard let value = self.value(field) else { return [] }
        guard case .array(let elements) = value else {
            throw Self.wrongType(field, "This must be a list of strings.")
        }
        return try elements.map { element in
            guard case .string(let text) = element else {
                throw Self.wrongType(field, "This must be a list of strings.")
            }
            return text
        }
    }

    /// A flag; false when it is not there.
    func flag(_ field: String) throws -> Bool {
        guard let value = self.value(field) else { return false }
        guard case .bool(let flag) = value else { throw Self.wrongType(field, "This must be true or false.") }
        return flag
    }

    /// Returns a whole number, if it is there.
    func integer(_ field: String) throws -> Int64? {
        guard let value = self.value(field) else { return nil }
        guard case .number(let text) = value, let number = Int64(text) else {
            throw Self.wrongType(field, "This must be a whole number.")
        }
        return number
    }

    /// An instant, if it is there.
    func instant(_ field: String) throws -> Instant? {
        guard let text = try self.text(field, upTo: 64) else { return nil }
        return try Self.instant(text, field: field)
    }

    /// The instant that a text spells.
    static func instant(_ text: String, field: String) throws -> Instant {
        let styles = [
            Date.ISO8601FormatStyle(includingFractionalSeconds: true),
            Date.ISO8601FormatStyle(includingFractionalSeconds: false),
        ]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first,
            let whole = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded())
        else {
            throw Self.invalid(field, "Write an instant by RFC 3339: 2026-03-01T12:00:00.000Z.")
        }
        return Instant(milliseconds: whole)
    }

    /// The day that a text spells.
    static func day(_ text: String, field: String) throws -> PacificDay {
        guard let day = PacificDay(text: text) else { throw Self.invalid(field, "Write a day as 2026-03-01.") }
        return day
    }

    /// A customer's id, which must be there.
    func customer(_ field: String) throws -> CustomerID {
        guard let value = self.value(field) else { throw Self.missing(field) }
        guard case .string(let text) = value, let customer = CustomerID(text) else {
            throw CustomerParameter.invalid(field: field)
        }
        return customer
    }

    // MARK: Refusals

    /// Refuses a text that is empty, too long or has control characters.
    static func check(_ text: String, field: String, upTo limit: Int) throws {
        let isPlain = !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isPlain, (1...limit).contains(text.utf8.count) else {
            throw Self.invalid(field, "This has 1 to \(limit) bytes of UTF-8 and no control characters.")
        }
    }

    /// The refusal of an unknown field, with the names of those that are read.
    static func unknown(_ field: String, known: [String], path: String = "") -> Problem {
        Self.unknown(field, "field", of: "body", known: known, path: path, code: "field_unknown")
    }

    /// The refusal of an unknown name: which kind of name it is, of what, and which are known there.
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
            ? "This \(whole) takes none."
            : Spelling.meant(by: name, among: known).map { "Did you mean \($0)?" }
                ?? "Use \(known.joined(separator: ", "))."
        return Problem(
            .unprocessableContent,
            code: code,
            "There is no \(kind) of this name here. \(remedy)",
            field: path + String(name.prefix(64))
        )
    }

    /// The refusal of a field that is not there.
    static func missing(_ field: String) -> Problem {
        Problem(.unprocessableContent, code: "field_missing", "The body needs this field.", field: field)
    }

    /// The refusal of a field of another type.
    static func wrongType(_ field: String, _ detail: String = "This has another type.") -> Problem {
        Problem(.unprocessableContent, code: "field_wrong_type", detail, field: field)
    }

    /// The refusal of a word that is none of those that a field takes.
    static func choice(_ field: String, _ word: String, known: [String]) -> Problem {
        Self.invalid(field, Spelling.choice(word, among: known))
    }

    /// The refusal of a field whose value cannot be.
    static func invalid(_ field: String, _ detail: String) -> Problem {
        Problem(.unprocessableContent, code: "field_invalid", detail, field: field)
    }
}
