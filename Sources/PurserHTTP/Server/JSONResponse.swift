import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Our own objects as JSON: camel case, sorted keys, so that answers compare as text.
enum JSONResponse {
    /// A response that holds JSON that is written already.
    static func written(_ json: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .contentLength: "\(json.count)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: json))
        )
    }

    /// An object as JSON.
    static func bytes(_ object: some Encodable) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(bytes: try encoder.encode(object))
    }

    /// A response that holds an object.
    static func encode(_ object: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let body = try Self.bytes(object)
        return Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)"],
            body: ResponseBody(byteBuffer: body)
        )
    }
}
