public import AppStore

/// An assertion after a step: a field and its required value.
///
/// The path begins with a part of the step's result: `notification`, `data`, `transaction`, `renewal`, `summary`,
/// `externalPurchaseToken`, `appData`, `unclaimInfo` or `appTransaction` of a notification, `version1` for its last version 1 post,
/// `delivery` for its delivery attempts, `answer` for the result of the action, `response` for the response of Apple's
/// interface, and `certificate` for the OCSP status of `leaf` and `intermediate`: `good` or `revoked`. The notification
/// is the last one that the step caused, or the last one before the step; the prefix `#2.` selects the second one of
/// the step, `*.` every one.
///
/// The value `null` means that the field is absent, and `"*"` that it has any value. A text with an instant such as
/// `2026-02-15T09:00:00Z` equals a number of milliseconds, and one such as `$buy.transactionId` refers to a step.
public struct ScenarioAssertion: Hashable, Sendable {
    /// The path of the field.
    public let path: String
    /// The required value.
    public let value: ScenarioValue

    /// Creates an assertion.
    public init(_ path: String, _ value: ScenarioValue) {
        self.path = path
        self.value = value
    }

    /// The names with which a path may begin.
    static let roots = [
        "notification", "data", "transaction", "renewal", "summary", "externalPurchaseToken", "appData",
        "unclaimInfo", "appTransaction", "version1", "delivery", "answer", "response", "certificate",
    ]

    /// The selected notifications of the step, and the names that lead to the field; `nil` for an invalid path.
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

    /// A selector of notifications of a step.
    enum Selector: Hashable {
        case last
        case number(Int)
        case each
    }
}

/// A JSON value that can be written as a literal, for the assertions and bodies of scenarios.
public struct ScenarioValue: Hashable, Sendable {
    /// The value.
    public let json: JSONValue

    /// Creates a value.
    public init(_ json: JSONValue) {
        self.json = json
    }
}

extension ScenarioValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) {
        self.init(.null)
    }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) {
        self.init(.bool(value))
    }

    /// Creates a whole number.
    public init(integerLiteral value: Int64) {
        self.init(.number("\(value)"))
    }

    /// Creates a text.
    public init(stringLiteral value: String) {
        self.init(.string(value))
    }

    /// Creates an array.
    public init(arrayLiteral elements: ScenarioValue...) {
        self.init(.array(elements.map(\.json)))
    }

    /// Creates an object, with its members in the given order.
    public init(dictionaryLiteral elements: (String, ScenarioValue)...) {
        self.init(.object(elements.map { JSONMember(key: $0.0, value: $0.1.json) }))
    }
}
