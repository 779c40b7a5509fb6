import NIOCore

/// One connection: sends a request, waits for its answer, takes the time, sends the next.
final class AnswerReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let headEnd = Array("\r\n\r\n".utf8)
    private static let lengthName = Array("content-length:".utf8)

    private let queue: RequestQueue
    private let promise: EventLoopPromise<LoadMaker.Outcome>
    private var outcome = LoadMaker.Outcome()
    private var turn: RequestQueue.Turn?
    private var received = ByteBuffer()

    init(queue: RequestQueue, promise: EventLoopPromise<LoadMaker.Outcome>) {
        self.queue = queue
        self.promise = promise
    }

    func channelActive(context: ChannelHandlerContext) {
        self.sendNext(context: context)
    }

    func channelInactive(context _: ChannelHandlerContext) {
        self.promise.fail(ChannelError.eof)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        self.promise.fail(error)
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = self.unwrapInboundIn(data)
        self.received.writeBuffer(&part)
        guard let answer = Self.answer(in: self.received), self.received.readableBytes >= answer.length else { return }
        self.received.clear()
        if answer.status == 200 { self.outcome.succeeded += 1 } else { self.outcome.failed += 1 }
        if let turn { self.outcome.latencies.append(ContinuousClock.now - turn.dueAt) }
        self.sendNext(context: context)
    }

    private func sendNext(context: ChannelHandlerContext) {
        guard let turn = self.queue.take() else {
            self.promise.succeed(self.outcome)
            return
        }
        self.turn = turn
        let wait = turn.dueAt - ContinuousClock.now
        if wait > .zero {
            let channel = context.channel
            context.eventLoop.scheduleTask(in: TimeAmount(wait)) {
                channel.writeAndFlush(turn.request, promise: nil)
            }
        } else {
            context.writeAndFlush(self.wrapOutboundOut(turn.request), promise: nil)
        }
    }

    /// The status and the whole length of the answer at the beginning of a buffer, once its head is there.
    private static func answer(in buffer: ByteBuffer) -> (status: Int, length: Int)? {
        let bytes = buffer.readableBytesView
        guard let headEnd = bytes.firstRange(of: Self.headEnd) else { return nil }
        let head = bytes[bytes.startIndex..<headEnd.upperBound]
        let status = Int(String(decoding: head.dropFirst(9).prefix(3), as: UTF8.self)) ?? 0
        var length = 0
        let lowered = head.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 }
        if let name = lowered.firstRange(of: Self.lengthName) {
            let digits = lowered[name.upperBound...].drop { $0 == 32 }.prefix { $0 >= 48 && $0 <= 57 }
            length = Int(String(decoding: digits, as: UTF8.self)) ?? 0
        }
        return (status, head.count + length)
    }
}
