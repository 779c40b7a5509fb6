import Foundation
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct WebhookJudgeTests {
    @Test(
        "The libraries that receivers use take what is sent, with either secret while it changes, and nothing else",
        .enabled(
            if: JudgeInstallation.has(JudgeInstallation.webhooks),
            "standardwebhooks and svix are not in .build/judge-webhooks: run scripts/setup --tests where an index is"
        )
    )
    func judged() async throws {
        let folder = try TemporaryFolder()
        // The libraries go by real time.
        let now = Instant(milliseconds: Int64(time(nil)) * 1000)
        let ambient = Ambient(now: { now }, randomBytes: { count in (0..<count).map { UInt8(truncatingIfNeeded: $0) } })
        let secrets = WebhookSecrets(path: folder.path + "/webhook-key", ambient: ambient)
        let endpoint = WebhookID("wh_shop")
        let receiver = try RunningReceiver(
            secrets: [
                "old": try secrets.revealed(endpoint: endpoint, generation: 1, kind: .hmac),
                "new": try secrets.revealed(endpoint: endpoint, generation: 2, kind: .hmac),
                "oldKey": try secrets.revealed(endpoint: endpoint, generation: 1, kind: .ed25519),
                "newKey": try secrets.revealed(endpoint: endpoint, generation: 2, kind: .ed25519),
            ],
            in: folder
        )
        let allowed = try #require(AllowedAddress("127.0.0.1:\(receiver.port)"))
        let sender = try OutboundSender(guard: AddressGuard(allow: [allowed]), ambient: ambient)
        let body = Array(#"{"type":"entitlements.changed","data":{"name":"Zoë \"双\""}}"#.utf8)
        for (path, generations, kind, instant) in [
            ("/both", [2, 1], WebhookSignatureKind.hmac, now), ("/new", [2], .hmac, now),
            ("/keys", [2, 1], .ed25519, now), ("/newKey", [2], .ed25519, now),
            ("/late", [2, 1], .hmac, now - .minutes(6)),
        ] {
            let headers = try secrets.headers(
                id: "evt_0123456789",
                at: instant,
                body: body,
                endpoint: endpoint,
                generations: generations,
                kind: kind
            )
            let answer = try await sender.post(
                body,
                headers: headers + [("content-type", "application/json")],
                to: try OutboundURL("http://127.0.0.1:\(receiver.port)\(path)"),
                timeout: TestTimeout.duration
            )
            #expect(try receiver.verdict() == "\(path) good")
            #expect(answer.status == 204)
        }
        await sender.shutdown()
    }
}
