/// What a value may be, in the part of JSON Schema that this API needs.
package indirect enum APISchema: Hashable, Sendable {
    /// Anything.
    case anything
    /// Text; `length` counts characters, `pattern` is anchored.
    case string(pattern: String? = nil, format: String? = nil, length: ClosedRange<Int>? = nil)
    /// One of these words.
    case words([String])
    /// A whole number.
    case integer(ClosedRange<Int64>? = nil)
    /// A number, with or without a fraction.
    case number
    /// `true` or `false`.
    case boolean
    /// A list.
    case array(of: APISchema, count: ClosedRange<Int>? = nil)
    /// An object with these members; requests that have others are refused.
    case record([APIProperty])
    /// An object whose keys are data, with values of one form.
    case map(of: APISchema)
    /// The value, or `null`.
    case nullable(APISchema)
    /// One of several forms.
    case oneOf([APISchema])
    /// A form that many places share, by its name in the document.
    case named(String, APISchema)
    /// A form that contains itself, by the name it has in the document.
    case reference(String)
    /// Any JSON object: what is Apple's own, passed on as it is.
    case openObject

    /// An object with these members; requests that have others are refused.
    package static func object(_ properties: APIProperty...) -> Self { .record(properties) }

    /// One of these words.
    package static func words(_ words: String...) -> Self { .words(words) }
}
