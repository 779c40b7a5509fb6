import AppStore
import Crypto

/// The opaque token with which a caller continues after a page; it is valid for one request only.
struct PageToken {
    /// The position of the page's end.
    let position: [Int64]

    /// Creates a token for a position.
    init(position: [Int64]) {
        self.position = position
    }

    /// Parses a token of the same request; returns `nil` for any other text.
    init?(_ text: String, for question: String, key: UInt64) {
        guard let bytes = Base64URL.decode(text.utf8) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ".")
        guard parts.count == 2, parts[1] == Self.seal(String(parts[0]), question, key) else { return nil }
        self.position = parts[0].split(separator: "_").compactMap { Int64($0) }
        guard !self.position.isEmpty else { return nil }
    }

    /// Returns the token's text for a request.
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
