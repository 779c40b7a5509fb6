import Ledger
import NIOCore
import NIOSSL
import PurserService
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct LinkProbeTests {
    @Test("A host that responds as Apple does has the duration of every step, its certificate and its clock")
    func good() async throws {
        let certificate = try ReceiverCertificate(names: ["apple.test"])
        try await Receiver.run(.answer(LinkStage.refusal), certificate: certificate) { receiver async throws in
            let host = "apple.test:\(receiver.port)"
            let found = try await LinkStage.probe("https://\(host)", roots: [certificate.root])
            let result = try #require(found)
            #expect(result.host == host)
            #expect(result.failure == nil)
            #expect(Set(result.steps.keys) == [.dns, .tcp, .tls, .firstByte])
            #expect(result.steps.values.allSatisfy { $0 > .zero })
            #expect(result.certificateEnds?.milliseconds == SigningAuthority.Validity.wide.toSeconds * 1000)
            #expect(result.clockAheadMilliseconds == 10_500)
            #expect(receiver.log.connectionCount == 1)
            let request = try #require(receiver.log.requests.first)
            #expect(request.hasPrefix("GET /inApps/v1/transactions/0 HTTP/1.1\r\n"))
            #expect(request.contains("Host: \(host)\r\n") && request.contains("User-Agent: purser-link-probe\r\n"))
            #expect(!request.lowercased().contains("authorization"))
        }
    }

    @Test("A lookup that never ends does not start others, and fails in time")
    func silentResolver() async throws {
        let names = LinkStage.StubbornResolver()
        try await Receiver.run(.answer(LinkStage.refusal)) { receiver async throws in
            let target = try #require(LinkTarget("http://apple.test:\(receiver.port)", .serverAPI))
            let brief = LinkProbe.Limits(step: .milliseconds(100), total: .seconds(TestTimeout.seconds))
            let probe = try LinkProbe(wall: LinkStage.wall, resolver: names.resolver, limits: brief)
            for _ in 0..<3 {
                let failure = await probe.run(target)?.failure
                #expect(failure == LinkFailure(.dns, .timeout))
                #expect(failure?.place == .resolver)
            }
            #expect(names.asked == ["apple.test"])
            // A late answer is discarded, and the next probe looks the name up again.
            names.answer("127.0.0.1")
            #expect(await probe.run(target)?.failure == LinkFailure(.dns, .timeout))
            #expect(names.asked == ["apple.test", "apple.test"])
            #expect(receiver.log.connectionCount == 0)
        }
        let none = HostResolver { _, done in done([]) }
        #expect(
            try await LinkStage.probe("https://apple.test", resolver: none)?.failure == LinkFailure(.dns, .noAddress)
        )
    }

    @Test("A lookup that never returns is abandoned after a while, but at most three are open at once")
    func lostLookup() async throws {
        let names = LinkStage.StubbornResolver()
        try await Receiver.run(.answer(LinkStage.refusal)) { receiver async throws in
            let target = try #require(LinkTarget("http://apple.test:\(receiver.port)", .serverAPI))
            let brief = LinkProbe.Limits(step: .milliseconds(50), total: .seconds(TestTimeout.seconds), lookup: .zero)
            let probe = try LinkProbe(wall: LinkStage.wall, resolver: names.resolver, limits: brief)
            for count in [1, 2, 3, 3] {
                #expect(await probe.run(target)?.failure == LinkFailure(.dns, .timeout))
                #expect(names.asked.count == count)
            }
            // All three return late, and the name is looked up again.
            names.answer("127.0.0.1")
            #expect(await probe.run(target)?.failure == LinkFailure(.dns, .timeout))
            #expect(names.asked.count == 4)
        }
    }

    @Test("A closed port is a failure of the route, and does not hide another address that responds")
    func refused() async throws {
        let port = try await Receiver.run(.silent) { receiver async in receiver.port }
        let failure = try await LinkStage.probe("http://127.0.0.1:\(port)")?.failure
        #expect(failure == LinkFailure(.tcp, .refused))
        #expect(failure?.place == .route)
        try await Receiver.run(.answer(LinkStage.refusal)) { receiver async throws in
            let both = HostResolver { _, done in
                done(["127.0.0.2", "127.0.0.1"].compactMap(NetworkAddress.init))
            }
            let found = try await LinkStage.probe("http://apple.test:\(receiver.port)", resolver: both)
            #expect(found?.failure == nil && found?.steps[.tcp] != nil)
        }
    }

    @Test("An untrusted or expired certificate, or one for another name, fails TLS")
    func certificates() async throws {
        let past = SigningAuthority.Validity(fromSeconds: 1_420_070_400, toSeconds: 1_451_606_400)
        let good = try ReceiverCertificate(names: ["apple.test"])
        let expired = try ReceiverCertificate(names: ["apple.test"], validity: past)
        let other = try ReceiverCertificate(names: ["other.test"])
        for (certificate, roots) in [(good, []), (expired, [expired.root]), (other, [other.root])] {
            try await Receiver.run(.answer(LinkStage.refusal), certificate: certificate) { receiver async throws in
                let found = try await LinkStage.probe("https://apple.test:\(receiver.port)", roots: roots)
                let result = try #require(found)
                #expect(result.failure == LinkFailure(.tls, .certificate))
                #expect(result.failure?.place == .tls)
                #expect(Set(result.steps.keys) == [.dns, .tcp])
                #expect(receiver.log.requests.isEmpty)
            }
        }
    }

    @Test("A host without a current TLS version, or without a response, fails TLS")
    func handshakes() async throws {
        let certificate = try ReceiverCertificate(names: ["apple.test"])
        try await Receiver.run(.answer(LinkStage.refusal), certificate: certificate, newestTLS: .tlsv11) {
            receiver async throws in
            let found = try await LinkStage.probe("https://apple.test:\(receiver.port)", roots: [certificate.root])
            #expect(found?.failure == LinkFailure(.tls, .handshake))
        }
        try await Receiver.run(.silent) { receiver async throws in
            let found = try await LinkStage.probe("https://apple.test:\(receiver.port)", limits: LinkStage.brief)
            #expect(found?.failure == LinkFailure(.tls, .timeout))
            #expect(found?.failure?.place == .route)
            try await receiver.hungUp()
        }
    }

    @Test("A host that accepts the request and does not respond, or closes the connection, is Apple's failure")
    func silence() async throws {
        let silent = try await LinkStage.failure(.silent, limits: LinkStage.brief)
        #expect(silent == LinkFailure(.firstByte, .timeout))
        #expect(silent?.place == .apple)
        #expect(try await LinkStage.failure(.hangUp("")) == LinkFailure(.firstByte, .closed))
    }

    @Test("A body that is too long, never ends or is cut off fails in its step")
    func bodies() async throws {
        #expect(try await LinkStage.failure(.endless) == LinkFailure(.body, .form, status: 200))
        let part = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 100\r\n\r\nUn"
        #expect(
            try await LinkStage.failure(.answer(part), limits: LinkStage.brief)
                == LinkFailure(.body, .timeout, status: 401)
        )
        #expect(try await LinkStage.failure(.hangUp(part)) == LinkFailure(.body, .closed, status: 401))
    }

    @Test(
        "A response of another form than the interface's fails the last step, also with status 200",
        arguments: [
            (.serverAPI, "200 OK", "<html>We'll be back soon</html>", .form),
            (.serverAPI, "200 OK", "\n  <!DOCTYPE html>", .form), (.serverAPI, "401 Unauthorized", "<p>Log in", .form),
            (.serverAPI, "200 OK", "{}", .form), (.serverAPI, "503 Service Unavailable", "<html>", .status),
            (.serverAPI, "302 Found", "", .status), (.serverAPI, "403 Forbidden", "no", .status),
            (.connect, "200 OK", "<html>", .form), (.connect, "500 Error", #"{"errors":[]}"#, .status),
            (.verifyReceipt, "200 OK", "<html>", .form), (.verifyReceipt, "200 OK", "{}", .form),
            (.verifyReceipt, "200 OK", #"{"status":21005}"#, .status),
            (.verifyReceipt, "200 OK", #"{"code":503}"#, .status), (.verifyReceipt, "410 Gone", "", .status),
            (.ocsp, "200 OK", "<html>", .form), (.ocsp, "200 OK", "0\u{3}\n\u{1}\u{3}", .status),
            (.ocsp, "404 Not Found", "0\u{3}\n\u{1}\u{6}", .status),
        ] as [(LinkTarget.Interface, String, String, LinkFailure.Cause)]
    )
    func wrong(interface: LinkTarget.Interface, status: String, body: String, cause: LinkFailure.Cause) async throws {
        let failure = try await LinkStage.failure(.answer(LinkStage.answer(status, body)), interface)
        #expect(failure == LinkFailure(.body, cause, status: Int(status.prefix(3))))
        #expect(failure?.place == .apple)
    }

    @Test(
        "The response of each interface to a request without a key is accepted",
        arguments: [
            (.serverAPI, "401 Unauthorized", ""), (.serverAPI, "429 Too Many Requests", ""),
            (.serverAPI, "404 Not Found", #"{"errorCode":4040010,"errorMessage":"m"}"#),
            (.connect, "401 Unauthorized", #"{"errors":[{"status":"401","code":"NOT_AUTHORIZED"}]}"#),
            (.verifyReceipt, "200 OK", #"{"status":21002}"#), (.verifyReceipt, "200 OK", #"{"status":21000}"#),
            (.ocsp, "200 OK", "0\u{3}\n\u{1}\u{6}"),
        ] as [(LinkTarget.Interface, String, String)]
    )
    func right(interface: LinkTarget.Interface, status: String, body: String) async throws {
        #expect(try await LinkStage.failure(.answer(LinkStage.answer(status, body)), interface) == nil)
    }

    @Test("A canceled probe has no result, and leaves no connection open")
    func canceled() async throws {
        try await Receiver.run(.silent) { receiver async throws in
            let probing = Task { try await LinkStage.probe("http://apple.test:\(receiver.port)") }
            while receiver.log.requests.isEmpty { try await ContinuousClock().sleep(for: .milliseconds(5)) }
            probing.cancel()
            #expect(try await probing.value == nil)
            try await receiver.hungUp()
        }
    }

    @Test("A failure has a sentence in each language that names the place to examine first")
    func sentences() {
        let (english, chinese) = (LinkSentences(isChinese: false), LinkSentences(isChinese: true))
        var seen: Set<String> = []
        for step in LinkFailure.Step.allCases {
            for cause in LinkFailure.Cause.allCases {
                let failure = LinkFailure(step, cause, status: step == .body ? 503 : nil)
                #expect(english.sentence(failure) != chinese.sentence(failure))
                seen.insert(english.sentence(failure))
            }
        }
        for place in LinkFailure.Place.allCases {
            #expect(english.sentence(place) != chinese.sentence(place))
        }
        #expect(english.sentence(.tls).contains("clock and root certificates"))
        #expect(!english.sentence(.tls).contains("firewall"))
        #expect(seen.count > 15)
    }
}
