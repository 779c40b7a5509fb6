import AsyncHTTPClient
import NIOCore
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct OutboundSenderTests {
    private static let loopback = ["127.0.0.1"]

    @Test("A posted body arrives complete and with the host name, and the response is returned without its body")
    func whole() async throws {
        let reply = "HTTP/1.1 429 Slow Down\r\nRetry-After: 7\r\nContent-Length: 6\r\n\r\nsecret"
        try await Receiver.run(.answer(reply)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.1"], names: ["shop.test": [Self.loopback]]) {
                stage async throws in
                let answer = try await stage.post(
                    "http://shop.test:\(receiver.port)/a/b?c=d%20e",
                    body: "{\"a\":1}",
                    headers: [("webhook-id", "evt_1"), ("content-type", "application/json")]
                )
                #expect(answer.status == 429 && answer.retryAfter == .seconds(7) && !answer.isCut)
                #expect(!answer.isSuccess && answer.took > .zero)
                let request = try #require(receiver.log.requests.first)
                #expect(request.hasPrefix("POST /a/b?c=d%20e HTTP/1.1\r\n"), "\(request)")
                #expect(request.lowercased().contains("host: shop.test:\(receiver.port)\r\n"), "\(request)")
                #expect(request.contains("webhook-id: evt_1\r\n") && request.hasSuffix("\r\n\r\n{\"a\":1}"))
                for name in ["accept-encoding", "cookie", "authorization"] {
                    #expect(!request.lowercased().contains(name), "\(request)")
                }
            }
        }
    }

    @Test("A caller can request the response's body, with a limit; a forbidden address is not called")
    func body() async throws {
        let reply = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nanswer"
        try await Receiver.run(.answer(reply)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.1"], names: ["shop.test": [Self.loopback]]) {
                stage async throws in
                let url = try OutboundURL("http://shop.test:\(receiver.port)/")
                for (limit, expected) in [(6, Array("answer".utf8)), (4096, Array("answer".utf8)), (5, nil), (0, nil)] {
                    let (answer, body) = try await stage.sender.ask(
                        Array("{}".utf8),
                        headers: [],
                        to: url,
                        upTo: limit,
                        timeout: OutboundStage.patience
                    )
                    #expect(answer.isSuccess)
                    #expect(body == expected)
                }
                let inner = try OutboundURL("http://10.0.0.1/")
                let failure = await #expect(throws: OutboundFailure.self) {
                    _ = try await stage.sender.ask([], headers: [], to: inner, upTo: 9, timeout: .seconds(5))
                }
                #expect(failure?.refusal == .privateNetwork)
            }
        }
    }

    @Test("Consecutive calls share a connection, and a name is looked up once in a while")
    func keptAlive() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"], names: ["shop.test": [Self.loopback]]) {
                stage async throws in
                for _ in 0..<5 {
                    #expect(try await stage.post("http://shop.test:\(receiver.port)/").isSuccess)
                }
                #expect(receiver.log.connectionCount == 1 && receiver.log.requests.count == 5)
                #expect(stage.names.asked == ["shop.test"])
                stage.clock.turn(.seconds(6))
                #expect(try await stage.post("http://shop.test:\(receiver.port)/").isSuccess)
                #expect(stage.names.asked == ["shop.test", "shop.test"])
            }
        }
    }

    @Test("Concurrent calls use as many connections as allowed")
    func atOnce() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"], names: ["shop.test": [Self.loopback]]) {
                stage async throws in
                let count = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for _ in 0..<100 {
                        group.addTask { try await stage.post("http://shop.test:\(receiver.port)/").isSuccess }
                    }
                    return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(count == 100 && receiver.log.requests.count == 100)
                #expect((1...4).contains(receiver.log.connectionCount))
            }
        }
    }

    @Test(
        "One forbidden address of a name prevents every connection",
        arguments: [
            ("10.0.0.1", AddressRefusal.privateNetwork), ("169.254.169.254", .metadata), ("::1", .loopback),
            ("::ffff:192.168.1.1", .privateNetwork), ("64:ff9b::a00:1", .privateNetwork), ("fd00::1", .uniqueLocal),
        ]
    )
    func oneOfTwo(address: String, refusal: AddressRefusal) async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            let names = ["shop.test": [Self.loopback + [address]], "good.test": [Self.loopback]]
            try await OutboundStage.run(allow: ["127.0.0.1"], names: names) { stage async throws in
                let failure = try await stage.failure("http://shop.test:\(receiver.port)/")
                #expect(failure?.code == .addressForbidden && failure?.refusal == refusal)
                #expect(failure?.address == NetworkAddress(address))
                #expect(receiver.log.connectionCount == 0)
                #expect(try await stage.failure("http://good.test:\(receiver.port)/") == nil)
            }
        }
    }

    @Test("A name whose address changes is called at the checked address, and then refused")
    func rebinding() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            let names = ["shop.test": [Self.loopback, ["169.254.169.254"]]]
            try await OutboundStage.run(allow: ["127.0.0.1"], names: names) { stage async throws in
                #expect(try await stage.post("http://shop.test:\(receiver.port)/").isSuccess)
                #expect(stage.names.asked.count == 1)
                // The connection is still open; the current address of the name decides nevertheless.
                stage.clock.turn(.seconds(6))
                let failure = try await stage.failure("http://shop.test:\(receiver.port)/")
                #expect(failure?.code == .addressForbidden && failure?.refusal == .metadata)
                #expect(receiver.log.requests.count == 1 && stage.names.asked.count == 2)
            }
        }
    }

    @Test("A connection whose other end is not the checked address is closed before anything is sent")
    func stray() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            let judged = try #require(NetworkAddress("127.0.0.2"))
            for (expected, isStray) in [(judged, true), (try #require(NetworkAddress("127.0.0.1")), false)] {
                let client = HTTPClient(
                    eventLoopGroup: HTTPClient.defaultEventLoopGroup,
                    configuration: OutboundClient.configuration(
                        names: ["shop.test": "127.0.0.1"],
                        expecting: expected,
                        connectionLimit: 1,
                        tls: try OutboundClient.tls(additionalRoots: [])
                    )
                )
                let request = HTTPClientRequest(url: "http://shop.test:\(receiver.port)/")
                if isStray {
                    await #expect(throws: StrayConnectionError.self) {
                        _ = try await client.execute(request, timeout: .seconds(TestTimeout.seconds))
                    }
                    try await receiver.hungUp()
                    #expect(receiver.log.requests.isEmpty)
                } else {
                    _ = try await client.execute(request, timeout: .seconds(TestTimeout.seconds))
                    #expect(receiver.log.requests.count == 1)
                }
                try await client.shutdown()
            }
        }
    }

    @Test("A port other than the allowed one is refused")
    func port() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            let names = ["shop.test": [Self.loopback]]
            try await OutboundStage.run(allow: ["127.0.0.1:1"], names: names) { stage async throws in
                let failure = try await stage.failure("http://shop.test:\(receiver.port)/")
                #expect(failure?.code == .addressForbidden && failure?.refusal == .loopback)
            }
            try await OutboundStage.run(allow: ["127.0.0.1:\(receiver.port)"], names: names) { stage async throws in
                #expect(try await stage.failure("http://shop.test:\(receiver.port)/") == nil)
            }
        }
    }

    @Test("The IPv6 loopback address is refused, and called if it is allowed")
    func six() async throws {
        try await Receiver.run(.answer(Receiver.ok), at: "::1") { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                #expect(try await stage.failure("http://[::1]:\(receiver.port)/")?.refusal == .loopback)
            }
            try await OutboundStage.run(allow: ["[::1]:\(receiver.port)"], names: ["six.test": [["::1"]]]) {
                stage async throws in
                #expect(try await stage.post("http://[0:0:0:0:0:0:0:1]:\(receiver.port)/").isSuccess)
                #expect(try await stage.post("http://six.test:\(receiver.port)/").isSuccess)
                let hosts = receiver.log.requests.map { $0.lowercased().contains("host: [::1]:\(receiver.port)\r\n") }
                #expect(hosts == [true, false])
            }
        }
    }

    @Test("Plain HTTP is used only if all addresses are allowed")
    func plain() async throws {
        let names = ["shop.test": [["93.184.215.14"]], "both.test": [["127.0.0.1", "93.184.215.14"]]]
        try await OutboundStage.run(allow: ["127.0.0.1"], names: names) { stage async throws in
            #expect(try await stage.failure("http://shop.test/")?.code == .plainForbidden)
            #expect(try await stage.failure("http://both.test/")?.code == .plainForbidden)
            #expect(try await stage.failure("http://93.184.215.14/")?.code == .plainForbidden)
        }
    }

    @Test("A redirect is a response and is not followed", arguments: [301, 302, 307, 308])
    func redirect(status: Int) async throws {
        try await Receiver.run(.answer(Receiver.ok)) { other async throws in
            let location = "http://127.0.0.1:\(other.port)/"
            let reply = "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
            try await Receiver.run(.answer(reply)) { receiver async throws in
                try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                    let answer = try await stage.post("http://127.0.0.1:\(receiver.port)/")
                    #expect(answer.status == status && !answer.isSuccess)
                    #expect(other.log.connectionCount == 0)
                }
            }
        }
    }

    @Test("A body without an end is cut off with its connection, and the status counts")
    func endless() async throws {
        try await Receiver.run(.endless) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                let answer = try await stage.post("http://127.0.0.1:\(receiver.port)/")
                #expect(answer.status == 200 && answer.isCut)
                try await receiver.hungUp()
            }
        }
    }

    @Test("A body of the maximum size keeps the connection, and one more byte is cut off", arguments: [0, 1])
    func longest(surplus: Int) async throws {
        let count = 65536 + surplus
        let reply =
            "HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n" + String(repeating: "x", count: count)
        try await Receiver.run(.answer(reply)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                for _ in 0..<2 {
                    let answer = try await stage.post("http://127.0.0.1:\(receiver.port)/")
                    #expect(answer.status == 200 && answer.isCut == (surplus > 0))
                }
                if surplus == 0 { #expect(receiver.log.connectionCount == 1) }
            }
        }
    }

    @Test(
        "A receiver that does not complete its response in time has failed",
        arguments: [
            Receiver.Behavior.silent, .answer("HTTP/1.1 200 OK\r\nContent-Le"),
            .answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"),
        ]
    )
    func slow(behavior: Receiver.Behavior) async throws {
        try await Receiver.run(behavior) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                let url = "http://127.0.0.1:\(receiver.port)/"
                #expect(try await stage.failure(url, timeout: .milliseconds(200))?.code == .timedOut)
                try await receiver.hungUp()
            }
        }
    }

    @Test(
        "A receiver that closes the connection has failed, unless the response was complete",
        arguments: [
            ("", OutboundFailure.Code.closedEarly), ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", .closedEarly),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", .closedEarly),
            ("SSH-2.0-OpenSSH_9.2\r\n", .answerMalformed), ("HTTP/1.1 two hundred\r\n\r\n", .answerMalformed),
            (Receiver.ok, nil), ("HTTP/1.1 204 No Content\r\n\r\n", nil),
        ] as [(String, OutboundFailure.Code?)]
    )
    func hangingUp(text: String, code: OutboundFailure.Code?) async throws {
        try await Receiver.run(.hangUp(text)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                let failure = try await stage.failure("http://127.0.0.1:\(receiver.port)/")
                #expect(failure?.code == code)
            }
        }
    }

    @Test("A closed port has its own code, and the next address of the name is tried")
    func nobody() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            let names = ["none.test": [["127.0.0.2"]], "both.test": [["127.0.0.2", "127.0.0.1"]]]
            try await OutboundStage.run(allow: ["127.0.0.0/8"], names: names) { stage async throws in
                #expect(try await stage.failure("http://none.test:\(receiver.port)/")?.code == .connectionRefused)
                #expect(try await stage.post("http://both.test:\(receiver.port)/").isSuccess)
            }
        }
    }

    @Test("A name without an address, and a lookup that takes too long, are failures")
    func unknown() async throws {
        try await OutboundStage.run(allow: []) { stage async throws in
            #expect(try await stage.failure("https://none.test/")?.code == .hostUnknown)
        }
        let mute = HostResolver { _, _ in }
        try await OutboundStage.run(allow: [], resolver: mute) { stage async throws in
            let failure = try await stage.failure("https://none.test/", timeout: .milliseconds(50))
            #expect(failure?.code == .timedOut)
        }
    }

    @Test("The system's own resolver knows this machine, and the guard refuses it")
    func system() async throws {
        try await OutboundStage.run(allow: [], resolver: .system()) { stage async throws in
            let failure = try await stage.failure("https://localhost/")
            #expect(failure?.code == .addressForbidden && failure?.refusal == .loopback)
        }
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8", "::1"], resolver: .system()) { stage async throws in
                #expect(try await stage.post("http://localhost:\(receiver.port)/").isSuccess)
            }
        }
    }

    @Test("A canceled call returns at once")
    func canceled() async throws {
        try await Receiver.run(.silent) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                let task = Task { try await stage.failure("http://127.0.0.1:\(receiver.port)/") }
                task.cancel()
                #expect(try await task.value?.code == .canceled)
            }
        }
    }

    @Test("Unused connections are closed")
    func idle() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            let names = ["a.test": [Self.loopback], "b.test": [Self.loopback]]
            try await OutboundStage.run(allow: ["127.0.0.0/8"], names: names) { stage async throws in
                _ = try await stage.post("http://a.test:\(receiver.port)/")
                stage.clock.turn(.seconds(30))
                _ = try await stage.post("http://b.test:\(receiver.port)/")
                #expect(stage.sender.clientCount == 2)
                stage.clock.turn(.seconds(40))
                _ = try await stage.post("http://b.test:\(receiver.port)/")
                #expect(stage.sender.clientCount == 1)
                try await receiver.hungUp()
            }
        }
    }

    @Test("After the shutdown no calls are made")
    func ended() async throws {
        try await Receiver.run(.answer(Receiver.ok)) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.0/8"]) { stage async throws in
                await stage.sender.shutdown()
                #expect(try await stage.failure("http://127.0.0.1:\(receiver.port)/")?.code == .canceled)
                #expect(receiver.log.connectionCount == 0)
            }
        }
    }
}
