import AppStore
import HTTPTypes
import Hummingbird
import NIOCore

extension JSONResponse {
    /// A response that holds JSON as it is.
    static func value(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        let body = ByteBuffer(bytes: value.json())
        return Response(
            status: status,
            headers: [.contentType: "application/json; charset=utf-8", .contentLength: "\(body.readableBytes)"],
            body: ResponseBody(byteBuffer: body)
        )
    }
}
