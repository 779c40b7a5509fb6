import Foundation
import PurserService

/// The file of the key that lies beside the books and is not in them.
///
/// A server on PostgreSQL looks for it at another place. Without it every receiver of webhooks would need a new secret.
struct KeyFile {
    private static let suffix = ".webhook-key"
    private static let words = "the key of webhook secrets"
    /// More than it ever has.
    private static let limitBytes = 1 << 10

    /// What was done, in a sentence; `nil` where there was nothing to do.
    let line: String?

    /// Copies the file from beside one place to beside another, if it is not there yet.
    init(from source: String, to target: String) {
        let from = source + Self.suffix
        let to = target + Self.suffix
        do throws(SecretFile.Trouble) {
            self.line = try Self.copy(from, to)
        } catch {
            let command = "cp -p \(ShellWord(from)) \(ShellWord(to))"
            self.line = "Copy \(Self.words) yourself before the server starts: \(command)"
        }
    }

    private static func copy(_ from: String, _ to: String) throws(SecretFile.Trouble) -> String? {
        guard let bytes = try SecretFile(path: from).read(limitBytes: Self.limitBytes) else { return nil }
        if let there = try SecretFile(path: to).read(limitBytes: Self.limitBytes) {
            guard there != bytes else { return nil }
            return "\(to) is there already and is another than \(from): see that it is the right one (\(Self.words))."
        }
        try SecretFile(path: to).write(bytes)
        return "Copied \(Self.words): \(to)"
    }
}
