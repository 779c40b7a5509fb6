import AppStore
import Foundation
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

@Suite struct ImportControllerTests {
    private let stage: ImportStage

    init() throws {
        self.stage = try ImportStage()
    }

    private struct TestResponse {
        let status: HTTPResponse.Status
        let type: String?
        let text: String
        let json: JSONValue?

        func text(_ key: String) -> String? {
            switch self.json?[key] {
            case .string(let text): text
            case .number(let text): text
            default: nil
            }
        }
    }

    private func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        type: String? = nil,
        key: String? = TestServer.key,
        body: String = "",
        encoding: String? = nil
    ) async throws -> TestResponse {
        let router = PurserRouter.make(
            try Services.inTest(self.stage.repository, apps: [self.stage.app], ambient: self.stage.ambient),
            PurserRouter.Settings(keys: SecretKeys([(TestServer.key, self.stage.app)]), trust: "simulator")
        )
        var headers: HTTPFields = [:]
        if let key { headers[.authorization] = "Bearer \(key)" }
        if let type { headers[.contentType] = type }
        if let encoding { headers[.contentEncoding] = encoding }
        let fields = headers
        let application = Application(
            router: router,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        return try await application.test(.router) { client in
            try await client.execute(
                uri: path,
                method: method,
                headers: fields,
                body: ByteBuffer(string: body)
            ) { response in
                let bytes = Array(response.body.readableBytesView)
                return TestResponse(
                    status: response.status,
                    type: response.headers[.contentType],
                    text: String(decoding: bytes, as: UTF8.self),
                    json: try? JSONValue(json: bytes)
                )
            }
        }
    }

    @Test("A file is taken, seen to come in, and what failed comes back as a file that can be submitted again")
    func whole() async throws {
        let id = try self.stage.buy("gems.600", by: "anna")
        let file = "transactionId,owner,delivered,consumed\n\(id),ann,true,5\n12x,\"b,en\",false,12.5\n999,eve,,\n"
        let taken = try await self.send(.post, "/v1/imports?events=off", type: "text/csv; charset=utf-8", body: file)
        #expect(taken.status == .accepted)
        #expect(taken.text("state") == "working")
        #expect(taken.text("rows") == "3")
        #expect(taken.json?["events"] == .bool(false))
        let name = try #require(taken.text("id"))
        while await self.stage.worker?.work() == true {}
        let seen = try await self.send(.get, "/v1/imports/\(name)")
        #expect(seen.text("state") == "finished")
        #expect(seen.text("done") == "1")
        #expect(seen.text("failed") == "2")
        let failures = try await self.send(.get, "/v1/imports/\(name)/failures?format=csv")
        #expect(failures.type == "text/csv")
        let lines = failures.text.split(separator: "\r\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("line,code,detail,transactionId,originalTransactionId,owner") == true)
        #expect(lines.dropFirst().first?.hasPrefix("3,import_id_malformed,") == true)
        #expect(lines.last?.hasPrefix("4,import_transaction_unknown,") == true)
        let objects = try await self.send(.get, "/v1/imports/\(name)/failures")
        #expect(objects.text.split(separator: "\n").count == 2)
        #expect(objects.text.contains(#""transactionId":"999","owner":"eve""#))
        // Corrected and submitted again as it is.
        let corrected = failures.text.replacingOccurrences(of: "12x", with: id)
        let again = try await self.send(.post, "/v1/imports", type: "text/csv", body: corrected)
        #expect(again.status == .accepted)
        while await self.stage.worker?.work() == true {}
        let second = try await self.send(.get, "/v1/imports/\(again.text("id") ?? "")")
        #expect(second.text("done") == "1")
        let list = try await self.send(.get, "/v1/imports?limit=1")
        #expect(list.text.contains(again.text("id") ?? "-"))
        #expect(!list.text.contains(name))
    }

    @Test("An id that a spreadsheet would evaluate is guarded in the file of failures, and read without the guard")
    func formula() async throws {
        let id = try self.stage.buy("gems.600", by: "anna")
        let file = "transactionId,owner\n999,=1+1\n"
        let taken = try await self.send(.post, "/v1/imports?events=off", type: "text/csv", body: file)
        let name = try #require(taken.text("id"))
        while await self.stage.worker?.work() == true {}
        let failures = try await self.send(.get, "/v1/imports/\(name)/failures?format=csv")
        #expect(failures.text.contains(",'=1+1,"), "\(failures.text)")
        let known = failures.text.replacingOccurrences(of: "999", with: id)
        let corrected = known.replacingOccurrences(of: "+1", with: "+")
        let again = try await self.send(.post, "/v1/imports", type: "text/csv", body: corrected)
        while await self.stage.worker?.work() == true {}
        let objects = try await self.send(.get, "/v1/imports/\(again.text("id") ?? "")/failures")
        #expect(!objects.text.contains("'="), "\(objects.text)")
        let owned = try await self.send(.get, "/v1/customers/%3D1%2B/transactions")
        #expect(owned.status == .ok && owned.text.contains(id), "\(owned.text)")
    }

    @Test("Failed rows are tried again, and a running import is broken off")
    func retryAndCancel() async throws {
        let taken = try await self.send(
            .post,
            "/v1/imports?format=jsonl",
            body: "{\"transactionId\":\"999\"}\n{\"transactionId\":\"998\"}\n"
        )
        let name = try #require(taken.text("id"))
        while await self.stage.worker?.work() == true {}
        let retried = try await self.send(.post, "/v1/imports/\(name)/retry")
        #expect(retried.status == .ok)
        #expect(retried.text("pending") == "2")
        let canceled = try await self.send(.post, "/v1/imports/\(name)/cancel")
        #expect(canceled.text("state") == "canceled")
        let again = try await self.send(.post, "/v1/imports/\(name)/cancel")
        #expect(again.status == .conflict)
        #expect(again.text("code") == "import_state")
    }

    @Test(
        "What cannot be taken says why",
        arguments: [
            ("/v1/imports", nil, "x\n", 415, "import_format_unknown"),
            ("/v1/imports?format=xml", nil, "x\n", 422, "import_format_unknown"),
            ("/v1/imports?events=maybe", "text/csv", "transactionId\n1\n", 422, "field_wrong_type"),
            ("/v1/imports", "text/csv", "color\n1\n", 422, "import_column_unknown"),
            ("/v1/imports", "text/csv", "", 422, "import_file_empty"),
            ("/v1/imports", "text/csv", "transactionId\n1\n2", 422, "import_file_cut_off"),
        ] as [(String, String?, String, Int, String)]
    )
    func refused(path: String, type: String?, body: String, status: Int, code: String) async throws {
        let answer = try await self.send(.post, path, type: type, body: body)
        #expect(answer.status.code == status)
        #expect(answer.text("code") == code)
    }

    @Test("Without the app's key, for an unknown id, and for an encoded body there is no response")
    func access() async throws {
        for (method, path) in [
            (HTTPRequest.Method.post, "/v1/imports"), (.get, "/v1/imports"), (.get, "/v1/imports/1"),
            (.get, "/v1/imports/1/failures"), (.post, "/v1/imports/1/retry"), (.post, "/v1/imports/1/cancel"),
        ] {
            #expect(try await self.send(method, path, key: nil).status == .unauthorized, "\(path)")
            guard path.contains("/1") else { continue }
            let unknown = try await self.send(method, path)
            #expect(unknown.status == .notFound, "\(path)")
            #expect(unknown.text("code") == "import_unknown", "\(path)")
        }
        let encoded = try await self.send(
            .post,
            "/v1/imports",
            type: "text/csv",
            body: "transactionId\n1\n",
            encoding: "gzip"
        )
        #expect(encoded.status == .unsupportedMediaType)
        #expect(try await self.send(.get, "/v1/imports?limit=0").status == .unprocessableContent)
    }
}
