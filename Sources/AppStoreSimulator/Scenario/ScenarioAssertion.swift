public import AppStore

/// One thing that must be so after a step: a field, and its value.
///
/// The path begins with the part it is in: `notification`, `data`, `transaction`, `renewal`, `summary`,
/// `externalPurchaseToken`, `appData` or `appTransaction` of a notification, `version1` for the last post by which
/// version 1 told of it, `delivery` for what became of it, `answer` for what the action answered, `response` for what
/// Apple's interface did, `certificate` for what its OCSP responder says of `leaf` and `intermediate`: `good` or
/// `revoked`. The notification is the last that the step caused, or before it any did; `#2.` in front means the second
/// of the step, `*.` each of them.
///
/// The value `null` means that the field is absent and `"*"` that it has any value. A text that is an instant such as
/// `2026-02-15T09:00:00Z` equals a number of milliseconds, and one such as `$buy.transactionId` refers to a step.
public struct ScenarioAssertion: Hashable, Sendable {
    /// Where.
    public let path: String
    /// What must be there.
    public let value: ScenarioValue

    /// A fact.
    public init(_ path: String, _ value: ScenarioValue) {
        self.path = path
        self.value = value
    }

    /// The parts that a path may begin with.
    static let roots = [
        "notification", "data", "transaction", "renewal", "summary", "externalPurchaseToken", "appData",
        "appTransaction", "version1", "delivery", "answer", "response", "certificate",
    ]

    /// Which notifications of the step it is about, and the names that lead to the field; `nil` when the path is none.
    var parsed: (selector: Selector, names: [String])? {
        var names = self.path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        var selector = Selector.last
        if names.first == "*" {
            selector = .each
            names.removeFirst()
        } else if let first = names.first, first.hasPrefix("#") {
            guard let number = Int(first.dropFirst()), number > 0 else { return nil }
            selector = .number(number)
            names.removeFirst()
        }
        guard names.count > 1 || names == ["response"], Self.roots.contains(names[0]),
            !names.contains(where: \.isEmpty)
        else { return nil }
        return (selector, names)
    }

    /// Which notifications of a step are meant.
    enum Selector: Hashable {
        case last
        case number(Int)
        case each
    }
}

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
