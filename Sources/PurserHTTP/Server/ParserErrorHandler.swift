import HTTPTypes
import Hummingbird
import Metrics
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import PurserService

/// Lets what the HTTP parser refuses be answered with a problem document too, and what is refused behind it in its
/// place.
///
/// The framework answers it with a 400 without a body, once everything before it on the connection is answered; this
/// puts the right status and the document in its place. It stands next to the parser, where the reason is known.
package final class ParserErrorHandler: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// How long a client who goes on sending what is not read is waited for, so that he gets the answer whole (RFC
    /// 9112, section 9.6).
    package static let farewell = TimeAmount.seconds(5)

    private var problem: Problem?

    /// A handler for one connection.
    package init() {}

    /// Takes note of what the parser refused.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let error as HTTPParserError: self.problem = self.problem ?? Problem.parser(error)
        case let refusal as FramingRefusal:
            self.problem = self.problem ?? refusal.problem
            // The framework answers for its own errors alone.
            context.fireErrorCaught(HTTPParserError.unknown)
            return
        default: break
        }
        context.fireErrorCaught(error)
    }

    /// Puts the document in the place of an answer without a body.
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
    /// What is answered to what is no HTTP, or too much of it.
    fileprivate static func parser(_ error: HTTPParserError) -> Self {
        guard case .headerOverflow = error else { return .framework(.badRequest) }
        return Self(
            .requestHeaderFieldsTooLarge,
            code: "headers_too_large",
            "Send at most \(PurserApplication.maximumHeaderCount) header fields, of \(PurserApplication.maximumHeaderField) "
                + "bytes each and \(PurserApplication.maximumHeaders) in all."
        )
    }
}
