public import AppStore

/// A JSON value that can be written as a literal, for the facts and bodies of scenarios.
public struct ScenarioValue: Hashable, Sendable {
    /// The value.
    public let json: JSONValue

    /// A value.
    public init(_ json: JSONValue) {
        self.json = json
    }
}

extension ScenarioValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) {
        self.init(.null)
    }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self.init(.bool(value))
    }

    /// A whole number.
    public init(integerLiteral value: Int64) {
        self.init(.number("\(value)"))
    }

    /// A text.
    public init(stringLiteral value: String) {
        self.init(.string(value))
    }

    /// An array.
    public init(arrayLiteral elements: ScenarioValue...) {
        self.init(.array(elements.map(\.json)))
    }

    /// An object, its members in the order given.
    public init(dictionaryLiteral elements: (String, ScenarioValue)...) {
        self.init(.object(elements.map { JSONMember(key: $0.0, value: $0.1.json) }))
    }
}
