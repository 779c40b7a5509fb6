import PurserService
import Testing

@Suite struct OperationEventTests {
    @Test(
        "An event is unchanged after a round trip through JSON",
        arguments: [
            .progress(OperationProgress(stage: "copying", done: 3, total: 7, unit: "pages")),
            .finding(OperationFinding(code: "a_b", detail: "line\n\"\u{4E2D}\"")),
            .failure(OperationFailure(code: "c_d", detail: "")),
            .result(
                OperationResult(
                    isClean: false,
                    fields: [.init("path", .text("/a")), .init("rows", .number(-5)), .init("12", .text("12"))]
                )
            ),
            .result(OperationResult(isClean: true, fields: [])),
            .line(OperationLine([.init("id", .text("a")), .init("held", .flag(false))])),
            .result(
                OperationResult(
                    isClean: true,
                    fields: [
                        .init("none", .list([])),
                        .init("lots", .list([[.init("number", .number(1))], [.init("number", .number(2))]])),
                    ]
                )
            ),
        ] as [OperationEvent]
    )
    func roundTrip(event: OperationEvent) {
        #expect(!event.json.contains(UInt8(ascii: "\n")))
        #expect(OperationEvent(json: event.json) == event)
    }

    @Test(
        "Other JSON values are not events",
        arguments: [
            "", "{}", "[]", #"{"event":"dance"}"#, #"{"event":"progress","stage":"x"}"#,
            #"{"event":"result","clean":1,"fields":{}}"#, #"{"event":"result","clean":true,"fields":[]}"#,
        ]
    )
    func nothing(text: String) {
        #expect(OperationEvent(json: Array(text.utf8)) == nil)
    }
}
