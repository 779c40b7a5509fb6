import AppStore
import Foundation
import HTTPTypes
import PurserHTTP

/// Holds what the server answers against what its description promises.
enum APIContract {
    private static let document = APIDocument(PurserRouter.operations).json

    /// What is wrong with an answer; nothing, if it is as the description says or if no operation has such an address.
    static func flaws(
        _ method: HTTPRequest.Method,
        _ target: String,
        _ exchange: TestServer.TestResponse
    ) -> [String] {
        let path = target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let operations = PurserRouter.operations.filter { operation in
            operation.method.rawValue.uppercased() == method.rawValue && Self.matches(operation.path, path)
        }
        // A fixed part of a path comes before a part that is data, as in the router.
        guard let operation = operations.min(by: { Self.blanks($0.path) < Self.blanks($1.path) }) else { return [] }
        let place = "\(operation.id) answered \(exchange.status.code)"
        let answers = operation.answers.filter { $0.status == exchange.status.code }
        let mediaType = exchange.headers[.contentType].map { $0.prefix { $0 != ";" } }.map(String.init)
        if mediaType == "application/problem+json" {
            let promised = Self.document["paths"]?[operation.path]?[operation.method.rawValue]?["responses"]
            let status = String(exchange.status.code)
            guard promised?[status] != nil, let code = exchange.code else {
                return ["\(place) (\(exchange.code ?? "")), which is not described"]
            }
            // A code is not promised with another status than the one that it comes with.
            guard case .object(let responses)? = promised else { return [] }
            let promises = responses.filter { response in
                guard case .string(let text)? = response.value["description"] else { return false }
                return text.contains("`\(code)`")
            }.map(\.key)
            return promises.isEmpty || promises.contains(status)
                ? [] : ["\(place) with \(code), which is described for \(promises)"]
        }
        guard !answers.isEmpty else { return ["\(place), which is not described"] }
        guard let answer = answers.first(where: { $0.mediaType == mediaType || $0.mediaType == nil }) else {
            return ["\(place) with \(mediaType ?? "nothing"), which is not described"]
        }
        guard answer.mediaType == "application/json" else { return [] }
        guard let body = exchange.body else { return ["\(place) with what is no JSON"] }
        return Self.flaws(body, answer.schema, at: "").map { "\(place): \($0)" }
    }

    private static func blanks(_ template: String) -> Int { template.split(separator: "{").count }

    private static func matches(_ template: String, _ path: [Substring]) -> Bool {
        let parts = template.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == path.count
            && zip(parts, path).allSatisfy { part, given in part == given || (part.hasPrefix("{") && !given.isEmpty) }
    }

    /// What keeps a value from having a form; an object has no fields but its own.
    static func flaws(_ value: JSONValue, _ schema: APISchema, at place: String) -> [String] {
        switch (schema, value) {
        case (.anything, _), (.boolean, .bool), (.number, .number), (.openObject, .object), (.reference, _): return []
        case (.named(_, let form), _): return Self.flaws(value, form, at: place)
        case (.nullable, .null): return []
        case (.nullable(let form), _): return Self.flaws(value, form, at: place)
        case (.oneOf(let forms), _):
            let all = forms.map { Self.flaws(value, $0, at: place) }
            return all.contains([]) ? [] : all.first ?? []
        case (.string(let pattern, _, let length), .string(let text)):
            if let length, !length.contains(text.unicodeScalars.count) { return ["\(place) has a wrong length"] }
            if let pattern, text.range(of: pattern, options: .regularExpression) == nil {
                return ["\(place) is not of the form \(pattern): \(text)"]
            }
            return []
        case (.enumeration(let words), .string(let text)):
            return words.contains(text) ? [] : ["\(place) is \(text), none of \(words)"]
        case (.integer(let range), .number(let text)):
            guard let number = Int64(text) else { return ["\(place) is \(text), no whole number"] }
            return range?.contains(number) ?? true ? [] : ["\(place) is \(text), out of bounds"]
        case (.array(let element, let count), .array(let values)):
            if let count, !count.contains(values.count) { return ["\(place) has \(values.count) elements"] }
            return values.enumerated().flatMap { Self.flaws($1, element, at: "\(place)[\($0)]") }
        case (.map(let form), .object(let members)):
            return members.flatMap { Self.flaws($0.value, form, at: "\(place).\($0.key)") }
        case (.record(let properties), .object(let members)):
            let known = members.flatMap { member -> [String] in
                guard let property = properties.first(where: { $0.name == member.key }) else {
                    return ["\(place).\(member.key) is not described"]
                }
                return Self.flaws(member.value, property.schema, at: "\(place).\(member.key)")
            }
            let missing = properties.filter { property in
                property.isRequired && !members.contains { $0.key == property.name }
            }
            return known + missing.map { "\(place).\($0.name) is missing" }
        default: return ["\(place) is of another type than described"]
        }
    }
}
