package import Logging

/// The id of a request: in its answer, in the log lines about it, and in the requests that the server sends because of
/// it.
///
/// Clients may send their own id, so that one id connects all logs.
package struct RequestIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The maximum length of a client's id in characters.
    package static let lengthLimit = 64
    /// The header with the id, in requests and in answers.
    package static let header = "x-request-id"
    /// The key of the id in log metadata.
    package static let key = "requestId"

    /// The id of the current task's request; `nil` outside of requests.
    @TaskLocal package static var current: RequestIdentifier?

    /// The id.
    package let description: String

    /// Creates an id made by the server.
    package init(made text: String) {
        self.description = text
    }

    /// Creates an id sent by a client: 1 to 64 ASCII letters, digits, dots, hyphens and underscores; `nil` for other
    /// texts, which could forge log content.
    package init?(brought text: String) {
        guard (1...Self.lengthLimit).contains(text.utf8.count), text.utf8.allSatisfy(Self.isTaken) else { return nil }
        self.description = text
    }

    /// Adds the request's id to the metadata of every log line.
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
