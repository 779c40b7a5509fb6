import Testing
import torture

@Suite struct WriteOutageTests {
    @Test("A silence is the longest time without an acknowledgment between two moments")
    func longest() {
        let silence = WriteOutage(
            .primaryKilled,
            from: .seconds(10),
            to: .seconds(60),
            acknowledgedAt: [.seconds(2), .seconds(11), .seconds(34), .seconds(40), .seconds(70)]
        )
        #expect(silence.length == .seconds(23))
        #expect(silence.violation == nil)
    }

    @Test("Nothing at all is a silence from the one moment to the other")
    func nothing() {
        let silence = WriteOutage(.primaryKilled, from: .seconds(10), to: .seconds(60), acknowledgedAt: [])
        #expect(silence.length == .seconds(50))
        #expect(silence.violation == "primary-killed: nothing was acknowledged for 50.0 s; the limit is 35.0 s")
    }

    @Test("Every fault has a limit that can be passed", arguments: ClusterFault.allCases)
    func limits(fault: ClusterFault) {
        #expect(WriteOutage(fault, length: fault.limit).violation == nil)
        #expect(WriteOutage(fault, length: fault.limit + .milliseconds(100)).violation != nil)
    }
}
