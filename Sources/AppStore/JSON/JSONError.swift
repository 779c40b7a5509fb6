/// Why a JSON text was refused, and where.
///
/// It never carries an excerpt of the text: payloads name customers, and errors end up in logs.
public struct JSONError: Error, Hashable, Sendable {
    /// Which rule the text breaks.
    public let code: Code
    /// Where the rule is broken, in bytes from the start of the text.
    public let offset: Int
    /// The known fields that lead to the place, outermost first and joined by dots: `data.status`; empty at the top.
    ///
    /// Only names of Apple's vocabulary appear in it, never a key that somebody else chose.
    public private(set) var path: String

    /// An error at a byte offset.
    public init(_ code: Code, offset: Int, path: String = "") {
        self.code = code
        self.offset = offset
        self.path = path
    }

    /// Whether the text is well-formed JSON up to here, and only a value is not what its field takes.
    var isAboutForm: Bool { self.code == .wrongType || self.code == .numberOutOfRange }

    /// The same error, seen from the object that holds the field.
    func inside(_ name: StaticString) -> JSONError {
        var error = self
        error.path = self.path.isEmpty ? "\(name)" : "\(name).\(self.path)"
        return error
    }
}

extension JSONError {
    /// The rules a JSON text can break; the raw values are stable and fit for metrics.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The text is not JSON as RFC 8259 defines it.
        case invalid = "json_invalid"
        /// A string holds bytes that are not UTF-8.
        case notUTF8 = "json_not_utf8"
        /// An object has two members whose names are equal once their escapes are decoded.
        case duplicateKey = "json_duplicate_key"
        /// Arrays and objects nest deeper than `JSONReader.maximumDepth`.
        case tooDeep = "json_too_deep"
        /// There are more members and elements than `JSONReader.maximumNodes`.
        case tooManyNodes = "json_too_many_nodes"
        /// A value has another type than its field.
        case wrongType = "json_wrong_type"
        /// A number does not fit the width of its field.
        case numberOutOfRange = "json_number_out_of_range"
    }
}

extension JSONError: CustomStringConvertible {
    /// The code and the place.
    public var description: String {
        let place = self.path.isEmpty ? "" : " in \(self.path)"
        return "\(self.code.rawValue) at byte \(self.offset)\(place)"
    }
}
