package import AppStore

/// The OpenAPI 3.1 document of a list of operations: the contract that the server itself serves.
///
/// What all operations share is added here: how a key is sent, `Idempotency-Key`, the refusals that anybody may meet, and
/// the form of problem documents (RFC 9457).
package struct APIDocument: Sendable {
    /// The version of the interface, which the paths name too.
    package static let version = "1"
    /// What the whole is about.
    static let introduction = """
        Purser keeps the books of an app's In-App Purchases. Bodies are JSON in UTF-8, camel case. Instants are RFC 3339 \
        in UTC with milliseconds; inside Apple's objects they stay as Apple sends them. Money is thousandths of the \
        currency's unit. Every error is a problem document with a stable `code`, a `detail` that says what to do, and \
        the `field` at fault. A key of one app needs no app in the path; a key of all apps, and an operator's, finds \
        every path under `/v1/` again under `/v1/apps/{app}/`. Fields without a value are left out; a client must take fields that it does not know. \
        A parameter or a field that the server does not know is refused, and the nearest that it knows is named.
        """

    /// The operations, in the order of their chapters.
    package let operations: [APIOperation]
    /// The document.
    package let json: JSONValue
    /// What is wrong with the operations; nothing, unless a programmer made a mistake.
    package let flaws: [String]

    /// The document of these operations; `isOpen` says that documents and metrics need no key.
    package init(_ operations: [APIOperation], isOpen: Bool = false) {
        let order = Dictionary(APITag.allCases.enumerated().map { ($1, $0) }) { first, _ in first }
        let sorted = operations.enumerated()
            .sorted { (order[$0.element.tag] ?? 0, $0.offset) < (order[$1.element.tag] ?? 0, $1.offset) }
            .map(\.element)
        self.operations = sorted
        var writer = APIDocumentWriter(isOpen: isOpen)
        self.json = writer.document(sorted)
        self.flaws = writer.flaws
    }
}
