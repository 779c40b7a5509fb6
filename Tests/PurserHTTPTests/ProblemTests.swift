import AppStore
import HTTPTypes
import PurserTesting
import Testing

@Suite struct ProblemTests {
    let server: TestServer

    init() throws {
        self.server = try TestServer()
    }

    @Test("What the framework itself refuses has our form too")
    func framework() async throws {
        for (method, path) in [(HTTPRequest.Method.get, "/nothing"), (.get, "/v1/nothing")] {
            let answer = try await self.server.send(method, path)
            #expect(answer.status == .notFound)
            #expect(answer.code == "not_found")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer["requestId"] != nil)
            #expect(answer["status"] == .number("404"))
        }
    }

    @Test("Health says what the process trusts and how much evidence is held")
    func health() async throws {
        let live = try await self.server.send(.get, "/health/live", key: nil)
        #expect(live.status == .ok)
        let ready = try await self.server.send(.get, "/health/ready", key: nil)
        #expect(ready.status == .ok)
        #expect(ready["trust"] == .string("simulator"))
        #expect(ready["status"] == .string("ready"))
    }
}
