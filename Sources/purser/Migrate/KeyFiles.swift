import Foundation
import PurserService

/// The files of secrets that lie beside the books and are not in them.
///
/// A server on PostgreSQL looks for them at another place. Without the one for webhooks every receiver would need a new
/// secret.
struct KeyFiles {
    /// What each file's name adds to the place beside which it lies, and what is in it.
    private static let kinds = [
        (suffix: ".webhook-key", words: "the key of webhook secrets"),
        (suffix: ".pass-keys", words: "the keys of passes"),
    ]
    /// More than any of them ever has.
    private static let limitBytes = 1 << 20

    private let source: String
    private let target: String
    /// What was done, in a sentence for each file.
    private(set) var lines: [String] = []

    /// Copies the files from beside one place to beside another, where they are not there yet.
    init(from source: String, to target: String) {
        self.source = source
        self.target = target
        for kind in Self.kinds {
            if let line = self.copy(kind.suffix, kind.words) { self.lines.append(line) }
        }
    }

    private func copy(_ suffix: String, _ words: String) -> String? {
        let from = self.source + suffix
        let to = self.target + suffix
        do throws(SecretFile.Trouble) {
            guard let bytes = try SecretFile(path: from).read(limitBytes: Self.limitBytes) else { return nil }
            if let there = try SecretFile(path: to).read(limitBytes: Self.limitBytes) {
                guard there != bytes else { return nil }
                return "\(to) is there already and is another than \(from): see that it is the right one (\(words))."
            }
            try SecretFile(path: to).write(bytes)
            return "Copied \(words): \(to)"
        } catch {
            return "Copy \(words) yourself before the server starts: cp -p \(ShellWord(from)) \(ShellWord(to))"
        }
    }
}
