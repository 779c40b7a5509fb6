import NIOCore

/// A connection to a place where nobody must ever come.
final class TrapHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let name: String
    private let book: ArrivalBook

    /// A connection to the place of this name.
    init(_ name: String, book: ArrivalBook) {
        self.name = name
        self.book = book
    }

    /// Notes that somebody came.
    func channelActive(context: ChannelHandlerContext) {
        self.book.noteStray("somebody called \(self.name)")
        context.close(promise: nil)
    }
}
