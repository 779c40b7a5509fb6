import Ledger
import PurserService
import PurserTesting
import Testing
import torture

@Suite struct WebhookCheckTests {
    private static let body = Array(#"{"id":"cus_ada_1"}"#.utf8)
    private static let endpoint = WebhookID("we_1")
    private static let now = Instant(milliseconds: 1_767_571_200_000)
    private static let secrets = WebhookSecrets(
        path: nil,
        ambient: Ambient(now: { Self.now }, randomBytes: { count in (0..<count).map { UInt8(truncatingIfNeeded: $0) } })
    )

    private static func secret(_ generation: Int, _ kind: WebhookSignatureKind) throws -> String {
        try Self.secrets.revealed(endpoint: Self.endpoint, generation: generation, kind: kind)
    }

    private static func isTaken(
        by check: WebhookCheck,
        signedBy generations: [Int],
        _ kind: WebhookSignatureKind,
        body: [UInt8] = Self.body,
        laterSeconds: Int64 = 0
    ) throws -> Bool {
        let headers = try Self.secrets.headers(
            id: "cus_ada_1",
            at: Self.now,
            body: Self.body,
            endpoint: Self.endpoint,
            generations: generations,
            kind: kind
        )
        let values = Dictionary(headers) { first, _ in first }
        return check.accepts(
            id: values["webhook-id"] ?? "",
            timestamp: values["webhook-timestamp"] ?? "",
            signatures: values["webhook-signature"] ?? "",
            body: body,
            now: Self.now.milliseconds / 1000 + laterSeconds
        )
    }

    @Test(
        "A receiver takes what either of two secrets signs, and nothing else",
        arguments: WebhookSignatureKind.allCases
    )
    func takes(kind: WebhookSignatureKind) throws {
        var check = WebhookCheck(secrets: [try Self.secret(1, kind)])
        #expect(try Self.isTaken(by: check, signedBy: [2, 1], kind))
        #expect(try !Self.isTaken(by: check, signedBy: [2], kind))
        check.learn(try Self.secret(2, kind))
        #expect(try Self.isTaken(by: check, signedBy: [2], kind))
        #expect(try !Self.isTaken(by: check, signedBy: [2], kind, body: Self.body + [32]))
        #expect(try Self.isTaken(by: check, signedBy: [2], kind, laterSeconds: 300))
        #expect(try !Self.isTaken(by: check, signedBy: [2], kind, laterSeconds: 301))
    }
}
