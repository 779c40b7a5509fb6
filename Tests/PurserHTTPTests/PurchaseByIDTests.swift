import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserTesting
import Testing

/// Purchases that are submitted by Apple's id of them.
@Suite struct PurchaseByIDTests {
    @Test(
        "A purchase submitted by its id is fetched from Apple, verified and owned",
        arguments: [
            WorldEnvironment.production, .sandbox,
        ]
    )
    func fetched(environment: WorldEnvironment) async throws {
        let stage = try WorldStage(environment)
        let bought = try stage.shop.world.buy("theme.dark", by: stage.shop.world.customer("phone"))
        let body = #"{"customer":"anna","transactionId":"\#(bought.transactionId)"}"#
        let preview = try await stage.send(.post, "/v1/purchases?dryRun=true", body: body)
        #expect(preview.status == .ok, "\(preview.text)")
        #expect(preview["dryRun"] == .bool(true))
        #expect(try await stage.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
        let done = try await stage.send(.post, "/v1/purchases", body: body)
        #expect(done.status == .ok, "\(done.text)")
        #expect(done["finish"] == .string("yes"))
        #expect(done["transaction"] == .string(bought.transactionId))
        #expect(done["environment"] == .string(environment == .production ? "Production" : "Sandbox"))
        #expect(done.text.contains(#""claim":{"owned":true,"reason":"purchaser"}"#))
        #expect(done.text.contains(#""name":"theme.dark""#))
        #expect(stage.line.calls.contains { $0.contains("/transactions/\(bought.transactionId)") })
        // What Apple signed meanwhile says nothing new: the same answer again, and already.
        let again = try await stage.send(.post, "/v1/purchases", body: body)
        #expect(again["finish"] == .string("already"))
        #expect(again["entitlements"] == done["entitlements"])
    }

    @Test("An id that Apple does not know, or that Apple cannot be asked for, is said so with the field")
    func unknown() async throws {
        let stage = try WorldStage(.production)
        let body = #"{"customer":"anna","transactionId":"999"}"#
        let unknown = try await stage.send(.post, "/v1/purchases", body: body)
        #expect(unknown.status == .unprocessableContent)
        #expect(unknown.code == "appstore_not_found")
        #expect(unknown["field"] == .string("transactionId"))
        let server = try TestServer()
        let unconfigured = try await server.send(.post, "/v1/purchases", body: Array(body.utf8))
        #expect(unconfigured.status == .conflict)
        #expect(unconfigured.code == "appstore_not_configured")
        #expect(unconfigured["field"] == .string("transactionId"))
        #expect(try await stage.shop.repository.read { view in try view.evidence(after: 0, limit: 1) }.isEmpty)
    }

    @Test(
        "An id is Apple's decimal number, and stands alone",
        arguments: [
            (#""transactionId":"""#, "transaction_id_invalid"), (#""transactionId":"1a""#, "transaction_id_invalid"),
            (#""transactionId":"-1""#, "transaction_id_invalid"),
            (#""transactionId":"\u0661""#, "transaction_id_invalid"),
            (#""transactionId":1"#, "field_wrong_type"),
            (#""transactionId":"1","signedTransaction":"a""#, "field_not_allowed"),
        ]
    )
    func malformed(fields: String, code: String) async throws {
        let stage = try WorldStage(.production)
        let answer = try await stage.send(.post, "/v1/purchases", body: #"{"customer":"anna",\#(fields)}"#)
        #expect(answer.status == .unprocessableContent)
        #expect(answer.code == code)
        #expect(answer["field"] == .string("transactionId"))
        #expect(stage.line.calls.isEmpty)
    }
}
