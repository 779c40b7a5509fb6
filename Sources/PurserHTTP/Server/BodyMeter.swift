import HTTPTypes
package import NIOCore
package import NIOHTTPTypes
import PurserService

/// Counts the bodies of one connection on arrival, so that each byte is counted once, regardless of its readers.
///
/// A body counts from its first byte until the response to its request. A body that is refused meanwhile ends with an
/// error for its reader, and the rest of it is not stored. Only a body with work in progress is safe from that: one
/// that waits behind responses that the client does not read would hold its memory as long as the client likes.
package final class BodyMeter: ChannelDuplexHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    /// A notice that the sender of the current request has a valid secret key.
    package struct CallerIsKnown: Sendable {
        package init() {}
    }

    /// A request without a complete response.
    private struct Pending {
        var head: HTTPRequest?
        var body: BodyMemory.BodyID?
        var budget = BodyMemory.Budget.strangers
        var bytes = 0
        var isWhole = false
    }

    /// The maximum number of requests of a connection without a response: more than any client sends ahead, and few
    /// enough for their heads, which no budget counts, to take little memory.
    package static let maximumPending = 256

    private let memory: BodyMemory
    private let proxies: TrustedProxies
    /// The requests without a complete response, oldest first.
    private var pending: [Pending] = []
    /// Whether a request's headers have arrived and its end has not.
    private var isReading = false
    /// Whether the current body was refused, and nothing more of the connection is read.
    private var isRefused = false

    /// Creates a meter with this memory and these trusted proxies.
    package init(memory: BodyMemory, proxies: TrustedProxies = TrustedProxies()) {
        self.memory = memory
        self.proxies = proxies
    }

    /// Stops counting for the connection.
    package func channelInactive(context: ChannelHandlerContext) {
        self.closeAll()
        context.fireChannelInactive()
    }

    /// Stops counting for the connection.
    package func handlerRemoved(context _: ChannelHandlerContext) {
        self.closeAll()
    }

    /// Counts what the client has sent.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isRefused else { return }
        switch self.unwrapInboundIn(data) {
        case .head(let head):
            guard self.pending.count < Self.maximumPending else {
                self.isRefused = true
                context.channel.cutOff()
                return
            }
            self.isReading = true
            self.pending.append(Pending(head: head))
        case .body(let part): self.take(part.readableBytes, context)
        case .end:
            self.isReading = false
            if let index = self.pending.indices.last { self.pending[index].isWhole = true }
            self.protect(context)
        }
        if !self.isRefused { context.fireChannelRead(data) }
    }

    /// Ends the current body if a handler before this one refuses it.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let refusal = error as? BodyRefusal {
            self.isRefused = true
            if refusal == .serverBusy, !self.canRefuse(context) {
                context.channel.cutOff()
                return
            }
        }
        context.fireErrorCaught(error)
    }

    /// Protects the body with work in progress while its response can be sent.
    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        self.protect(context)
        context.fireChannelWritabilityChanged()
    }

    /// Records what the server has sent.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch self.unwrapOutboundIn(data) {
        case .head(var head) where self.isRefused && self.pending.count == 1:
            // Nothing more is read here, so there is no next request.
            head.headerFields[.connection] = "close"
            context.write(self.wrapOutboundOut(.head(head)), promise: promise)
            return
        case .end:
            if !self.pending.isEmpty {
                if let body = self.pending.removeFirst().body { self.memory.close(body) }
                self.protect(context)
            }
        default: break
        }
        context.write(data, promise: promise)
    }

    /// Records that the caller is known.
    package func triggerUserOutboundEvent(
        context: ChannelHandlerContext,
        event: Any,
        promise: EventLoopPromise<Void>?
    ) {
        guard event is CallerIsKnown else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        promise?.succeed()
        guard !self.pending.isEmpty else { return }
        self.pending[0].budget = .callers
        guard let body = self.pending[0].body else { return }
        let isBeingRead = self.isReading && self.pending.count == 1
        if !self.memory.move(body, to: .callers, at: context.eventLoop.now), isBeingRead { self.refuse(context) }
    }

    private func take(_ count: Int, _ context: ChannelHandlerContext) {
        // Bytes that arrive after the response are discarded by the reader.
        guard self.isReading, let index = self.pending.indices.last else { return }
        if let head = self.pending[index].head {
            self.pending[index].head = nil
            // A file is not held in memory: it is written as it arrives, and bytes that are not written are not read.
            // Behind other requests it has no reader yet.
            if RequestDeadlines.isFile(head), self.pending.count == 1 { return }
            if self.pending[index].budget == .strangers, head.path?.hasPrefix(ClientMiddleware.apple) == true {
                self.pending[index].budget = .apple
            }
            self.pending[index].body = self.open(head, self.pending[index].budget, context)
        }
        guard let body = self.pending[index].body else { return }
        self.pending[index].bytes += count
        // Apple signs nothing as long as that; an old notification has no signature.
        if self.pending[index].budget == .apple, self.pending[index].bytes > BodyLimits.signedData {
            self.pending[index].budget = .strangers
            guard self.memory.move(body, to: .strangers, at: context.eventLoop.now) else { return self.refuse(context) }
        }
        if !self.memory.take(count, for: body, at: context.eventLoop.now) { self.refuse(context) }
    }

    private func open(
        _ head: HTTPRequest,
        _ budget: BodyMemory.Budget,
        _ context: ChannelHandlerContext
    ) -> BodyMemory.BodyID {
        let peer = NetworkAddress(context.channel.remoteAddress)
        let client = peer.map { self.proxies.client(of: head.headerFields, from: $0) }
        let channel = context.channel
        return self.memory.open(budget, from: client, at: context.eventLoop.now) {
            channel.pipeline.fireErrorCaught(BodyRefusal.serverBusy)
        }
    }

    /// Protects the first body if it is complete and its client reads, and removes the protection otherwise.
    private func protect(_ context: ChannelHandlerContext) {
        guard let first = self.pending.first, first.isWhole, let body = first.body else { return }
        if context.channel.isWritable {
            self.memory.finish(body)
        } else {
            self.memory.expose(body)
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        guard !self.isRefused else { return }
        self.isRefused = true
        if self.canRefuse(context) {
            context.fireErrorCaught(BodyRefusal.serverBusy)
        } else {
            context.channel.cutOff()
        }
    }

    /// Whether the response to a refusal is sent now; otherwise the memory is only free when the connection is closed.
    private func canRefuse(_ context: ChannelHandlerContext) -> Bool {
        self.pending.count <= 1 && context.channel.isWritable
    }

    private func closeAll() {
        for body in self.pending.compactMap(\.body) { self.memory.close(body) }
        self.pending = []
    }
}
