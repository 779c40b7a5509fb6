import NIOSSL
import PurserService
import PurserTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct OutboundTLSTests {
    private static let names = ["shop.test": [["127.0.0.1"]]]

    private static func failure(
        _ certificate: ReceiverCertificate,
        roots: [[UInt8]],
        newest: TLSVersion? = nil,
        host: String = "shop.test"
    ) async throws -> OutboundFailure? {
        try await Receiver.run(.answer(Receiver.ok), certificate: certificate, newestTLS: newest) {
            receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.1"], names: Self.names, roots: roots) { stage async throws in
                let failure = try await stage.failure("https://\(host):\(receiver.port)/")
                #expect(receiver.log.requests.isEmpty == (failure != nil))
                return failure
            }
        }
    }

    @Test("A certificate for the name, or for the address, is accepted if its root is trusted")
    func good() async throws {
        let name = try ReceiverCertificate(names: ["shop.test"])
        #expect(try await Self.failure(name, roots: [name.root]) == nil)
        #expect(try await Self.failure(name, roots: [name.root], newest: .tlsv12) == nil)
        let address = try ReceiverCertificate(names: [], addresses: [[127, 0, 0, 1]])
        #expect(try await Self.failure(address, roots: [address.root], host: "127.0.0.1") == nil)
    }

    @Test("A certificate of an untrusted authority is refused, whether the address is allowed or not")
    func untrusted() async throws {
        let certificate = try ReceiverCertificate(names: ["shop.test"])
        let other = try ReceiverCertificate(names: ["shop.test"])
        #expect(try await Self.failure(certificate, roots: [])?.code == .certificateUntrusted)
        #expect(try await Self.failure(certificate, roots: [other.root])?.code == .certificateUntrusted)
    }

    @Test("An expired certificate is refused")
    func expired() async throws {
        let past = SigningAuthority.Validity(fromSeconds: 1_420_070_400, toSeconds: 1_451_606_400)
        let certificate = try ReceiverCertificate(names: ["shop.test"], validity: past)
        #expect(try await Self.failure(certificate, roots: [certificate.root])?.code == .certificateUntrusted)
    }

    @Test("A certificate for another name or another address is refused")
    func name() async throws {
        let name = try ReceiverCertificate(names: ["other.test"])
        #expect(try await Self.failure(name, roots: [name.root])?.code == .certificateName)
        let address = try ReceiverCertificate(names: ["shop.test"], addresses: [[127, 0, 0, 2]])
        #expect(
            try await Self.failure(address, roots: [address.root], host: "127.0.0.1")?.code == .certificateName
        )
    }

    @Test("TLS before 1.2, and servers without TLS, are refused")
    func old() async throws {
        let certificate = try ReceiverCertificate(names: ["shop.test"])
        #expect(try await Self.failure(certificate, roots: [certificate.root], newest: .tlsv11)?.code == .tlsFailed)
        try await Receiver.run(.silent) { receiver async throws in
            try await OutboundStage.run(allow: ["127.0.0.1"], names: Self.names) { stage async throws in
                let url = "https://shop.test:\(receiver.port)/"
                #expect(try await stage.failure(url, timeout: .milliseconds(300))?.code == .timedOut)
            }
        }
    }
}
