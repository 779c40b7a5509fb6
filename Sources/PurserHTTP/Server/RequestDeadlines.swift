import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Cuts off a client that takes too long to send a request or to take its answer, however steadily it trickles.
///
/// An idle timeout starts anew with every byte, so a client that sends one byte a second holds a connection for ever. A
/// deadline does not. At every moment of a connection one of them runs, whatever order the parts come in: an answer may
/// be given before the body is there, and the next request may be there before the answer.
package final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// How long the first request line and headers may take after connecting.
    package static let firstHead = TimeAmount.seconds(10)
    /// How long a kept connection may wait for its next request's headers.
    package static let nextHead = TimeAmount.seconds(75)
    /// How long a body may take after its headers.
    package static let body = TimeAmount.seconds(10)
    /// How long the body of a file may take after its headers, as long as it is wanted.
    package static let file = TimeAmount.hours(1)
    /// Where files are submitted.
    package static let filePaths = ["/v1/imports", "/v1/reports", "/v1/price-imports"]

    /// How long a body that came too late waits for the answer that says so, and the client for its end (RFC 9112,
    /// section 9.6).
    package static let farewell = TimeAmount.seconds(5)

    /// Whether a request brings a file.
    static func isFile(_ head: HTTPRequest) -> Bool {
        head.method == .post && Self.takesFiles(head.path.map { String($0.prefix { $0 != "?" }) } ?? "")
    }

    /// Whether files are submitted at a path, with or without the app in it.
    private static func takesFiles(_ path: String) -> Bool {
        if Self.filePaths.contains(path) { return true }
        return path.hasPrefix("/v1/apps/")
            && Self.filePaths.contains { path.hasSuffix($0.dropFirst("/v1".count)) }
    }

    /// How long an answer may take after its request: longer than any work here, and an end for a client that sends
    /// requests and never takes what it asked for.
    package static let answer = TimeAmount.seconds(120)

    /// When the connection is cut off unless something happens before.
    private var deadline: NIODeadline?
    /// What looks whether the deadline has passed, and when.
    ///
    /// It is put off when it rings and not at each request: three new alarms for every request took a twentieth of all
    /// that a short answer costs.
    private var alarm: (task: Scheduled<Void>, at: NIODeadline)?
    /// Whether a request's headers have come yet.
    private var isUsed = false
    /// Whether a request's headers are here and its end is not.
    private var isReading = false
    /// Whether the request whose headers are here is a file.
    private var isFile = false
    /// Whether the request whose headers are here has a complete answer, although its end is not here.
    private var isAnswered = false
    /// Whether the client was told that its body came too late.
    private var isLate = false
    /// How many requests have no complete answer yet.
    private var unanswered = 0

    /// Deadlines for one connection.
    package init() {}

    /// Begins to wait for the first request.
    package func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { self.expect(within: Self.firstHead, context: context) }
    }

    /// Begins to wait for the first request.
    package func channelActive(context: ChannelHandlerContext) {
        self.expect(within: Self.firstHead, context: context)
        context.fireChannelActive()
    }

    /// Waits for nothing any more.
    package func channelInactive(context: ChannelHandlerContext) {
        self.waitForNothing()
        context.fireChannelInactive()
    }

    /// Waits for nothing any more.
    package func handlerRemoved(context _: ChannelHandlerContext) {
        self.waitForNothing()
    }

    /// Takes note of what the client has sent.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch self.unwrapInboundIn(data) {
        case .head(let head):
            self.isUsed = true
            self.isReading = true
            self.unanswered += 1
            self.isAnswered = false
            // Behind other requests nobody reads it yet, so it needs no more time than any body.
            self.isFile = self.unanswered == 1 && Self.isFile(head)
            self.expect(within: self.isFile ? Self.file : Self.body, context: context)
        case .end:
            self.isReading = false
            self.expect(within: self.unanswered > 0 ? Self.answer : Self.nextHead, context: context)
        case .body: break
        }
        context.fireChannelRead(data)
    }

    /// Takes note of what the server has answered.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = self.unwrapOutboundIn(data) {
            self.unanswered -= 1
            if self.isReading, self.unanswered == 0 { self.isAnswered = true }
            // An answer that comes before the end of its request gives the client no more time for that.
            if !self.isReading {
                self.expect(within: self.unanswered > 0 ? Self.answer : Self.nextHead, context: context)
            } else if self.isFile {
                // Nobody wants the rest, for want of a key perhaps.
                self.isFile = false
                self.expect(within: Self.body, context: context)
            }
        }
        context.write(data, promise: promise)
    }

    private func expect(within time: TimeAmount, context: ChannelHandlerContext) {
        guard !self.isLate else { return }
        let deadline = context.eventLoop.now + time
        self.deadline = deadline
        if let alarm, alarm.at <= deadline { return }
        self.setAlarm(at: deadline, context.channel)
    }

    private func setAlarm(at deadline: NIODeadline, _ channel: any Channel) {
        self.alarm?.task.cancel()
        let task = channel.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { () -> Void in
            self.alarm = nil
            guard let deadline = self.deadline else { return }
            if deadline > channel.eventLoop.now {
                self.setAlarm(at: deadline, channel)
            } else if self.isReading, !self.isAnswered, !self.isLate {
                // Whoever reads the body answers; nothing that comes now puts the end off.
                self.isLate = true
                let end = channel.eventLoop.now + Self.farewell
                self.deadline = end
                self.setAlarm(at: end, channel)
                channel.pipeline.fireErrorCaught(BodyRefusal.late)
            } else if self.isUsed, !self.isReading, self.unanswered <= 0, channel.isWritable {
                // The client has done nothing wrong, so it is told that the connection ends.
                channel.close(promise: nil)
            } else {
                channel.cutOff()
            }
        }
        self.alarm = (task, deadline)
    }

    private func waitForNothing() {
        self.deadline = nil
        self.alarm?.task.cancel()
        self.alarm = nil
    }
}
