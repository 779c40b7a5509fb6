import NIOCore
import NIOHTTP1
import NIOSSL

/// The last handler of a probe's connection, which sends the request and records when each step completed.
///
/// The request can only be written after the TLS handshake and the check of the certificate; so that step ends when the
/// request was written.
final class LinkProbeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    /// The result of a probe.
    struct Outcome: Sendable {
        /// The instant at which the request was written, which is also when TLS was complete.
        var askedAt: NIODeadline?
        /// The instant at which the head of the response arrived.
        var answeredAt: NIODeadline?
        /// The wall clock at the last two, in milliseconds since 1970.
        var wall: (asked: Int64, answered: Int64) = (0, 0)
        /// The expiry of the host's certificate, in seconds since 1970.
        var certificateEnds: Int64?
        /// The status of the response.
        var status: Int?
        /// The response's `Date`.
        var date: String?
        /// The response's body, as far as it arrived.
        var body: [UInt8] = []
        /// The cause of a failure; `nil` if the complete response arrived.
        var failure: LinkFailure.Cause?
    }

    private let target: LinkTarget
    private let nonce: [UInt8]
    private let limits: LinkProbe.Limits
    private let deadline: NIODeadline
    private let wallNow: @Sendable () -> Int64
    private let done: EventLoopPromise<Outcome>
    private var outcome = Outcome()
    private var isOver = false
    private var alarms: [Scheduled<Void>] = []

    /// Creates a handler that sends a request to a target, with a deadline.
    init(
        _ target: LinkTarget,
        nonce: [UInt8],
        limits: LinkProbe.Limits,
        by deadline: NIODeadline,
        wallNow: @escaping @Sendable () -> Int64,
        done: EventLoopPromise<Outcome>
    ) {
        self.target = target
        self.nonce = nonce
        self.limits = limits
        self.deadline = deadline
        self.wallNow = wallNow
        self.done = done
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let loop = context.eventLoop.assumeIsolated()
        self.alarms = [loop.scheduleTask(deadline: self.deadline) { self.end(.timeout) }]
        if self.target.url.isSecure {
            let tls = min(NIODeadline.now() + self.limits.step, self.deadline)
            self.alarms.append(
                loop.scheduleTask(deadline: tls) { if self.outcome.askedAt == nil { self.end(.timeout) } }
            )
        }
        self.ask(context)
    }

    private func ask(_ context: ChannelHandlerContext) {
        let body = self.target.body(nonce: self.nonce)
        var head = HTTPRequestHead(
            version: .http1_1,
            method: self.target.contentType == nil ? .GET : .POST,
            uri: self.target.path
        )
        head.headers.add(name: "Host", value: self.target.host)
        head.headers.add(name: "User-Agent", value: LinkTarget.userAgent)
        head.headers.add(name: "Accept", value: "*/*")
        head.headers.add(name: "Connection", value: "close")
        if let type = self.target.contentType {
            head.headers.add(name: "Content-Type", value: type)
            head.headers.add(name: "Content-Length", value: String(body.count))
        }
        context.write(self.wrapOutboundOut(.head(head)), promise: nil)
        if !body.isEmpty {
            context.write(self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(self.wrapOutboundOut(.end(nil))).assumeIsolated().whenSuccess {
            self.asked(bound.value)
        }
    }

    private func asked(_ context: ChannelHandlerContext) {
        self.outcome.askedAt = .now()
        self.outcome.wall.asked = self.wallNow()
        guard self.target.url.isSecure else { return }
        let certificate = try? context.pipeline.syncOperations.nioSSL_peerCertificate()
        self.outcome.certificateEnds = certificate.map { Int64($0.notValidAfter) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch self.unwrapInboundIn(data) {
        case .head(let head):
            self.outcome.answeredAt = .now()
            self.outcome.wall.answered = self.wallNow()
            self.outcome.status = Int(head.status.code)
            self.outcome.date = head.headers.first(name: "Date")
        case .body(let part):
            guard self.outcome.body.count + part.readableBytes <= LinkTarget.longestBody else {
                self.end(.form)
                context.close(promise: nil)
                return
            }
            self.outcome.body.append(contentsOf: part.readableBytesView)
        case .end:
            let fault = self.outcome.status.map { self.target.fault(status: $0, body: self.outcome.body) }
            self.end(fault ?? .closed)
            context.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.end(LinkProbe.cause(of: error))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.end(.closed)
        context.fireChannelInactive()
    }

    func handlerRemoved(context _: ChannelHandlerContext) { self.end(.closed) }

    /// Completes the probe once with its result; `nil` if the response is as required.
    private func end(_ failure: LinkFailure.Cause?) {
        guard !self.isOver else { return }
        self.isOver = true
        for alarm in self.alarms { alarm.cancel() }
        self.outcome.failure = failure
        self.done.succeed(self.outcome)
    }
}
