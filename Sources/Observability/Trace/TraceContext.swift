package import Logging
package import Tracing

/// The trace that an operation belongs to and the span that caused it, as defined by W3C Trace Context.
package struct TraceContext: Hashable, Sendable {
    /// The maximum length of the trace state of other systems, in bytes; a longer state is omitted.
    static let stateLimitBytes = 512
    /// The maximum number of members of the trace state.
    static let stateLimit = 32

    /// The trace identifier, 32 lowercase hexadecimal digits.
    package let traceID: String
    /// The span identifier, 16 lowercase hexadecimal digits.
    package let spanID: String
    /// Whether the trace is sampled.
    package let isSampled: Bool
    /// The trace state of other systems; empty if there is none.
    package let state: String

    /// Creates a context from its parts.
    init(traceID: String, spanID: String, isSampled: Bool, state: String = "") {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state
    }

    /// Reads two headers; `nil` if the first is malformed, and without state if the second is.
    package init?(parent: String, state: String?) {
        let bytes = Array(parent.utf8)
        guard bytes.count >= 55, bytes[2] == 0x2D, bytes[35] == 0x2D, bytes[52] == 0x2D,
            let version = Self.digits(bytes[0..<2]), version != "ff",
            let traceID = Self.digits(bytes[3..<35]), traceID.contains(where: { $0 != "0" }),
            let spanID = Self.digits(bytes[36..<52]), spanID.contains(where: { $0 != "0" }),
            let flags = Self.digits(bytes[53..<55]), let flag = UInt8(flags, radix: 16)
        else { return nil }
        // A later version may append data after a hyphen; version 00 has none.
        guard bytes.count == 55 || version != "00" && bytes[55] == 0x2D else { return nil }
        self.init(
            traceID: traceID,
            spanID: spanID,
            isSampled: flag & 1 == 1,
            state: state.flatMap(Self.checked) ?? ""
        )
    }

    /// The value of the header `traceparent`.
    package var parent: String { "00-\(self.traceID)-\(self.spanID)-\(self.isSampled ? "01" : "00")" }

    /// The trace of the current task; `nil` if there is none.
    package static var current: Self? { InstrumentationContext.current?.trace }

    /// The metadata provider that adds the trace to every line of the log.
    package static let metadata = Logger.MetadataProvider {
        Self.current.map { ["traceId": "\($0.traceID)", "spanId": "\($0.spanID)"] } ?? [:]
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the normalized state; `nil` if it is malformed or too long to be passed on.
    private static func checked(_ state: String) -> String? {
        var keys: Set<String> = []
        var members: [String] = []
        for part in state.split(separator: ",", omittingEmptySubsequences: true) {
            let member = part.drop { $0 == " " || $0 == "\t" }
            guard !member.isEmpty else { continue }
            guard let equals = member.firstIndex(of: "=") else { return nil }
            var value = member[member.index(after: equals)...]
            while let last = value.last, last == " " || last == "\t" { value.removeLast() }
            let key = String(member[..<equals])
            guard Self.isKey(key), Self.isValue(value), keys.insert(key).inserted else { return nil }
            members.append(key + "=" + value)
        }
        let text = members.joined(separator: ",")
        guard members.count <= Self.stateLimit, text.utf8.count <= Self.stateLimitBytes else { return nil }
        return text
    }

    /// Returns whether a text is a valid key: lowercase letters, digits, and `_-*/`, beginning with a letter or digit,
    /// optionally followed by `@` and a system.
    private static func isKey(_ key: String) -> Bool {
        let parts = key.split(separator: "@", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), key.utf8.count <= 256 else { return false }
        return parts.allSatisfy { part in
            guard let first = part.utf8.first, Self.isLetterOrDigit(first) else { return false }
            return part.utf8.allSatisfy { Self.isLetterOrDigit($0) || "_-*/".utf8.contains($0) }
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// Returns whether a text is a valid value: visible ASCII and spaces except comma and equals sign, not ending with
    /// a space.
    private static func isValue(_ value: Substring) -> Bool {
        (1...256).contains(value.utf8.count)
            && value.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x2C && $0 != 0x3D }
    }
}

extension InstrumentationContext {
    private enum TraceKey: InstrumentationContextKey {
        typealias Value = TraceContext
    }

    private enum RecordKey: InstrumentationContextKey {
        typealias Value = SpanRecord
    }

    /// The trace of this context.
    package var trace: TraceContext? {
        get { self[TraceKey.self] }
        set { self[TraceKey.self] = newValue }
    }

    /// The record of the current span.
    var record: SpanRecord? {
        get { self[RecordKey.self] }
        set { self[RecordKey.self] = newValue }
    }
}
