/// A resource of a JSON:API document, with the resources that the document includes.
///
/// Unknown members are ignored. A member that the library reads and that has another form makes the response
/// unreadable.
struct ConnectResource: Sendable {
    /// The maximum length of an identifier, in bytes.
    static let longestID = 1024

    /// The identifier in App Store Connect.
    let id: String
    private let value: JSONValue
    private let included: [String: JSONValue]

    /// Decodes a resource of a document.
    ///
    /// - Parameters:
    ///   - value: The resource's object.
    ///   - included: The document's included resources, keyed by type, a slash, and identifier.
    /// - Throws: ``ConnectError/unreadable`` if it has no identifier.
    init(_ value: JSONValue, included: [String: JSONValue] = [:]) throws(ConnectError) {
        guard case .string(let id)? = value["id"], (1...Self.longestID).contains(id.utf8.count) else {
            throw .unreadable
        }
        self.id = id
        self.value = value
        self.included = included
    }

    /// Decodes the resource of a document that contains one.
    init(document body: [UInt8]) throws(ConnectError) {
        let root = try Self.document(body)
        guard let data = root["data"] else { throw .unreadable }
        try self.init(data, included: Self.included(in: root))
    }

    /// Decodes a document that is not an error.
    static func document(_ body: [UInt8]) throws(ConnectError) -> JSONValue {
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONValue(json: body, maximumNodes: JSONReader.maximumTrustedNodes)
        } catch {
            throw .unreadable
        }
        guard root["errors"] == nil else { throw .unreadable }
        return root
    }

    /// Returns the included resources, keyed by type, a slash, and identifier.
    static func included(in root: JSONValue) -> [String: JSONValue] {
        guard case .array(let values)? = root["included"] else { return [:] }
        var included: [String: JSONValue] = [:]
        for value in values {
            guard let name = Self.name(of: value) else { continue }
            included[name] = value
        }
        return included
    }

    private static func name(of value: JSONValue) -> String? {
        guard case .string(let type)? = value["type"], case .string(let id)? = value["id"] else { return nil }
        return type + "/" + id
    }

    /// Returns a text attribute, or `nil` if there is none.
    func text(_ name: String) throws(ConnectError) -> String? {
        switch self.value["attributes"]?[name] {
        case .string(let text)?: return text
        case nil, .null?: return nil
        default: throw .unreadable
        }
    }

    /// Returns a Boolean attribute, or `nil` if there is none.
    func flag(_ name: String) throws(ConnectError) -> Bool? {
        switch self.value["attributes"]?[name] {
        case .bool(let flag)?: return flag
        case nil, .null?: return nil
        default: throw .unreadable
        }
    }

    /// Returns an attribute that is an amount, in thousandths of the currency unit, or `nil` if there is none.
    func milliunits(_ name: String) throws(ConnectError) -> Int64? {
        let text: String
        switch self.value["attributes"]?[name] {
        case .string(let spelling)?, .number(let spelling)?: text = spelling
        case nil, .null?: return nil
        default: throw .unreadable
        }
        guard let amount = ReportDecimal.thousandths(text) else { throw .unreadable }
        return amount
    }

    /// Returns an attribute that is a date, or `nil` if there is none.
    func date(_ name: String) throws(ConnectError) -> ReportDate? {
        guard let text = try self.text(name) else { return nil }
        guard let date = ReportDate(reported: text) else { throw .unreadable }
        return date
    }

    /// Returns the identifier of a related resource, or `nil` if the document does not state it.
    func relatedID(_ name: String) -> String? {
        guard case .string(let id)? = self.value["relationships"]?[name]?["data"]?["id"] else { return nil }
        return id
    }

    /// Returns a related resource, or `nil` if the document does not include it.
    func related(_ name: String) throws(ConnectError) -> ConnectResource? {
        guard let reference = self.value["relationships"]?[name]?["data"], let key = Self.name(of: reference),
            let value = self.included[key]
        else { return nil }
        return try ConnectResource(value, included: self.included)
    }
}
