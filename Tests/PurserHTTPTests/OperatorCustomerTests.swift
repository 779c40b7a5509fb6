import AppStore
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import NIOCore
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct OperatorCustomerTests {
    private let shop: TestShop

    init() throws {
        self.shop = try TestShop()
    }

    private func run(
        _ body: String,
        as peer: OperatorPeer? = .current
    ) async throws -> (status: HTTPResponse.Status, text: String) {
        let ambient = self.shop.ambient
        let repository = self.shop.repository
        let desk = CustomerDesk(
            repository: repository,
            ambient: ambient,
            audit: AuditLog(repository: repository, ambient: ambient)
        )
        let parts = OperatorRouter.Parts(
            databasePath: "/data/purser.db",
            schema: "0011",
            repository: repository,
            operations: Operations(
                repository: repository,
                upkeep: DatabaseUpkeep(
                    backup: { _, _, _ throws(OperationFailure) in OperationResult(isClean: true, fields: []) },
                    check: { _, _ throws(OperationFailure) in OperationResult(isClean: true, fields: []) }
                ),
                apps: [self.shop.app],
                ambient: ambient,
                workers: 1
            ),
            gate: OperatorGate(),
            customers: CustomerOperations(desk: desk, apps: [self.shop.app]),
            peer: { _ in peer }
        )
        let application = Application(
            router: OperatorRouter.make(parts),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await application.test(.router) { client in
            try await client.execute(
                uri: "/operator/v1/customer-tasks",
                method: .post,
                body: ByteBuffer(string: body)
            ) { response in (response.status, String(buffer: response.body)) }
        }
    }

    @Test("An operator's move goes through the socket, with a preview that moves nothing")
    func move() async throws {
        let compact = try self.shop.authority.sign(SamplePayloads.transaction()).bytes
        _ = try await self.shop.ingest.purchase(
            compact,
            by: Sample.customer("anna"),
            intent: .purchase,
            tokens: [],
            for: self.shop.app
        )
        let task = #""task":"move","app":"shop","transaction":"2000000000000001","customer":"ben""#
        let shown = try await self.run("{\(task),\"preview\":true}")
        #expect(shown.status == .ok)
        #expect(shown.text.contains(#""to":"ben""#), "\(shown.text)")
        #expect(!shown.text.contains(#""change""#), "A preview names no act that never was: \(shown.text)")
        #expect(try await self.shop.entitlements(of: "ben").isEmpty)
        let done = try await self.run("{\(task),\"reason\":\"she called\"}")
        #expect(done.text.contains(#""change":"#), "\(done.text)")
        let again = try await self.run("{\(task),\"reason\":\"she called\"}")
        #expect(again.text.contains(#""nothing":"ownership_unchanged""#), "\(again.text)")
        let outcomes = try await self.shop.repository.auditEntries(after: 0, limit: 9).map(\.outcome)
        #expect(outcomes == [.done, .nothing])
        #expect(try await self.shop.entitlements(of: "ben").map(\.isActive) == [true])
        let timeline = try await self.run(#"{"task":"timeline","app":"shop","customer":"ben","types":"act"}"#)
        #expect(timeline.text.contains("she called"), "\(timeline.text)")
    }

    @Test("An operator ends the tokens of a customer's apps through the socket, after a preview that ends none")
    func endSessions() async throws {
        let keys = AccessKeys(
            repository: self.shop.repository,
            ambient: self.shop.ambient,
            apps: [self.shop.app.name]
        )
        let minted = try await keys.mintCustomer(in: self.shop.app.name)
        func count() async throws -> Int {
            try await self.shop.repository.customerTokenCount(of: minted.customer, app: self.shop.app.name)
        }
        let task = #""task":"endSessions","app":"shop","customer":"\#(minted.customer.rawValue)""#
        let shown = try await self.run("{\(task),\"preview\":true}")
        #expect(shown.text.contains(#""sessions":1"#), "\(shown.text)")
        #expect(try await count() == 1)
        let done = try await self.run("{\(task),\"reason\":\"stolen\"}")
        #expect(done.text.contains(#""sessions":1"#), "\(done.text)")
        #expect(try await count() == 0)
    }

    @Test(
        "A task that is none is refused with its field",
        arguments: [
            (#"{"task":"move","app":"shop"}"#, "transaction"), (#"{"task":"show","app":"shop"}"#, "customer"),
            (#"{"task":"show","customer":"a"}"#, "app"), (#"{"task":"x","app":"shop"}"#, "task"),
            (#"{"task":"show","app":"shop","customer":"a\u0000"}"#, "customer"),
        ]
    )
    func mistakes(body: String, field: String) async throws {
        let answer = try await self.run(body)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.text.contains("\"field\":\"\(field)\""), "\(answer.text)")
    }

    @Test("An app that is not here, and a customer nobody has seen, are said so")
    func unknown() async throws {
        let app = try await self.run(#"{"task":"show","app":"other","customer":"anna"}"#)
        #expect(app.text.contains(#""code":"app_unknown""#), "\(app.text)")
        let customer = try await self.run(#"{"task":"show","app":"shop","customer":"anna"}"#)
        #expect(customer.text.contains(#""code":"customer_unknown""#), "\(customer.text)")
    }

    @Test("Nobody but the server's own user gives commands")
    func stranger() async throws {
        let answer = try await self.run(#"{"task":"show","app":"shop","customer":"anna"}"#, as: nil)
        #expect(answer.status == .forbidden)
    }
}
