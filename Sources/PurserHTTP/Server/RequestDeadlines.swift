import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Closes the connection of a client that takes too long to send a request or to read its response, even if it sends
/// steadily.
///
/// An idle timeout restarts with every byte, so a client that sends one byte a second holds a connection indefinitely.
/// A deadline does not. At every moment of a connection one of them is running, in any order of the parts: a response
/// may be sent before the body is complete, and the next request may arrive before the response.
package final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// The time for the first request line and headers after connecting.
    package static let firstHead = TimeAmount.seconds(10)
    /// The time that a kept connection may wait for its next request's headers.
    package static let nextHead = TimeAmount.seconds(75)
    /// The time for a body after its headers.
    package static let body = TimeAmount.seconds(10)
    /// The time for the body of a file after its headers, while it is read.
    package static let file = TimeAmount.hours(1)
    /// The paths to which files are submitted.
    package static let filePaths = ["/v1/imports", "/v1/reports", "/v1/price-imports"]

    /// The time for which a late body waits for the response about it, and the client for its end (RFC 9112, section
    /// 9.6).
    package static let farewell = TimeAmount.seconds(5)

    /// Returns whether a request contains a file.
    static func isFile(_ head: HTTPRequest) -> Bool {
        head.method == .post && Self.takesFiles(head.path.map { String($0.prefix { $0 != "?" }) } ?? "")
    }

    /// Returns whether files are submitted to a path, with or without the app in it.
    private static func takesFiles(_ path: String) -> Bool {
        if Self.filePaths.contains(path) { return true }
        return path.hasPrefix("/v1/apps/")
            && Self.filePaths.contains { path.hasSuffix($0.dropFirst("/v1".count)) }
    }

    /// The time for a response after its request: longer than any work here, and a limit for a client that sends
    /// requests and never reads responses.
    package static let answer = TimeAmount.seconds(120)

    /// When the connection is closed unless something happens before.
    private var deadline: NIODeadline?
    /// The timer that checks the deadline, and its time.
    ///
    /// It is postponed when it fires and not at each request: three new timers for every request took a twentieth of
    /// the cost of a short response.
    private var alarm: (task: Scheduled<Void>, at: NIODeadline)?
    /// Whether a request's headers have arrived yet.
    private var isUsed = false
    /// Whether a request's headers have arrived and its end has not.
    private var isReading = false
    /// Whether the current request contains a file.
    private var isFile = false
    /// Whether the current request has a complete response, although it is not complete.
    private var isAnswered = false
    /// Whether the client got the response that its body came too late.
    private var isLate = false
    /// The number of requests without a complete response.
    private var unanswered = 0

    /// Creates deadlines for one connection.
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

    /// Stops waiting.
    package func channelInactive(context: ChannelHandlerContext) {
        self.waitForNothing()
        context.fireChannelInactive()
    }

    /// Stops waiting.
    package func handlerRemoved(context _: ChannelHandlerContext) {
        self.waitForNothing()
    }

    /// Records what the client has sent.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch self.unwrapInboundIn(data) {
        case .head(let head):
            self.isUsed = true
            self.isReading = true
            self.unanswered += 1
            self.isAnswered = false
            // Behind other requests it has no reader yet, so it gets no more time than any body.
            self.isFile = self.unanswered == 1 && Self.isFile(head)
            self.expect(within: self.isFile ? Self.file : Self.body, context: context)
        case .end:
            self.isReading = false
            self.expect(within: self.unanswered > 0 ? Self.answer : Self.nextHead, context: context)
        case .body: break
        }
        context.fireChannelRead(data)
    }

    /// Records what the server has sent.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = self.unwrapOutboundIn(data) {
            self.unanswered -= 1
            if self.isReading, self.unanswered == 0 { self.isAnswered = true }
            // A response before the end of its request does not extend the client's time.
            if !self.isReading {
                self.expect(within: self.unanswered > 0 ? Self.answer : Self.nextHead, context: context)
            } else if self.isFile {
                // The rest is not read, for example because of a missing key.
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
                // The reader of the body responds; nothing that arrives now extends the time.
                self.isLate = true
                let end = channel.eventLoop.now + Self.farewell
                self.deadline = end
                self.setAlarm(at: end, channel)
                channel.pipeline.fireErrorCaught(BodyRefusal.late)
            } else if self.isUsed, !self.isReading, self.unanswered <= 0, channel.isWritable {
                // The client has done nothing wrong, so it is notified that the connection ends.
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
