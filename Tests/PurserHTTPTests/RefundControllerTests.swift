import AppStore
import HTTPTypes
import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct RefundControllerTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    /// Requests a refund from Apple.
    private func ask(_ id: String = "1", by customer: String = "anna") async throws -> String {
        let now = self.server.shop.ambient.now()
        let snapshot = TransactionSnapshot(
            transactionID: TransactionID(id),
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems"),
            kind: .consumable,
            purchaseAt: now,
            price: Money(amountMilliunits: 4_990, currency: "USD"),
            signedAt: now,
            digest: .number(1)
        )
        var intake = Sample.facts(
            [snapshot],
            submission: Sample.submission(customer, id, at: now),
            app: self.server.shop.app.name
        )
        intake.receivedAt = now
        intake.refund = RefundUpdate(
            transactionID: snapshot.transactionID,
            subject: RefundSubject(snapshot),
            signedRefunds: [SignedRefund(id: "u\(id)", kind: .requested(reason: "OTHER"), signedAt: now)]
        )
        _ = try await self.server.shop.repository.record(intake)
        return "/v1/refunds/\(RefundID(TransactionID(id), in: .production))"
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ json: String = "{}"
    ) async throws -> TestServer.TestResponse {
        try await self.server.send(method, path, body: method == .get ? [] : Array(json.utf8))
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let elements)? = value else { return [] }
        return elements
    }

    private static func count(_ page: TestServer.TestResponse, _ name: String = "refunds") -> Int? {
        guard case .array(let elements)? = page[name] else { return nil }
        return elements.count
    }

    @Test("Refunds are listed in pages, by how they stand and whose they are, and shown one by one")
    func list() async throws {
        let path = try await self.ask("1")
        _ = try await self.ask("2", by: "bert")
        #expect(Self.count(try await self.send(.get, "/v1/refunds")) == 2)
        let page = try await self.send(.get, "/v1/refunds?limit=1")
        #expect(Self.count(page) == 1)
        guard case .string(let next)? = page["next"] else {
            Issue.record("There is a next page.")
            return
        }
        #expect(Self.count(try await self.send(.get, "/v1/refunds?cursor=\(next)")) == 1)
        #expect(Self.count(try await self.send(.get, "/v1/refunds?customer=anna")) == 1)
        #expect(Self.count(try await self.send(.get, "/v1/refunds?state=requested")) == 2)
        #expect(Self.count(try await self.send(.get, "/v1/refunds?state=held")) == 0)
        #expect(try await self.send(.get, "/v1/refunds?state=lost").status == .unprocessableContent)
        let one = try await self.send(.get, path)
        #expect(one.status == .ok)
        #expect(one["state"] == .string("requested"))
        #expect(one["customer"] == .string("anna"))
        let none = try await self.send(.get, "/v1/refunds/rfd_Production_9")
        #expect(none.status == .notFound)
        #expect(none["code"] == .string("refund_not_found"))
    }

    @Test("Refunds are listed newest first on request, page by page back to the first")
    func newestFirst() async throws {
        for (id, customer) in [("1", "anna"), ("2", "bert"), ("3", "carl")] { _ = try await self.ask(id, by: customer) }
        var customers: [JSONValue?] = []
        var cursor = ""
        for _ in 0..<3 {
            let page = try await self.send(.get, "/v1/refunds?order=newest&limit=1\(cursor)")
            guard case .array(let refunds)? = page["refunds"] else { break }
            customers += refunds.map { $0["customer"] }
            guard case .string(let next)? = page["next"] else { break }
            cursor = "&cursor=\(next)"
        }
        #expect(customers == [.string("carl"), .string("bert"), .string("anna")])
        let anna = try await self.send(.get, "/v1/refunds?order=newest&customer=anna&state=requested")
        #expect(Self.count(anna) == 1 && anna["next"] == nil)
        #expect(try await self.send(.get, "/v1/refunds?order=lost").status == .unprocessableContent)
    }

    @Test("An operator decides a waiting case, with a valid answer, and not a superseded one")
    func answer() async throws {
        let path = try await self.ask()
        let wrong = try await self.send(.post, "\(path)/answer", #"{"answer":"MAYBE"}"#)
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong["code"] == .string("field_invalid"))
        let taken = try await self.send(.post, "\(path)/answer", #"{"answer":"DECLINE","reason":"spent"}"#)
        #expect(taken.status == .ok && taken["nothing"] == nil)
        let again = try await self.send(.post, "\(path)/answer", #"{"answer":"DECLINE"}"#)
        #expect(again["nothing"] == .string("refund_answer_unchanged"))
        let now = self.server.shop.ambient.now()
        let name = self.server.shop.app.name
        let lease = try #require(
            try await self.server.shop.repository.leaseRefunds(of: name, at: now, until: now, limit: 1).leases.first
        )
        var answer = try #require(lease.record.answers.first)
        #expect(answer.decision?.preference == .decline)
        answer.receivedAt = now
        _ = try await self.server.shop.repository.write { [answer] unit in
            try unit.conclude(lease, RefundStep(answer, next: .never), at: now)
        }
        let late = try await self.send(.post, "\(path)/answer", #"{"answer":"GRANT_FULL"}"#)
        #expect(late.status == .conflict)
        #expect(late["code"] == .string("refund_not_open"))
        let none = try await self.send(.post, "/v1/refunds/rfd_Production_9/answer", #"{"answer":"none"}"#)
        #expect(none.status == .notFound)
    }

    @Test("An operator cannot answer a case for which no answer is allowed, and gets an error")
    func withheld() async throws {
        let path = try await self.ask()
        let now = self.server.shop.ambient.now()
        let name = self.server.shop.app.name
        let lease = try #require(
            try await self.server.shop.repository.leaseRefunds(of: name, at: now, until: now, limit: 1).leases.first
        )
        var answer = RefundAnswer(try #require(lease.record.openRequest?.id))
        answer.refusal = .noConsent
        _ = try await self.server.shop.repository.write { [answer] unit in
            try unit.conclude(lease, RefundStep(answer, next: .never), at: now)
        }
        #expect(try await self.send(.get, path)["state"] == .string("withheld"))
        let refused = try await self.send(.post, "\(path)/answer", #"{"answer":"GRANT_FULL"}"#)
        #expect(refused.status == .conflict, "\(refused.text)")
        #expect(refused["code"] == .string("refund_withheld"))
        let entry = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
            .last
        #expect(entry?.outcome == .refused(code: "refund_withheld"))
    }

    @Test("Policies are published one after the other, and none that has a mistake")
    func policies() async throws {
        #expect(Self.count(try await self.send(.get, "/v1/refund-policies"), "policies") == 0)
        let mistaken = #"{"policy":"policy: refunds\notherwise: MAYBE\n"}"#
        let wrong = try await self.send(.post, "/v1/refund-policies", mistaken)
        #expect(wrong.status == .unprocessableContent)
        #expect(wrong["code"] == .string("refund_policy_invalid"))
        for (version, decision, nothing) in [
            ("1", "DECLINE", nil), ("2", "GRANT_FULL", nil), ("2", "GRANT_FULL", "refund_policy_unchanged"),
        ] {
            let published = try await self.send(
                .post,
                "/v1/refund-policies",
                #"{"policy":"policy: refunds\notherwise: \#(decision)\n","reason":"better"}"#
            )
            #expect(published.status == .ok)
            #expect(published["version"] == .number(version))
            #expect(published["nothing"] == nothing.map { .string($0) })
        }
        #expect(Self.count(try await self.send(.get, "/v1/refund-policies"), "policies") == 2)
        let page = try await self.send(.get, "/v1/refund-policies?limit=1")
        #expect(page["next"] == .string("2"))
        #expect(Self.count(try await self.send(.get, "/v1/refund-policies?cursor=2"), "policies") == 1)
    }

    @Test("A policy is tried on a share of the cases, shown with both arms, and ended by a person")
    func trial() async throws {
        func publish(_ trial: String?) async throws -> TestServer.TestResponse {
            let member = trial.map { #","trial":\#($0)"# } ?? ""
            let text = #""policy: refunds\notherwise: DECLINE\n""#
            return try await self.send(.post, "/v1/refund-policies", #"{"policy":\#(text)\#(member)}"#)
        }
        let plain = try await publish(nil)
        #expect(plain["trial"] == nil)
        for (trial, code) in [
            (#"{"shareMilliunits":100000}"#, "refund_trial_invalid"), (#"{"seed":7}"#, "field_missing"),
            (#"{"shareMilliunits":20000,"minimumCases":9}"#, "refund_trial_invalid"), (#""20""#, "field_wrong_type"),
            (#"{"shareMilliunits":0.5}"#, "field_wrong_type"), (#"{"share":20}"#, "field_unknown"),
        ] {
            let wrong = try await publish(trial)
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong["code"] == .string(code))
        }
        let tried = try await publish(#"{"shareMilliunits":20000,"seed":7}"#)
        #expect(tried.status == .ok, "\(tried.text)")
        #expect(tried["version"] == .number("2"))
        #expect(tried["trial"]?["state"] == .string("running"))
        #expect(Self.elements(tried["trial"]?["arms"]).map { $0["arm"] } == [.string("trial"), .string("hold_out")])
        let second = try await publish(#"{"shareMilliunits":20000}"#)
        #expect(second.status == .conflict)
        #expect(second["code"] == .string("refund_trial_running"))
        let shown = try await self.send(.get, "/v1/refund-policies/2")
        #expect(shown["trial"]?["seed"] == .number("7"))
        let listed = try await self.send(.get, "/v1/refund-policies")
        #expect(Self.elements(listed["policies"]).first?["trial"]?["state"] == .string("running"))
        let ended = try await self.send(.post, "/v1/refund-policies/2/end-trial", #"{"reason":"enough"}"#)
        #expect(ended.status == .ok, "\(ended.text)")
        #expect(ended["trial"]?["state"] == .string("stopped"))
        let twice = try await self.send(.post, "/v1/refund-policies/2/end-trial")
        #expect(twice.status == .conflict)
        #expect(twice["code"] == .string("refund_trial_not_running"))
        for path in ["9", "0", "x", "9223372036854775807"] {
            let none = try await self.send(.get, "/v1/refund-policies/\(path)")
            #expect(none.status == .notFound)
            #expect(none["code"] == .string("refund_policy_not_found"))
        }
    }

    @Test("A dry run is canceled when its client has disconnected")
    func canceled() async throws {
        let service = RefundService(
            repository: self.server.shop.repository,
            apps: [self.server.shop.app.name],
            ambient: self.server.shop.ambient,
            audit: AuditLog(repository: self.server.shop.repository, ambient: self.server.shop.ambient)
        )
        let name = self.server.shop.app.name
        let run = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await service.dryRun("policy: refunds\notherwise: none\n", in: name)
        }
        run.cancel()
        await #expect(throws: RefundError.canceled) { try await run.value }
    }

    @Test("A dry run meets the requests of the past and changes nothing")
    func dryRun() async throws {
        _ = try await self.ask()
        let now = self.server.shop.ambient.now()
        let name = self.server.shop.app.name
        let lease = try #require(
            try await self.server.shop.repository.leaseRefunds(of: name, at: now, until: now, limit: 1).leases.first
        )
        var answer = RefundAnswer("u1")
        answer.evidence = ["product": .text("gems")]
        answer.circumstances = RefundCircumstances(
            kind: .consumable,
            deliveryStatus: .delivered,
            share: 0,
            hasConsent: true
        )
        answer.sent = RefundAnswer.SentAnswer(
            body: Array("{}".utf8),
            isFirstVersion: false,
            deliveryStatus: .delivered,
            share: 0,
            preference: nil,
            frozenAt: now
        )
        answer.receivedAt = now
        _ = try await self.server.shop.repository.write { [answer] unit in
            try unit.conclude(lease, RefundStep(answer, next: .never), at: now)
        }
        let rule = #"  - name: gems\n    when: { product: gems }\n    answer: DECLINE\n"#
        let policy = #"policy: refunds\nrules:\n"# + rule + #"otherwise: none\n"#
        let run = try await self.send(.post, "/v1/refund-policies/dry-run", #"{"policy":"\#(policy)"}"#)
        #expect(run.status == .ok, "\(run.text)")
        #expect(run["requests"] == .number("1"))
        #expect(run["different"] == .number("1"))
        let later = #"{"policy":"\#(policy)","since":"2999-01-01T00:00:00Z"}"#
        #expect(try await self.send(.post, "/v1/refund-policies/dry-run", later)["requests"] == .number("0"))
        #expect(Self.count(try await self.send(.get, "/v1/refund-policies"), "policies") == 0)
        let wrong = try await self.send(.post, "/v1/refund-policies/dry-run", #"{"policy":"otherwise: 7"}"#)
        #expect(wrong["code"] == .string("refund_policy_invalid"))
    }

    @Test("A policy that names a product which the catalog does not have is published with a warning")
    func warnings() async throws {
        let rule = #"  - name: gems\n    when: { product: com.example.nothing }\n    answer: DECLINE\n"#
        let policy = #"policy: refunds\nrules:\n"# + rule + #"otherwise: none\n"#
        let published = try await self.send(.post, "/v1/refund-policies", #"{"policy":"\#(policy)"}"#)
        #expect(published.status == .ok, "\(published.text)")
        let warnings = Self.elements(published["warnings"])
        #expect(warnings.count == 1)
        guard case .string(let warning)? = warnings.first else { return }
        #expect(warning.hasPrefix("policy:4: rules[0].when.product: the catalog has no product"), "\(warning)")
        let plain = try await self.send(
            .post,
            "/v1/refund-policies",
            #"{"policy":"policy: refunds\notherwise: none\n"}"#
        )
        #expect(Self.count(plain, "warnings") == 0)
    }

    @Test("A report counts the refunds of its period, by answer, by product and by storefront")
    func report() async throws {
        _ = try await self.ask("1")
        _ = try await self.ask("2", by: "bert")
        let now = self.server.shop.ambient.now()
        let name = self.server.shop.app.name
        let lease = try #require(
            try await self.server.shop.repository.leaseRefunds(of: name, at: now, until: now, limit: 1).leases.first
        )
        var answer = RefundAnswer(try #require(lease.record.openRequest?.id))
        answer.evidence = ["storefront": .text("USA")]
        answer.sent = RefundAnswer.SentAnswer(
            body: Array("{}".utf8),
            isFirstVersion: false,
            deliveryStatus: .delivered,
            share: 0,
            preference: .decline,
            frozenAt: now
        )
        answer.receivedAt = now
        _ = try await self.server.shop.repository.write { [answer] unit in
            try unit.conclude(lease, RefundStep(answer, next: .never), at: now)
        }
        let report = try await self.send(.get, "/v1/refund-report")
        #expect(report.status == .ok, "\(report.text)")
        #expect(report["environment"] == .string("Production"))
        #expect(report["requests"]?["asked"] == .number("2"))
        #expect(report["requests"]?["inTime"] == .number("1"))
        #expect(report["requests"]?["open"] == .number("1"))
        #expect(report["asked"]?["open"] == .number("2"), "Apple has decided nothing.")
        #expect(Self.elements(report["answers"]).map { $0["answer"] } == [.string("DECLINE"), .string("nothing")])
        #expect(Self.elements(report["products"]).map { $0["product"] } == [.string("gems")])
        #expect(Self.elements(report["storefronts"]).map { $0["storefront"] } == [nil, .string("USA")])
        let sandbox = try await self.send(.get, "/v1/refund-report?environment=Sandbox")
        #expect(sandbox["requests"]?["asked"] == .number("0"))
        let later = try await self.send(.get, "/v1/refund-report?since=2999-01-01T00:00:00Z")
        #expect(later["requests"]?["asked"] == .number("0"))
        let earlier = try await self.send(.get, "/v1/refund-report?until=2001-01-01T00:00:00Z")
        #expect(earlier["requests"]?["asked"] == .number("0"))
        for (query, code) in [
            ("since=yesterday", "field_invalid"), ("environment=Moon", "environment_invalid"),
            ("since=2026-01-01T00:00:00Z&until=2026-01-01T00:00:00Z", "field_invalid"),
        ] {
            let wrong = try await self.send(.get, "/v1/refund-report?\(query)")
            #expect(wrong.status == .unprocessableContent)
            #expect(wrong["code"] == .string(code))
        }
    }

    @Test("A customer's override is returned until it is deleted, and needs a reason")
    func override() async throws {
        let path = "/v1/refund-overrides/anna"
        #expect(try await self.send(.get, path)["answer"] == nil)
        #expect(try await self.send(.put, path, #"{"answer":"DECLINE"}"#).status == .unprocessableContent)
        let set = try await self.send(.put, path, #"{"answer":"DECLINE","reason":"a court"}"#)
        #expect(set["answer"] == .string("DECLINE") && set["nothing"] == nil)
        let again = try await self.send(.put, path, #"{"answer":"DECLINE","reason":"again"}"#)
        #expect(again["nothing"] == .string("refund_override_unchanged"))
        #expect(try await self.send(.get, path)["reason"] == .string("a court"))
        #expect(try await self.send(.get, "/v1/refund-overrides/bert")["answer"] == nil)
        let removed = try await self.send(.delete, path + "?reason=settled")
        #expect(removed.status == .ok && removed["nothing"] == nil)
        #expect(try await self.send(.get, path)["answer"] == nil)
        #expect(try await self.send(.delete, path)["nothing"] == .string("refund_override_missing"))
        let entries = try await self.server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(entries.map(\.outcome) == [.done, .nothing, .done, .nothing])
        #expect(entries.map { $0.reason?.text } == ["a court", "again", "settled", nil])
    }

    @Test("Past requests are exported page by page, in the order of their cases, without customers")
    func export() async throws {
        _ = try await self.ask("1")
        _ = try await self.ask("2", by: "bert")
        _ = try await self.ask("3")
        let now = self.server.shop.ambient.now()
        let name = self.server.shop.app.name
        let leases = try await self.server.shop.repository.leaseRefunds(of: name, at: now, until: now, limit: 3).leases
        for lease in leases {
            var answer = RefundAnswer(try #require(lease.record.openRequest?.id))
            answer.evidence = ["product": .text("gems")]
            answer.circumstances = RefundCircumstances(
                kind: .consumable,
                deliveryStatus: .delivered,
                share: 0,
                hasConsent: true
            )
            _ = try await self.server.shop.repository.write { [answer] unit in
                try unit.conclude(lease, RefundStep(answer, next: .never), at: now)
            }
        }
        var requests: [JSONValue] = []
        var query = "?limit=2"
        for cases in [2, 1] {
            let page = try await self.send(.get, "/v1/refund-export\(query)")
            #expect(page.status == .ok && page["cases"] == .number("\(cases)"), "\(page.text)")
            #expect(!page.text.contains("anna") && !page.text.contains("bert"), "\(page.text)")
            requests += Self.elements(page["requests"])
            guard case .string(let next)? = page["next"] else { continue }
            query = "?limit=2&cursor=\(next)"
        }
        #expect(query != "?limit=2", "There is a next page.")
        #expect(requests.map { $0["request"] } == [.string("u1"), .string("u2"), .string("u3")])
        #expect(requests.allSatisfy { $0["price"]?["currency"] == .string("USD") })
        let later = try await self.send(.get, "/v1/refund-export?since=2999-01-01T00:00:00Z")
        #expect(later["cases"] == .number("0") && later["next"] == nil)
        let earlier = try await self.send(.get, "/v1/refund-export?until=2001-01-01T00:00:00Z")
        #expect(earlier["cases"] == .number("0") && earlier["next"] == nil)
    }

    @Test(
        "An export that is asked for wrongly is refused with the field",
        arguments: [
            ("cursor=", "cursor"), ("cursor=1", "cursor"), ("cursor=a_b", "cursor"), ("cursor=1_2_3", "cursor"),
            ("cursor=99999999999999999999_1", "cursor"), ("cursor=%00", "cursor"), ("since=yesterday", "since"),
            ("until=0", "until"), ("limit=0", "limit"), ("limit=1001", "limit"), ("limit=many", "limit"),
        ]
    )
    func wrongExport(query: String, field: String) async throws {
        let answer = try await self.send(.get, "/v1/refund-export?\(query)")
        #expect(answer.status == .unprocessableContent && answer["field"] == .string(field), "\(answer.text)")
    }
}
