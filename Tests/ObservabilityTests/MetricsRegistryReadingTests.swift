import Metrics
import Observability
import Testing

/// What the history of figures reads from the registry.
@Suite struct MetricsRegistryReadingTests {
    private func lines(_ registry: MetricsRegistry, _ names: Set<String>) -> [String] {
        var lines: [String] = []
        registry.visit(names) { name, labels, value in
            lines.append("\(name) \(labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) \(value)")
        } state: { name, _, value, recordings in
            lines.append("\(name) is \(value), recorded \(recordings)")
        }
        return lines
    }

    @Test("Counters and timers are read as totals, gauges with how often they were recorded, other names not at all")
    func kinds() {
        let registry = MetricsRegistry()
        Counter(label: "a_total", dimensions: [("app", "shop"), ("code", "x")], factory: registry).increment(by: 2)
        FloatingPointCounter(label: "b_seconds_total", factory: registry).increment(by: 0.5)
        let timer = Timer(label: "c_seconds", factory: registry)
        timer.recordNanoseconds(250_000_000)
        timer.recordNanoseconds(500_000_000)
        let gauge = Gauge(label: "d", factory: registry)
        gauge.record(7)
        gauge.record(7)
        Counter(label: "e_total", factory: registry).increment()
        #expect(
            self.lines(registry, ["a_total", "b_seconds_total", "c_seconds", "d", "f_total"]) == [
                #"a_total ["app=shop", "code=x"] 2.0"#, "b_seconds_total [] 0.5", "c_seconds_count [] 2.0",
                "c_seconds_sum [] 0.75", "d is 7.0, recorded 2",
            ]
        )
    }

    @Test("What is forgotten is shown again once it is recorded again, and nothing else is forgotten")
    func forgotten() {
        let registry = MetricsRegistry()
        Gauge(label: "a", dimensions: [("host", "x")], factory: registry).record(1)
        Gauge(label: "b", factory: registry).record(2)
        registry.forget(["a", "c"])
        #expect(self.lines(registry, ["a", "b"]) == ["b is 2.0, recorded 1"])
        #expect(!registry.text().contains("host"))
        Gauge(label: "a", dimensions: [("host", "y")], factory: registry).record(3)
        #expect(self.lines(registry, ["a", "b"]) == ["a is 3.0, recorded 1", "b is 2.0, recorded 1"])
    }

    @Test("A meter that is counted up and down was recorded each time")
    func meter() {
        let registry = MetricsRegistry()
        let meter = Meter(label: "m", factory: registry)
        meter.increment(by: 3)
        meter.decrement(by: 1)
        meter.set(5)
        #expect(self.lines(registry, ["m"]) == ["m is 5.0, recorded 3"])
    }
}
