import AppStore
import AsyncHTTPClient
import Foundation
import Testing

@Suite(.enabled(if: RevocationOpenSSL.path != nil, "the openssl command is not installed"), .timeLimit(.minutes(10)))
struct RevocationOpenSSLTests {
    @Test("OpenSSL reads the serial number, the hashes, and the nonce of a request")
    func request() throws {
        let authority = try RevocationOpenSSL(key: .p384)
        let request = try authority.request(about: "good")
        let text = try authority.text(of: request)

        #expect(text.contains("Serial Number: \(RevocationOpenSSL.goodSerial)"))
        #expect(text.contains("Hash Algorithm: sha1"))
        #expect(text.contains("Issuer Name Hash: \(Self.hex(request.certificateID.issuerNameHash))"))
        #expect(text.contains("Issuer Key Hash: \(Self.hex(request.certificateID.issuerKeyHash))"))
        #expect(text.contains("OCSP Nonce"))
        #expect(text.contains("0420\(Self.hex(request.nonce))"))
    }

    @Test(
        "OpenSSL's answers are accepted, signed with either kind of key and either hash",
        arguments: RevocationOpenSSL.Key.allCases,
        ["sha256", "sha384"]
    )
    func answers(key: RevocationOpenSSL.Key, hash: String) throws {
        let authority = try RevocationOpenSSL(key: key)
        let issuer = try authority.certificate("ca")
        let now = try authority.now
        for (name, signer, options) in [
            ("good", "ca", []), ("revoked", "ca", ["-resp_key_id"]), ("unlisted", "ca", ["-resp_no_certs"]),
            ("good", "responder", []), ("revoked", "responder", ["-resp_key_id"]), ("unlisted", "responder", []),
        ] {
            let request = try authority.request(about: name)
            let bytes = try authority.respond(to: request, signer: signer, options: ["-rmd", hash] + options)
            let answer = try OCSPResponse(derBytes: bytes).answer(to: request, issuer: issuer, at: now)
            switch name {
            case "good": #expect(answer.status == .good(until: answer.nextUpdateAt))
            case "revoked": #expect(answer.status == .revoked(at: 1_709_210_096_000, reason: .keyCompromise))
            default: #expect(answer.status == .unknown)
            }
            #expect(answer.nextUpdateAt == answer.thisUpdateAt + 3_600_000)
        }
    }

    @Test(
        "OpenSSL returns the nonce of the request, which does not match another request",
        arguments: RevocationOpenSSL.Key.allCases
    )
    func nonce(key: RevocationOpenSSL.Key) throws {
        let authority = try RevocationOpenSSL(key: key)
        let request = try authority.request(about: "good")
        let response = try OCSPResponse(derBytes: try authority.respond(to: request))
        let other = try OCSPRequest(
            certificateID: request.certificateID,
            nonce: [UInt8](repeating: 1, count: OCSPRequest.nonceByteCount)
        )
        let (issuer, now) = (try authority.certificate("ca"), try authority.now)

        #expect(throws: Never.self) { try response.answer(to: request, issuer: issuer, at: now) }
        #expect(throws: RevocationError.nonceMismatch) { try response.answer(to: other, issuer: issuer, at: now) }
    }

    @Test(
        "OpenSSL's signatures with SHA-1, or without the purpose, are refused",
        arguments: RevocationOpenSSL.Key.allCases
    )
    func refused(key: RevocationOpenSSL.Key) throws {
        let authority = try RevocationOpenSSL(key: key)
        let request = try authority.request(about: "good")
        let (issuer, now) = (try authority.certificate("ca"), try authority.now)

        let weak = try OCSPResponse(derBytes: try authority.respond(to: request, options: ["-rmd", "sha1"]))
        #expect(throws: RevocationError.signatureAlgorithmRefused) {
            try weak.answer(to: request, issuer: issuer, at: now)
        }
        let impostor = try OCSPResponse(derBytes: try authority.respond(to: request, signer: "impostor"))
        #expect(throws: RevocationError.signerNotAuthorized(.purposeMissing)) {
            try impostor.answer(to: request, issuer: issuer, at: now)
        }
    }

    @Test("A question reaches OpenSSL over HTTP, and its answer is returned")
    func overHTTP() async throws {
        let authority = try RevocationOpenSSL(key: .p384)
        let (server, address) = try authority.serve()
        defer { server.terminate() }
        let client = HTTPClient(eventLoopGroupProvider: .singleton)
        let request = try authority.request(about: "revoked")
        let outcome: Result<[UInt8], RevocationError>
        do throws(RevocationError) {
            outcome = .success(try await OCSPTransport.http(client).exchange(address, request.derBytes))
        } catch {
            outcome = .failure(error)
        }
        try await client.shutdown()

        let answer = try OCSPResponse(derBytes: try outcome.get())
            .answer(to: request, issuer: try authority.certificate("ca"), at: try authority.now)
        #expect(answer.status == .revoked(at: 1_709_210_096_000, reason: .keyCompromise))
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
