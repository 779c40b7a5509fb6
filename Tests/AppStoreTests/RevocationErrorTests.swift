import AppStore
import Testing

@Suite struct RevocationErrorTests {
    static let all: [RevocationError] = [
        .unreachable, .timedOut, .httpStatus(500), .tooLarge, .addressInvalid, .certificateUnreadable, .malformed,
        .notSuccessful(.tryLater), .versionUnsupported, .criticalExtension, .signerNotAuthorized(.absent),
        .signatureAlgorithmRefused, .signatureInvalid, .nonceMismatch, .wrongCertificate, .nextUpdateMissing, .stale,
        .fromTheFuture, .unknownToResponder,
    ]

    @Test("Codes are distinct and have the same form")
    func codes() {
        let codes = Self.all.map(\.code)
        #expect(Set(codes).count == codes.count)
        for code in codes {
            #expect(code.hasPrefix("ocsp_"))
            #expect(code.allSatisfy { $0 == "_" || ($0.isASCII && $0.isLowercase) })
        }
    }

    @Test("Questions without an answer are retryable; invalid answers are not")
    func retryable() {
        let retryable = Self.all.filter(\.isRetryable)
        #expect(retryable == [.unreachable, .timedOut, .httpStatus(500), .notSuccessful(.tryLater)])
    }
}
