import AppStore
import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// The encoding of our own objects as JSON: camel case, with sorted keys, so that responses can be compared as text.
enum JSONResponse {
    /// Returns a response with encoded JSON and further header fields.
    static func written(
        _ json: [UInt8],
        status: HTTPResponse.Status = .ok,
        headers further: HTTPFields = [:]
    ) -> Response {
        var headers: HTTPFields = [
            .contentType: "application/json; charset=utf-8", .contentLength: "\(json.count)",
        ]
        headers.append(contentsOf: further)
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }

    /// Returns an object as JSON.
    static func bytes(_ object: some Encodable) throws -> ByteBuffer {
        ByteBuffer(bytes: try JSONText.encoded(object))
    }

    /// Returns a response with an object.
    static func encode(_ object: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Self.written(try JSONText.encoded(object), status: status)
    }

    /// Returns a response with a JSON value.
    static func value(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Self.written(value.json(), status: status)
    }
}

extension ResponseBody {
    /// Returns a body of parts, each of which is created when the previous ones are sent.
    ///
    /// - Parameters:
    ///   - beginning: The initial state.
    ///   - next: Returns the next part, and advances the state; `nil` after the last part.
    /// - Returns: The body.
    static func parts<State: Sendable>(
        from beginning: State,
        _ next: @escaping @Sendable (inout State) async throws -> [UInt8]?
    ) -> Self {
        Self { writer in
            var state = beginning
            while let part = try await next(&state) { try await writer.write(ByteBuffer(bytes: part)) }
            try await writer.finish(nil)
        }
    }

    /// Returns the body, which keeps an object, such as a slot, until it is sent or thrown away.
    func keeping(_ object: some AnyObject & Sendable) -> Self {
        Self(contentLength: self.contentLength) { writer in
            try await self.write(writer)
            withExtendedLifetime(object) {}
        }
    }
}

/// A JSON value as part of an object that is encoded.
extension JSONValue: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue _: Int) { nil }
    }

    /// Encodes the value; a number that is not an integer is encoded as a `Double`.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .bool(let flag): try flag.encode(to: encoder)
        case .number(let text):
            if let whole = Int64(text) { try whole.encode(to: encoder) } else { try Double(text)?.encode(to: encoder) }
        case .string(let text): try text.encode(to: encoder)
        case .array(let values): try values.encode(to: encoder)
        case .object(let members):
            var container = encoder.container(keyedBy: Key.self)
            for member in members { try container.encode(member.value, forKey: Key(stringValue: member.key)) }
        }
    }
}
