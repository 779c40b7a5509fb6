import NIOCore

/// A connection that sends a request, waits for its answer, records the time, and sends the next.
final class AnswerReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let queue: RequestQueue
    private let promise: EventLoopPromise<LoadGenerator.Outcome>
    private var outcome = LoadGenerator.Outcome()
    private var turn: RequestQueue.Turn?
    private var received = ByteBuffer()

    init(queue: RequestQueue, promise: EventLoopPromise<LoadGenerator.Outcome>) {
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
        if 200...299 ~= answer.status { self.outcome.succeeded += 1 } else { self.outcome.failed += 1 }
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

    /// Returns the status and the total length of the answer at the beginning of a buffer, once its head is complete.
    private static func answer(in buffer: ByteBuffer) -> (status: Int, length: Int)? {
        // An array, because searching it costs a twentieth of searching a view, and this shares the cores.
        let bytes = Array(buffer.readableBytesView)
        guard let length = MessageHead.wholeLength(of: bytes) else { return nil }
        var status = 0
        for byte in bytes.dropFirst(9).prefix(3) { status = status * 10 + Int(byte &- 48) }
        return (status, length)
    }
}

/// The head of an HTTP/1 message, searched without parsing: load generators share the cores with the server under test.
enum MessageHead {
    private static let lengthName = Array("content-length:".utf8)

    /// Returns the total length of the message at the beginning of bytes, once its head is complete; the closure gets
    /// the range of each line.
    @inline(__always)
    static func wholeLength(of bytes: [UInt8], line: (Range<Int>) -> Void = { _ in }) -> Int? {
        var length = 0
        var start = 0
        for end in bytes.indices where bytes[end] == 10 {
            if end - start <= 1 { return end + 1 + length }
            if Self.begins(bytes, at: start, with: Self.lengthName) {
                for byte in bytes[(start + Self.lengthName.count)..<end] where byte >= 48 && byte <= 57 {
                    length = length * 10 + Int(byte - 48)
                }
            }
            line(start..<end)
            start = end + 1
        }
        return nil
    }

    /// Returns whether a name, given in lower case, is at a position in any case.
    static func begins(_ bytes: [UInt8], at start: Int, with name: [UInt8]) -> Bool {
        guard bytes.count >= start + name.count else { return false }
        return name.indices.allSatisfy { bytes[start + $0] | 0x20 == name[$0] | 0x20 }
    }
}
