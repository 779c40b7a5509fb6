/// The reason why a JSON text was refused, and the position.
///
/// The error never contains an excerpt of the text, because payloads identify customers and errors are written to logs.
public struct JSONError: Error, Hashable, Sendable {
    /// The rule that the text violates.
    public let code: Code
    /// The position of the violation, in bytes from the start of the text.
    public let offset: Int
    /// The names of the known fields that lead to the position, outermost first and joined by dots, such as
    /// `data.status`; empty at the top level.
    ///
    /// The path contains only field names that Apple documents, never a key from the text.
    public private(set) var path: String

    /// Creates an error at a byte offset.
    public init(_ code: Code, offset: Int, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
    }

    /// Whether the text is well-formed JSON up to the position and only a value does not fit its field.
    var isAboutForm: Bool { self.code == .wrongType || self.code == .numberOutOfRange }

    /// Returns the same error with the name of the enclosing field added to its path.
    func inside(_ name: StaticString) -> JSONError {
        var error = self
        error.path = self.path.isEmpty ? "\(name)" : "\(name).\(self.path)"
        return error
    }
}

extension JSONError {
    /// The rules that a JSON text can violate; the raw values are stable and suitable for metrics.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is not JSON as RFC 8259 defines it.
        case invalid = "json_invalid"
        /// A string contains bytes that are not UTF-8.
        case notUTF8 = "json_not_utf8"
        /// An object has two members whose names are equal after their escapes are decoded.
        case duplicateKey = "json_duplicate_key"
        /// Arrays and objects nest deeper than `JSONReader.maximumDepth`.
        case tooDeep = "json_too_deep"
        /// The text has more members and elements than `JSONReader.maximumNodes`.
        case tooManyNodes = "json_too_many_nodes"
        /// A value has another type than its field.
        case wrongType = "json_wrong_type"
        /// A number does not fit the width of its field.
        case numberOutOfRange = "json_number_out_of_range"
    }
}

extension JSONError: CustomStringConvertible {
    /// The code and the position.
    public var description: String {
        let place = self.path.isEmpty ? "" : " in \(self.path)"
        return "\(self.code.rawValue) at byte \(self.offset)\(place)"
    }
}
