internal import PurserService

extension ConfigurationReading {
    /// `sharedSecret` of an app.
    mutating func sharedSecret(_ field: DocumentField?) -> Secret? {
        let example = "sharedSecret: { file: shared-secret.txt }"
        guard let field, let value = self.value(field, isSecret: true, example: example) else { return nil }
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
