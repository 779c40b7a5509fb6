import Notation

extension PercentForm {
    /// The parts of a request's address, in which only those bytes have a form that have to; `&` would end a value of the
    /// query.
    private static let request = Self(signs: "-._~!$'()*+,;=:@")

    /// The text that a part of an address stands for; `nil` also where it holds U+0000, which no id has.
    static func text(_ sent: some StringProtocol) -> String? {
        Self.request.decoded(sent).flatMap { $0.utf8.contains(0) ? nil : $0 }
    }

    /// The address of a request with the values of its query, written so that all spellings of a text are one.
    ///
    /// What stands for no text stays as it was sent.
    static func plain(path: String, query: String?) -> (path: String, query: String?) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Self.plain($0) }
        let pairs = query?.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { Self.plain($0) }
                .joined(separator: "=")
        }
        return (parts.joined(separator: "/"), pairs?.joined(separator: "&"))
    }

    private static func plain(_ sent: some StringProtocol) -> String {
        Self.text(sent).map(Self.request.encoded) ?? String(sent)
    }
}
