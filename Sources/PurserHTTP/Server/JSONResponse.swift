import AppStore
import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// Our own objects as JSON: camel case, sorted keys, so that answers compare as text.
enum JSONResponse {
    /// A response that holds JSON that is written already, with further header fields.
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

    /// An object as JSON.
    static func bytes(_ object: some Encodable) throws -> ByteBuffer {
        ByteBuffer(bytes: try JSONText.encoded(object))
    }

    /// A response that holds an object.
    static func encode(_ object: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Self.written(try JSONText.encoded(object), status: status)
    }

    /// A response that holds JSON as it is.
    static func value(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Self.written(value.json(), status: status)
    }
}
