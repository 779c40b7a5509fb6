import NIOCore
import NIOSSL

/// A connection to a mail server, which runs an `SMTPDialogue` and reports its result.
final class SMTPHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private var dialogue: SMTPDialogue
    private var reader = SMTPReplyReader()
    private let expected: NetworkAddress
    private let makeTLS: () throws -> NIOSSLClientHandler
    private let deadline: NIODeadline
    private let promise: EventLoopPromise<[MailRefusal]>
    private var alarm: Scheduled<Void>?
    private var isOver = false

    /// Creates a handler for a connection to `expected` that ends at a deadline, whatever the server does.
    ///
    /// - Parameters:
    ///   - dialogue: The session.
    ///   - expected: The address that the remote end must have.
    ///   - deadline: The end of the session.
    ///   - promise: Succeeds with the refused recipients once the server has accepted the message; fails with
    ///     `MailFailure`.
    ///   - makeTLS: Creates the handler that upgrades the connection to TLS.
    init(
        _ dialogue: SMTPDialogue,
        expecting expected: NetworkAddress,
        by deadline: NIODeadline,
        promise: EventLoopPromise<[MailRefusal]>,
        makeTLS: @escaping () throws -> NIOSSLClientHandler
    ) {
        self.dialogue = dialogue
        self.expected = expected
        self.deadline = deadline
        self.promise = promise
        self.makeTLS = makeTLS
    }

    func channelActive(context: ChannelHandlerContext) {
        guard NetworkAddress(context.remoteAddress) == self.expected else {
            self.fail(OutboundFailure(.connectionFailed, address: self.expected), context)
            return
        }
        if let own = NetworkAddress(context.localAddress) {
            self.dialogue.name = own.isFour ? "[\(own)]" : "[IPv6:\(own)]"
        }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        self.alarm = context.eventLoop.assumeIsolated().scheduleTask(deadline: self.deadline) {
            self.fail(OutboundFailure(.timedOut, address: self.expected), bound.value)
        }
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !self.isOver else { return }
        self.reader.append(self.unwrapInboundIn(data).readableBytesView)
        do throws(SMTPReplyReader.Malformed) {
            while !self.isOver, let reply = try self.reader.next() { self.take(reply, context) }
        } catch {
            self.finish(.failure(MailFailure(.malformed, at: self.dialogue.step)), context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        self.fail(OutboundFailure(.closedEarly, address: self.expected), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.fail(OutboundFailure.meaning(of: error, address: self.expected), context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.fail(OutboundFailure(.canceled, address: self.expected), context)
    }

    private func take(_ reply: SMTPReply, _ context: ChannelHandlerContext) {
        switch self.dialogue.take(reply) {
        case .send(let bytes): self.write(bytes, context)
        case .upgrade:
            // Plain text that arrived before the upgrade may come from an attacker who wants it to be read as
            // protected.
            guard self.reader.isEmpty else {
                self.finish(.failure(MailFailure(.malformed, at: .startTLS)), context)
                return
            }
            do {
                try context.pipeline.syncOperations.addHandler(try self.makeTLS(), position: .first)
                self.write(self.dialogue.upgraded(), context)
            } catch {
                self.fail(OutboundFailure.meaning(of: error, address: self.expected), context)
            }
        case .finish(let refused):
            self.write(Array("QUIT\r\n".utf8), context)
            self.finish(.success(refused), context)
        case .fail(let failure):
            self.write(Array("QUIT\r\n".utf8), context)
            self.finish(.failure(failure), context)
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(self.wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    private func fail(_ failure: OutboundFailure, _ context: ChannelHandlerContext) {
        self.finish(.failure(MailFailure(.connection, at: self.dialogue.step, outbound: failure)), context)
    }

    private func finish(_ result: Result<[MailRefusal], MailFailure>, _ context: ChannelHandlerContext) {
        guard !self.isOver else { return }
        self.isOver = true
        self.alarm?.cancel()
        switch result {
        case .success(let refused): self.promise.succeed(refused)
        case .failure(let failure): self.promise.fail(failure)
        }
        context.close(promise: nil)
    }
}
