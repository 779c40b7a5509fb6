import HTTPTypes

/// The `Idempotency-Key` header: a name that a sender gives to a request, so that it is done once however often it comes.
enum IdempotencyKey {
    /// The header.
    static let name = HTTPField.Name("Idempotency-Key")
    /// The header of an answer that was given before.
    static let replayed = HTTPField.Name("Idempotency-Replayed")
    /// The longest key in characters.
    static let maximumLength = 255

    /// The methods that change something.
    static func isWrite(_ method: HTTPRequest.Method) -> Bool {
        method == .post || method == .put || method == .patch || method == .delete
    }

    /// The key of a request, if it has one.
    static func of(_ headers: HTTPFields) throws -> String? {
        guard let name, let value = headers[name] else { return nil }
        guard (1...Self.maximumLength).contains(value.utf8.count),
            value.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Problem(
                .badRequest,
                code: "idempotency_key_invalid",
                "Use 1 to \(Self.maximumLength) visible characters of ASCII, best a UUID.",
                field: "Idempotency-Key"
            )
        }
        return value
    }
}
