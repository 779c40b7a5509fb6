import AppStore
import ArgumentParser

/// An option whose value is one of some words.
enum WordOption {
    /// The refusal of another word, with those that there are and the nearest of them.
    static func mistake(_ option: String, _ word: String, known: [String]) -> ValidationError {
        let remedy = Spelling.meant(by: word, among: known).map { " Did you mean \($0)?" } ?? ""
        return ValidationError("\(option) \(word): known are \(known.joined(separator: ", ")).\(remedy)")
    }
}
