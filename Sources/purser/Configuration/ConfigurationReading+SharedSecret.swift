internal import PurserService

extension ConfigurationReading {
    /// The most secrets of one app: the one that counts, and the one that takes its place.
    private static var maximumSharedSecrets: Int { 2 }

    /// `sharedSecret` of an app: one, or a list of two, of which Apple is asked with the first.
    mutating func sharedSecrets(_ field: DocumentField?) -> [Secret] {
        guard let field else { return [] }
        let example = "sharedSecret: { file: shared-secret.txt }"
        let elements = self.examination.oneOrMore(field)
        guard (1...Self.maximumSharedSecrets).contains(elements.count) else {
            self.examination.note(
                field,
                problem: "has \(elements.count) secrets, and may have one or two",
                remedy: "Write one or, while another takes its place, a list of both."
            )
            return []
        }
        return elements.compactMap { self.sharedSecret($0, example: example) }
    }

    private mutating func sharedSecret(_ field: DocumentField, example: String) -> Secret? {
        guard let value = self.value(field, isSecret: true, example: example) else { return nil }
        // The value itself must not appear in a message, so none of the usual questions is asked.
        guard case .scalar(let text, _) = value.node.content, (1...256).contains(text.utf8.count) else {
            self.examination.note(
                field,
                problem: "must be a text of 1 to 256 bytes",
                remedy: "App Store Connect shows it, under App Information. Write for example: \(example)"
            )
            return nil
        }
        return Secret(text)
    }
}
