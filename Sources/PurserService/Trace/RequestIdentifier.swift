package import Logging

/// The id of one request: in its answer, in every line of the log about it, and in what the server sends because of it.
///
/// Callers may bring their own, so that one id leads through all their logs.
package struct RequestIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The most characters of an id that a caller brings.
    package static let lengthLimit = 64
    /// The header that carries it, in requests and in answers.
    package static let header = "x-request-id"
    /// What it is called in the log.
    package static let key = "requestId"

    /// The id of the request that the task works on; `nil` outside of requests.
    @TaskLocal package static var current: RequestIdentifier?

    /// The id.
    package let description: String

    /// An id that the server made.
    package init(made text: String) {
        self.description = text
    }

    /// An id that a caller brought: 1 to 64 letters, digits, dots, hyphens and underscores of ASCII; `nil` for anything
    /// else, which could pretend to be more than an id in a log.
    package init?(brought text: String) {
        guard (1...Self.lengthLimit).contains(text.utf8.count), text.utf8.allSatisfy(Self.isTaken) else { return nil }
        self.description = text
    }

    /// Says in every line of the log which request the line is about.
    package static let metadata = Logger.MetadataProvider {
        Self.current.map { [Self.key: "\($0.description)"] } ?? [:]
    }

    private static func isTaken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
