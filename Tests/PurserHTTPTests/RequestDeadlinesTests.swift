import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import PurserHTTP
import Testing

/// A connection whose clock the test turns.
@Suite struct RequestDeadlinesTests {
    let channel: EmbeddedChannel

    init() throws {
        self.channel = EmbeddedChannel(handler: RequestDeadlines())
        try self.channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
    }

    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
    )
    private static let piece = HTTPRequestPart.body(ByteBuffer(bytes: [1]))

    @Test("A connection that says nothing is cut off")
    func silence() {
        self.pass(RequestDeadlines.firstHead, isOpenAfter: false)
    }

    @Test("A body that trickles is cut off, even if it comes steadily")
    func trickle() throws {
        try self.channel.writeInbound(Self.head)
        for _ in 0..<9 {
            self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try self.channel.writeInbound(Self.piece)
        }
        #expect(self.channel.isActive)
        #expect(throws: Never.self) { try self.channel.throwIfErrorCaught() }
        self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        // The reader gets an error, and may respond.
        #expect(throws: BodyRefusal.late) { try self.channel.throwIfErrorCaught() }
        #expect(self.channel.isActive)
        try self.answer()
        try self.channel.writeInbound(Self.piece)
        self.pass(RequestDeadlines.farewell, isOpenAfter: false)
    }

    @Test("A missing body is not waited for longer than its refusal takes, regardless of other data")
    func nothing() throws {
        try self.channel.writeInbound(Self.head)
        self.channel.embeddedEventLoop.advanceTime(by: RequestDeadlines.body)
        #expect(throws: BodyRefusal.late) { try self.channel.throwIfErrorCaught() }
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
        try self.channel.writeInbound(Self.head)
        self.pass(RequestDeadlines.farewell, isOpenAfter: false)
    }

    @Test("After an answer the next request may take its time, and no longer")
    func keptConnection() throws {
        for _ in 0..<3 {
            try self.request()
            try self.answer()
            self.pass(RequestDeadlines.nextHead, isOpenAfter: true, butFor: .seconds(1))
        }
        self.pass(.seconds(1), isOpenAfter: false)
    }

    @Test("An answer before the end of its request gives the body no more time")
    func earlyAnswer() throws {
        try self.channel.writeInbound(Self.head)
        try self.answer()
        self.pass(RequestDeadlines.body, isOpenAfter: false)
    }

    @Test("A request that ends after its answer is followed by the wait for the next one, not by none")
    func endAfterAnswer() throws {
        try self.channel.writeInbound(Self.head)
        try self.answer()
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
        self.pass(RequestDeadlines.nextHead, isOpenAfter: false)
    }

    @Test("The answer to one request gives the body of the next no more time")
    func pipelined() throws {
        try self.request()
        try self.channel.writeInbound(Self.head)
        try self.answer()
        self.channel.embeddedEventLoop.advanceTime(by: RequestDeadlines.body)
        #expect(throws: BodyRefusal.late) { try self.channel.throwIfErrorCaught() }
        self.pass(RequestDeadlines.farewell, isOpenAfter: false)
    }

    @Test("The answer that never gets through ends the connection")
    func unanswered() throws {
        try self.request()
        self.pass(RequestDeadlines.nextHead, isOpenAfter: true)
        self.pass(RequestDeadlines.answer, isOpenAfter: false)
    }

    @Test(
        "A file has its hour only while it is being read: behind another request it is a body like any other",
        arguments: ["/v1/imports", "/v1/reports", "/v1/price-imports?dryRun=true", "/v1/apps/shop/price-imports"]
    )
    func file(path: String) throws {
        let file = HTTPRequestPart.head(
            HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path)
        )
        try self.request()
        try self.answer()
        try self.channel.writeInbound(file)
        self.pass(RequestDeadlines.body * 10, isOpenAfter: true)
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
        try self.channel.writeInbound(file)
        self.channel.embeddedEventLoop.advanceTime(by: RequestDeadlines.body)
        #expect(throws: BodyRefusal.late) { try self.channel.throwIfErrorCaught() }
        self.pass(RequestDeadlines.farewell, isOpenAfter: false)
    }

    private func request() throws {
        try self.channel.writeInbound(Self.head)
        try self.channel.writeInbound(HTTPRequestPart.end(nil))
    }

    private func answer() throws {
        try self.channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try self.channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// Lets time pass and looks whether the connection is still there.
    private func pass(
        _ time: TimeAmount,
        isOpenAfter isOpen: Bool,
        butFor less: TimeAmount = .zero,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        self.channel.embeddedEventLoop.advanceTime(by: time - less)
        #expect(self.channel.isActive == isOpen, sourceLocation: sourceLocation)
    }
}
