import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Testing

/// Testers who were deleted at Apple, and whose purchases of the Sandbox are retired.
@Suite struct SandboxRetirementTests {
    private static let day: Int64 = 86_400_000
    private let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    private func submit(_ payload: TransactionPayload, _ intent: String = "purchase") async throws {
        let compact = try self.server.shop.authority.sign(payload).bytes
        let answer = try await self.server.submit(compact, customer: "anna", further: #","intent":"\#(intent)""#)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    private func active(in environment: String) async throws -> Bool {
        let path = "/v1/customers/anna/entitlements?environment=\(environment)"
        return try await self.server.send(.get, path).text.contains(#""active":true"#)
    }

    private func retire(_ query: String = "") async throws -> TestServer.TestResponse {
        let body = Array(#"{"reason":"the tester was deleted"}"#.utf8)
        return try await self.server.send(.post, "/v1/customers/anna/retire\(query)", body: body)
    }

    private static func changes(_ answer: TestServer.TestResponse) -> [String] {
        guard case .array(let transfers)? = answer["transfers"] else { return [] }
        return transfers.compactMap { transfer in
            guard case .string(let change)? = transfer["change"] else { return nil }
            return change
        }
    }

    @Test("A retired customer has nothing active in the Sandbox, also after a renewal, and it can be undone")
    func retired() async throws {
        try await self.submit(SamplePayloads.transaction(environment: .sandbox))
        try await self.submit(SamplePayloads.frame(id: "2000000000000700", environment: .sandbox))
        try await self.submit(SamplePayloads.consumable(environment: .sandbox))
        try await self.submit(SamplePayloads.transaction(id: "2000000000000100", originalID: "2000000000000100"))
        #expect(try await self.active(in: "Sandbox"))

        let preview = try await self.retire("?dryRun=true")
        #expect(preview["dryRun"] == .bool(true), "\(preview.text)")
        #expect(Self.changes(preview).isEmpty)
        #expect(try await self.active(in: "Sandbox"))

        let done = try await self.retire()
        #expect(done.status == .ok, "\(done.text)")
        let changes = Self.changes(done)
        #expect(changes.count == 2 && Set(changes).count == 2)
        #expect(done.text.contains(#""to":"anonymous:"#))
        #expect(!done.text.contains("2000000000000900"), "A consumable stays.")
        #expect(try await !self.active(in: "Sandbox"))
        #expect(try await self.active(in: "Production"))

        // Apple renews it although the tester is gone, and the app restores what it finds on the device.
        let renewedAt = Timestamp(milliseconds: SamplePayloads.signedAt.milliseconds + 31 * Self.day)
        self.server.shop.setNow(Instant(milliseconds: renewedAt.milliseconds + Self.day))
        let renewal = SamplePayloads.transaction(
            id: "2000000000000002",
            originalID: "2000000000000001",
            signedAt: renewedAt,
            environment: .sandbox
        )
        try await self.submit(renewal, "sync")
        try await self.submit(renewal, "restore")
        #expect(try await !self.active(in: "Sandbox"))

        let again = try await self.retire()
        #expect(again["nothing"] == .string("sandbox_purchases_missing"), "\(again.text)")
        let audit = try await self.server.shop.repository.read { view in
            try view.auditEntries(after: 0, limit: 100).map(\.action)
        }
        #expect(audit.filter { $0 == .customerRetire }.count == 3)

        for change in changes {
            let undone = try await self.server.send(
                .post,
                "/v1/ownership-changes/\(change)/undo",
                body: Array("{}".utf8)
            )
            #expect(undone.status == .ok, "\(undone.text)")
        }
        #expect(try await self.active(in: "Sandbox"))
    }

    @Test("An unknown customer has nothing to retire")
    func unknown() async throws {
        let answer = try await self.retire()
        #expect(answer.status == .notFound)
        #expect(answer.code == "customer_unknown")
    }
}
