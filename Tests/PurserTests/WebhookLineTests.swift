import AppStore
import Testing
import purser

@Suite struct WebhookLineTests {
    @Test(
        "One is one, and everything else is several",
        arguments: [
            ("0", "event streams are"), ("1", "event stream is"), ("2", "event streams are"),
            ("11", "event streams are"),
        ]
    )
    func counted(number: String, noun: String) {
        let text = WebhookLine.count(.number(number), "event stream is", "event streams are")
        #expect(text == "\(number) \(noun)")
    }

    @Test("An undelivered event shows the number of attempts", arguments: [("1", "1"), ("7", "7")])
    func delivery(attempts: String, text: String) throws {
        let json = """
            {"event":"cus_ada_7","attempts":\(attempts),"failingSince":"2026-11-20T00:00:00.000Z",
            "failure":{"code":"status","status":500},"dueAt":"2026-11-20T00:00:05.000Z"}
            """
        let lines = Listing.failingDeliveries.lines([try JSONValue(json: Array(json.utf8))], in: .english)
        let cells = lines.map { $0.split(separator: " ").map(String.init) }
        #expect(cells.first == ["EVENT", "ATTEMPTS", "FAILING", "SINCE", "FAILURE", "AGAIN"])
        #expect(
            cells.last == ["cus_ada_7", text, "2026-11-20T00:00:00.000Z", "status", "500", "2026-11-20T00:00:05.000Z"]
        )
    }

    @Test("An endpoint without filters receives all, one with filters of those")
    func filters() throws {
        let json = #"{"id":"we_1","events":[],"environments":["Sandbox"],"health":{"waitingStreams":2}}"#
        let lines = WebhookLine.fields(try JSONValue(json: Array(json.utf8)))
        #expect(
            lines == [
                "id                     we_1", "events                 all", "environments           Sandbox",
                "health.waitingStreams  2",
            ]
        )
    }
}
