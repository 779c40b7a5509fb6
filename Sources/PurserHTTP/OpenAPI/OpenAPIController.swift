import AppStore
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Notation

/// Serves the API reference, as an OpenAPI document for programs and as an HTML page.
struct OpenAPIController: Sendable {
    /// Whether the documents need no key.
    let isOpen: Bool

    /// Adds `GET /openapi.json` and `GET /docs`.
    func add(to group: some RouterMethods) {
        let isOpen = self.isOpen
        group.get("/openapi.json") { request, _ in Self.contents(isOpen).document.answer(to: request) }
        group.get("/docs") { request, _ in Self.contents(isOpen).page.answer(to: request) }
    }

    private static func contents(_ isOpen: Bool) -> Contents { isOpen ? Self.open : Self.closed }
    // Created at the first request, so that the server starts without this work.
    private static let open = Contents(isOpen: true)
    private static let closed = Contents(isOpen: false)

    /// The reference in both formats.
    private struct Contents {
        let document: Served
        let page: Served

        init(isOpen: Bool) {
            let document = APIDocument(PurserRouter.operations, isOpen: isOpen)
            self.document = Served(document.json.json(), mediaType: "application/json", headers: [:])
            let page = APIPage(document)
            self.page = Served(
                Array(page.html.utf8),
                mediaType: "text/html; charset=utf-8",
                headers: [.contentSecurityPolicy: page.contentSecurityPolicy]
            )
        }
    }

    /// Bytes that do not change while the process runs.
    private struct Served {
        let body: ByteBuffer
        let headers: HTTPFields
        let entityTag: String

        init(_ bytes: [UInt8], mediaType: String, headers: HTTPFields) {
            self.body = ByteBuffer(bytes: bytes)
            self.entityTag = "\"\(Hexadecimal.text(SHA256.hash(data: bytes).prefix(12)))\""
            var headers = headers
            headers[.contentType] = mediaType
            headers[.eTag] = self.entityTag
            headers[.cacheControl] = "private, no-cache"
            headers[.xContentTypeOptions] = "nosniff"
            self.headers = headers
        }

        func answer(to request: Request) -> Response {
            let known = request.headers[.ifNoneMatch] ?? ""
            if known.split(separator: ",").contains(where: { $0.trimmingCharacters(in: .whitespaces) == self.entityTag }
            ) {
                return Response(status: .notModified, headers: self.headers)
            }
            var headers = self.headers
            headers[.contentLength] = "\(self.body.readableBytes)"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: self.body))
        }
    }
}

extension OpenAPIController {
    private static let known = APIParameter.header(
        "If-None-Match",
        .string(),
        "The `ETag` of the response that the "
            + "client already has."
    )

    /// The OpenAPI descriptions of the routes.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/openapi.json",
            id: "getOpenAPIDocument",
            tag: .server,
            access: .document,
            summary: "Get the OpenAPI document",
            parameters: [Self.known],
            answers: [
                .ok(
                    .openObject,
                    "The OpenAPI 3.1 document.",
                    headers: [
                        "ETag": "Identifies this version of the "
                            + "document."
                    ]
                ),
                .unchanged,
            ]
        ),
        APIOperation(
            .get,
            "/docs",
            id: "getDocumentationPage",
            tag: .server,
            access: .document,
            summary: "Get the API reference as a page",
            parameters: [Self.known],
            answers: [
                .file(
                    "text/html",
                    "An HTML page without external resources.",
                    headers: [
                        "ETag": "Identifies this version of "
                            + "the page."
                    ]
                ),
                .unchanged,
            ]
        ),
    ]
}
