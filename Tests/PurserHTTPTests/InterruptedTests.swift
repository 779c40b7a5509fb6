import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserTesting
import Testing

/// After any failure during a request with a key, and any end of the process, a repetition performs it once, and all
/// repetitions get one response.
@Suite struct InterruptedTests {
    /// Something that is to be done once.
    struct Action: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let path: String
        let body: String
        let status: HTTPResponse.Status
        /// Where what was done is listed, and under which name.
        let list: String
        let member: String
        /// Whether the answer holds a secret, which is given once.
        var isSecret = false
        /// Whether Apple's side is needed.
        var isAsked = false
    }

    private static let actions = [
        Action(
            testDescription: "an order",
            path: "/v1/orders",
            body: #"{"customer":"anna","product":"gems.600"}"#,
            status: .created,
            list: "/v1/customers/anna/orders",
            member: "orders"
        ),
        Action(
            testDescription: "a note on an order",
            path: "/v1/orders/o-1/notes",
            body: #"{"text":"He called."}"#,
            status: .ok,
            list: "/v1/orders/o-1",
            member: "notes"
        ),
        Action(
            testDescription: "a grant",
            path: "/v1/customers/anna/grants",
            body: #"{"entitlement":"pro","reason":"an apology"}"#,
            status: .created,
            list: "/v1/customers/anna/grants",
            member: "grants"
        ),
        Action(
            testDescription: "a key",
            path: "/v1/keys",
            body: #"{"kind":"publishable","name":"app"}"#,
            status: .created,
            list: "/v1/keys",
            member: "keys",
            isSecret: true
        ),
        Action(
            testDescription: "a webhook",
            path: "/v1/webhooks",
            body: #"{"url":"https://shop.example.com/in"}"#,
            status: .created,
            list: "/v1/webhooks",
            member: "webhooks",
            isSecret: true
        ),
        Action(
            testDescription: "coins given",
            path: "/v1/customers/anna/wallets/gems/grant",
            body: #"{"quantity":7,"reason":"an apology"}"#,
            status: .created,
            list: "/v1/customers/anna/wallets/gems/movements",
            member: "movements"
        ),
        Action(
            testDescription: "one renewal date extended",
            path: "/v1/subscriptions/2000000000000001/extend",
            body: #"{"days":7,"reasonCode":"outage"}"#,
            status: .accepted,
            list: "/v1/extensions",
            member: "extensions",
            isAsked: true
        ),
        Action(
            testDescription: "all renewal dates extended",
            path: "/v1/extensions",
            body: #"{"product":"pro.monthly","days":7,"reasonCode":"outage"}"#,
            status: .accepted,
            list: "/v1/extensions",
            member: "extensions",
            isAsked: true
        ),
    ]

    /// A server whose repository fails on demand.
    private struct Stand {
        let action: Action
        let steps: BreakingRepository.Steps
        private let send: (HTTPRequest.Method, String, String?, String) async throws -> TestServer.TestResponse
        /// Lets so much time pass that no lease stands any more.
        let wait: () async throws -> Void

        init(_ action: Action) async throws {
            let repository = BreakingRepository(base: InMemoryRepository())
            self.action = action
            self.steps = repository.steps
            if action.isAsked {
                let stage = try WorldStage(.production, repository: repository)
                self.send = { try await stage.send($0, $1, idempotency: $2, body: $3) }
                self.wait = { try await stage.pass(.seconds(150)) }
            } else {
                let stage = try AuthenticationStage(repository: repository)
                self.send = { try await stage.send($0, $1, key: TestServer.key, idempotency: $2, body: $3) }
                self.wait = { stage.pass(.seconds(150)) }
                let order = #"{"id":"o-1","customer":"ben","product":"gems.600"}"#
                _ = try await self.send(.post, "/v1/orders", nil, order)
            }
        }

        /// Does the action under a key.
        func perform(_ key: String) async throws -> TestServer.TestResponse {
            try await self.send(.post, self.action.path, key, self.action.body)
        }

        /// How often it was done.
        func count() async throws -> Int {
            let answer = try await self.send(.get, self.action.list, nil, "")
            guard case .array(let found)? = answer[self.action.member] else { return 0 }
            return found.count
        }
    }

    @Test(
        "A request that was interrupted at any step is performed once, and always gets the same response",
        arguments: Self.actions
    )
    func once(action: Action) async throws {
        let stand = try await Stand(action)
        stand.steps.begin()
        #expect(try await stand.perform("clean").status == action.status)
        let stepCount = stand.steps.count
        #expect(stepCount > 0)
        for how in BreakingRepository.Break.allCases {
            for step in 1...stepCount {
                let place: Comment = "\(how) at step \(step) of \(stepCount)"
                let key = "\(how)-\(step)"
                let before = try await stand.count()
                stand.steps.begin(breakingAt: (step, how))
                let first = try await stand.perform(key)
                stand.steps.begin()
                var second = try await stand.perform(key)
                if second.code == "idempotency_in_progress" {
                    try await stand.wait()
                    second = try await stand.perform(key)
                }
                let third = try await stand.perform(key)
                #expect(try await stand.count() == before + 1, place)
                if action.isSecret, second.status != action.status {
                    // It is reported once, and no client is made to believe that it was not performed.
                    #expect(second.code == "idempotency_answer_not_kept", place)
                } else {
                    #expect(second.status == action.status, place)
                    if first.status == action.status, !action.isSecret { #expect(second.text == first.text, place) }
                }
                if action.isSecret {
                    #expect(third.code == "idempotency_answer_not_kept", place)
                } else {
                    #expect(third.text == second.text, place)
                    #expect(try third.headers[#require(HTTPField.Name("Idempotency-Replayed"))] == "true", place)
                }
            }
        }
    }
}
