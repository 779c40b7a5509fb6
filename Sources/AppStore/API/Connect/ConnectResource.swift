/// One resource of a JSON:API document, with those that came along with it.
///
/// Members that nobody asks for pass; a member that is asked for and has another form makes the answer unreadable.
struct ConnectResource: Sendable {
    /// The longest id, in bytes.
    static let longestID = 1024

    /// Apple's id.
    let id: String
    private let value: JSONValue
    private let included: [String: JSONValue]

    /// A resource of a document.
    ///
    /// - Parameters:
    ///   - value: The resource's object.
    ///   - included: The document's other resources, by their type, a slash and their id.
    /// - Throws: ``ConnectError/unreadable`` without an id.
    init(_ value: JSONValue, included: [String: JSONValue] = [:]) throws(ConnectError) {
        guard case .string(let id)? = value["id"], (1...Self.longestID).contains(id.utf8.count) else {
            throw .unreadable
        }
        self.id = id
        self.value = value
        self.included = included
    }

    /// The resource of a document that has one.
    init(document body: [UInt8]) throws(ConnectError) {
        let root = try Self.document(body)
        guard let data = root["data"] else { throw .unreadable }
        try self.init(data, included: Self.included(in: root))
    }

    /// The JSON of a document that is no error's.
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

    /// The resources that came along, by their type, a slash and their id.
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

    /// An attribute's text; `nil` when there is none.
    func text(_ name: String) throws(ConnectError) -> String? {
        switch self.value["attributes"]?[name] {
        case .string(let text)?: return text
        case nil, .null?: return nil
        default: throw .unreadable
        }
    }

    /// An attribute that is true or false; `nil` when there is none.
    func flag(_ name: String) throws(ConnectError) -> Bool? {
        switch self.value["attributes"]?[name] {
        case .bool(let flag)?: return flag
        case nil, .null?: return nil
        default: throw .unreadable
        }
    }

    /// An attribute that is an amount, in thousandths; `nil` when there is none.
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

    /// An attribute that is a day; `nil` when there is none.
    func date(_ name: String) throws(ConnectError) -> ReportDate? {
        guard let text = try self.text(name) else { return nil }
        guard let date = ReportDate(reported: text) else { throw .unreadable }
        return date
    }

    /// The id of the resource that this one is related to; `nil` when the document does not say.
    func relatedID(_ name: String) -> String? {
        guard case .string(let id)? = self.value["relationships"]?[name]?["data"]?["id"] else { return nil }
        return id
    }

    /// The resource that this one is related to; `nil` when it did not come along.
    func related(_ name: String) throws(ConnectError) -> ConnectResource? {
        guard let reference = self.value["relationships"]?[name]?["data"], let key = Self.name(of: reference),
            let value = self.included[key]
        else { return nil }
        return try ConnectResource(value, included: self.included)
    }
}
