import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import NIOPosix
import PurserHTTP
import PurserTesting
import Testing

/// Long work ends when the client closes the connection.
@Suite(.timeLimit(.minutes(5)))
struct HangUpTests {
    /// A ledger with an endless past, whose reading ends only when the reader is canceled.
    private struct EndlessPast: ObservedRepository {
        let base: any Repository
        let begun: AsyncStream<Void>.Continuation
        let ended: AsyncStream<Void>.Continuation

        func willRun(_ call: RepositoryCall) async {
            guard call.isFrom("opened") else { return }
            let (forEver, hold) = AsyncStream<Void>.makeStream()
            defer { hold.finish() }
            self.begun.yield()
            // It ends when the task is canceled.
            for await _ in forEver {}
            self.ended.yield()
        }
    }

    @Test("A dry run ends when its client disconnects")
    func dryRun() async throws {
        let (beginnings, begun) = AsyncStream<Void>.makeStream()
        let (endings, ended) = AsyncStream<Void>.makeStream()
        let repository = EndlessPast(base: InMemoryRepository(), begun: begun, ended: ended)
        let server = try TestServer(shop: TestShop(repository: repository))
        let application = PurserApplication.make(
            router: server.router,
            host: "localhost",
            port: 0,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            onListening: { _ in }
        )
        try await application.test(.live) { client in
            let port = try #require(client.port)
            let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .connect(host: "localhost", port: port)
                .get()
            let body = #"{"policy":"policy: refunds\notherwise: none\n"}"#
            let text =
                "POST /v1/refund-policies/dry-run HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer "
                + "\(TestServer.key)\r\n"
                + "content-length: \(body.utf8.count)\r\n\r\n\(body)"
            try await channel.writeAndFlush(ByteBuffer(string: text))
            for await _ in beginnings { break }
            try await channel.close()
            for await _ in endings { break }
        }
    }
}
