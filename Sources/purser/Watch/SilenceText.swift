import AppStore

/// A silence of alarms as one line for people.
enum SilenceText {
    /// Returns the line.
    static func line(_ silence: JSONValue, in language: Language) -> String {
        let (number, until) = (silence["number"].plain, silence["until"].plain)
        let (by, reason) = (silence["by"].plain, silence["reason"].plain)
        return TextColumns.cell(
            Said(
                "Silence \(number), until \(until), by \(by): \(reason)",
                "静默 \(number)，至 \(until)，\(by)：\(reason)"
            ).text(in: language)
        )
    }
}
