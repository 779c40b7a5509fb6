/// A file of messages for players in one language.
///
///     language: fr
///     messages:
///       recovered: "Votre achat est retrouvé : {product}."
package struct PlayerMessageFile: Hashable, Sendable {
    /// The maximum length of a message in bytes.
    private static let maximumBytes = 500

    /// The language tag (BCP 47).
    package let language: String
    /// The messages; missing ones are shown in English.
    package let messages: [PlayerMessage: String]

    /// Reads messages from bytes; `file` is the name for error messages.
    package init(bytes: [UInt8], file: String) throws(ValidationIssues) {
        let document = try DocumentReader.read(bytes, file: file)
        var validation = Validation(file: file)
        let example = "language: fr"
        var language = ""
        var messages: [PlayerMessage: String] = [:]
        let known = PlayerMessage.allCases.map(\.rawValue)
        let root = validation.map(
            DocumentField(document: document),
            known: ["language", "messages"],
            example: example
        )
        if let root, let field = validation.required("language", in: root, example: example),
            let text = validation.string(field, example: example)
        {
            language = text
            if !Self.isTag(text) {
                validation.refuse(field, expected: "a language tag of BCP 47", example: example)
            }
        }
        let usual = "messages: { \(known[0]): \"...\" }"
        if let root, let field = validation.required("messages", in: root, example: usual),
            let fields = validation.map(field, known: known, example: usual)
        {
            for (key, field) in fields.all {
                let example = "\(key): \"...\""
                guard let sentence = PlayerMessage(rawValue: key),
                    let text = validation.string(field, example: example)
                else { continue }
                if text.isEmpty || text.utf8.count > Self.maximumBytes {
                    validation.refuse(field, expected: "1 to \(Self.maximumBytes) bytes", example: example)
                } else if sentence.isAboutPurchase != text.contains(PlayerMessage.productPlaceholder) {
                    validation.note(
                        field,
                        problem: sentence.isAboutPurchase ? "does not name the product" : "is not about a product",
                        remedy: (sentence.isAboutPurchase ? "Write " : "Remove ") + PlayerMessage.productPlaceholder
                            + "."
                    )
                }
                messages[sentence] = text
            }
        }
        try validation.conclude()
        self.language = language
        self.messages = messages
    }

    /// Returns whether a text has the form of a language tag: parts of 1 to 8 letters and digits, separated by hyphens.
    private static func isTag(_ text: String) -> Bool {
        guard (2...35).contains(text.utf8.count) else { return false }
        return text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
            (1...8).contains(part.utf8.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }
}
