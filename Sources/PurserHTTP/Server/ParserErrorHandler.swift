import HTTPTypes
import Hummingbird
import Metrics
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import PurserService

/// Responds to requests that the HTTP parser refuses, and to those that are refused behind it, with a problem document.
///
/// The framework responds with a 400 without a body, after all earlier requests on the connection; this handler inserts
/// the right status and the document. It is next to the parser, where the reason is known.
package final class ParserErrorHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// How long to wait for a client that continues to send data that are not read, so that it receives the complete
    /// response (RFC 9112, section 9.6).
    package static let farewell = TimeAmount.seconds(5)

    private var problem: Problem?

    /// Creates a handler for one connection.
    package init() {}

    /// Records what the parser refused.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as HTTPParserError: self.problem = self.problem ?? Problem.parser(error)
        case let refusal as FramingRefusal:
            self.problem = self.problem ?? refusal.problem
            // The framework responds to its own errors only.
            context.fireErrorCaught(HTTPParserError.unknown)
            return
        default: break
        }
        context.fireErrorCaught(error)
    }

    /// Inserts the document into a response without a body.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let problem = self.problem, case .head(let head) = self.unwrapOutboundIn(data),
            head.status == .badRequest,
            head.headerFields[.contentLength] == "0"
        else {
            context.write(data, promise: promise)
            return
        }
        self.problem = nil
        let name = RequestID().description
        guard let document = try? problem.document(requestID: name) else {
            context.write(data, promise: promise)
            return
        }
        Counter(label: "purser_refusals_total", dimensions: [("code", problem.code)]).increment()
        var fields: HTTPFields = [
            .contentType: Problem.mediaType, .contentLength: "\(document.readableBytes)", .connection: "close",
        ]
        if let header = HTTPField.Name(RequestIdentifier.header) { fields[header] = name }
        let answer = HTTPResponse(status: problem.status, headerFields: fields)
        context.write(self.wrapOutboundOut(.head(answer)), promise: nil)
        context.write(self.wrapOutboundOut(.body(document)), promise: promise)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.farewell) { channel.cutOff() }
    }
}

extension Problem {
    /// Returns the error for data that are not HTTP, or that exceed a limit.
    fileprivate static func parser(_ error: HTTPParserError) -> Self {
        guard case .headerOverflow = error else { return .framework(.badRequest) }
        return Self(
            .requestHeaderFieldsTooLarge,
            code: "headers_too_large",
            "Send at most \(PurserApplication.maximumHeaderCount) header fields, of "
                + "\(PurserApplication.maximumHeaderField) bytes each and \(PurserApplication.maximumHeaders) in "
                + "total."
        )
    }
}
