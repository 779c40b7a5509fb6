import AppStore
import Crypto

/// The opaque text by which a caller goes on where a page ended, made for one question and good for no other.
struct PageToken {
    /// What the page ended with.
    let position: [Int64]

    /// A token that names a position.
    init(position: [Int64]) {
        self.position = position
    }

    /// Reads a token made for the same question; `nil` when it was not.
    init?(_ text: String, for question: String, key: UInt64) {
        guard let bytes = Base64URL.decode(text.utf8) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ".")
        guard parts.count == 2, parts[1] == Self.seal(String(parts[0]), question, key) else { return nil }
        self.position = parts[0].split(separator: "_").compactMap { Int64($0) }
        guard !self.position.isEmpty else { return nil }
    }

    /// The text for a question.
    func text(for question: String, key: UInt64) -> String {
        let content = self.position.map { String($0) }.joined(separator: "_")
        let sealed = "\(content).\(Self.seal(content, question, key))"
        return String(decoding: Base64URL.encode(Array(sealed.utf8)), as: UTF8.self)
    }

    private static func seal(_ content: String, _ question: String, _ key: UInt64) -> String {
        let digest = SHA256.hash(data: Array("\(key)|\(content)|\(question)".utf8))
        return String(decoding: Base64URL.encode(Array(digest.prefix(12))), as: UTF8.self)
    }
}
