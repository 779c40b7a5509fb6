import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// The JSON encoding of the control interface: objects with sorted keys, instants in milliseconds.
enum ControlJSON {
    /// The maximum size of a command, in bytes; the largest real one has a few hundred.
    static let bodyLimit = 4 << 20

    /// The maximum size of a journal for a replay, in bytes: several hundred thousand records.
    static let journalLimit = 64 << 20

    /// Decodes a command; an empty body counts as an empty object.
    ///
    /// With the name of a schema, a member that is not in the schema causes an error that names it.
    static func command<Command: Decodable>(
        _ type: Command.Type,
        from request: Request,
        schema: String? = nil,
        upTo limit: Int = Self.bodyLimit
    ) async throws -> Command {
        let body = try await request.body.collect(upTo: limit)
        let bytes = body.readableBytes == 0 ? Array("{}".utf8) : Array(body.readableBytesView)
        if let schema, case .object(let members)? = try? JSONValue(json: bytes) {
            let known = ControlSchema.fields(of: schema)
            for member in members where !known.contains(member.key) {
                throw ControlError(
                    status: .badRequest,
                    code: "unknown_field",
                    message: "The body has no field \(member.key.prefix(64)). "
                        + ControlRoute.remedy(member.key, known: known)
                )
            }
        }
        return try Self.decode(type, from: bytes)
    }

    /// Decodes JSON; error messages do not contain the decoder's text.
    static func decode<Command: Decodable>(_ type: Command.Type, from bytes: [UInt8]) throws -> Command {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as WorldError {
            throw error
        } catch let error as DecodingError {
            throw ControlError(status: .badRequest, code: "invalid_body", message: Self.sentence(for: error))
        }
    }

    /// Returns the members of a body that is a JSON object; empty for an empty body.
    static func fields(from request: Request) async throws -> [String: Any] {
        let body = try await request.body.collect(upTo: Self.bodyLimit)
        guard body.readableBytes > 0 else { return [:] }
        let object = try? JSONSerialization.jsonObject(with: Data(body.readableBytesView))
        guard let fields = object as? [String: Any] else {
            throw ControlError(status: .badRequest, code: "invalid_body", message: "The body is not a JSON object.")
        }
        return fields
    }

    /// Returns a JSON response.
    static func response(_ answer: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Self.response(try JSONText.encoded(answer), type: "application/json", status: status)
    }

    /// Returns a response of another media type.
    static func response(_ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    private static func sentence(for error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        return switch error {
        case .keyNotFound(let key, _): "The field \(key.stringValue) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "The field \(path(context)) has a value of the wrong type."
        case .dataCorrupted(let context) where context.underlyingError is CatalogError: context.debugDescription
        default: "The body does not match this command."
        }
    }
}
