import AppStore
import ArgumentParser
import Foundation

/// An address on the command line.
enum WebAddress {
    /// Throws an error for a text that is not an http or https address, with a suggestion.
    static func require(_ text: String, option: String, example: String) throws {
        if Self.isComplete(text) { return }
        let guess = "http://" + text
        let remedy =
            if !text.contains("://"), !text.contains(" "), Self.isComplete(guess) {
                "the scheme is missing. Did you mean \(guess)?"
            } else {
                "use an http or https address, for example \(example)"
            }
        throw ValidationError("\(option) \(text): \(remedy)")
    }

    private static func isComplete(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme?.lowercased() else { return false }
        return (scheme == "http" || scheme == "https") && url.host()?.isEmpty == false
    }
}

/// An option with a fixed set of values.
enum ChoiceOption {
    /// Returns the error for another value, with the known values and the most similar of them.
    static func mistake(_ option: String, _ word: String, known: [String]) -> ValidationError {
        let remedy = Spelling.meant(by: word, among: known).map { " Did you mean \($0)?" } ?? ""
        return ValidationError("\(option) \(word): known are \(known.joined(separator: ", ")).\(remedy)")
    }
}
