import Observability
import Testing

@Suite struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"
    private static let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test("A valid traceparent is parsed and written again")
    func right() throws {
        let context = try #require(TraceContext(parent: Self.good, state: "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"))
        #expect(context.traceID == Self.trace)
        #expect(context.spanID == Self.span)
        #expect(context.isSampled)
        #expect(context.parent == Self.good)
        #expect(context.state == "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE")
    }

    @Test("One of the flags counts, and a later version may append data after a hyphen")
    func flags() throws {
        let base = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7"
        for (parent, isSampled) in [
            ("00-\(base)-00", false), ("00-\(base)-02", false), ("00-\(base)-ff", true), ("cc-\(base)-01", true),
            ("cc-\(base)-01-what-the-future-brings", true),
        ] {
            let context = try #require(TraceContext(parent: parent, state: nil))
            #expect(context.isSampled == isSampled)
            #expect(context.parent == "00-\(base)-\(isSampled ? "01" : "00")")
        }
    }

    @Test(
        "A malformed traceparent is ignored",
        arguments: [
            "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
            "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01x",
            "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
            " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01,00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ]
    )
    func malformed(parent: String) {
        #expect(TraceContext(parent: parent, state: "a=1") == nil)
    }

    @Test("A malformed tracestate is ignored, and the rest of the trace remains")
    func state() {
        let many = (0..<33).map { "k\($0)=v" }.joined(separator: ",")
        for bad in ["a", "=1", "A=1", "a=1,a=2", "a=1=2", "a=", "a=\u{1}", "a=ä", "a@b@c=1", "@a=1", many] {
            #expect(TraceContext(parent: Self.good, state: bad)?.state == "")
        }
        #expect(TraceContext(parent: Self.good, state: "a=" + String(repeating: "x", count: 257))?.state == "")
        #expect(
            TraceContext(parent: Self.good, state: "a=\(String(repeating: "x", count: 250)),b=" + many.prefix(255))?
                .state == ""
        )
        for (state, normal) in [
            ("", ""), (" a=1 ,\tb=2, ,", "a=1,b=2"), ("t/1@sys=a b", "t/1@sys=a b"), ("0a=1", "0a=1"),
        ] {
            #expect(TraceContext(parent: Self.good, state: state)?.state == normal)
        }
    }
}
