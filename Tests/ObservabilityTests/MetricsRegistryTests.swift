import Metrics
import Observability
import Testing

/// The registry writes the format that Prometheus reads.
@Suite struct MetricsRegistryTests {
    @Test("Each kind of metric is written in its format, sorted, with its description")
    func text() {
        let registry = MetricsRegistry(help: ["b_total": "How many b.\nAnd \\ more."])
        Counter(label: "b_total", dimensions: [("kind", "two")], factory: registry).increment(by: 2)
        Counter(label: "b_total", dimensions: [("kind", "one")], factory: registry).increment()
        Gauge(label: "a.size", factory: registry).record(1.5)
        Meter(label: "c", factory: registry).increment(by: 3)
        #expect(
            registry.text() == """
                # TYPE a_size gauge
                a_size 1.5
                # HELP b_total How many b.\\nAnd \\\\ more.
                # TYPE b_total counter
                b_total{kind="one"} 1
                b_total{kind="two"} 2
                # TYPE c gauge
                c 3

                """
        )
    }

    @Test("A timer is a histogram of seconds, with cumulative buckets")
    func histogram() {
        let registry = MetricsRegistry()
        let timer = Timer(label: "wait_seconds", factory: registry)
        for milliseconds in [1, 20, 20, 60_000] { timer.recordNanoseconds(Int64(milliseconds) * 1_000_000) }
        let text = registry.text()
        for line in [
            "# TYPE wait_seconds histogram", #"wait_seconds_bucket{le="0.0005"} 0"#,
            #"wait_seconds_bucket{le="0.001"} 1"#, #"wait_seconds_bucket{le="0.025"} 3"#,
            #"wait_seconds_bucket{le="30"} 3"#, #"wait_seconds_bucket{le="+Inf"} 4"#, "wait_seconds_count 4",
        ] {
            #expect(text.contains(line + "\n"), "\(line) is missing in \(text)")
        }
        #expect(text.contains("wait_seconds_sum 60.041"))
    }

    @Test("A timer of long durations distinguishes an hour from a day, and an ordinary one does not")
    func spans() {
        let registry = MetricsRegistry(spans: ["delay_seconds"])
        for name in ["delay_seconds", "wait_seconds"] {
            let timer = Timer(label: name, factory: registry)
            for seconds in [0, 61, 3_600, 80_000, 9_000_000] { timer.recordSeconds(seconds) }
        }
        let text = registry.text()
        for line in [
            #"delay_seconds_bucket{le="1"} 1"#, #"delay_seconds_bucket{le="60"} 1"#,
            #"delay_seconds_bucket{le="120"} 2"#,
            #"delay_seconds_bucket{le="3600"} 3"#, #"delay_seconds_bucket{le="86400"} 4"#,
            #"delay_seconds_bucket{le="2592000"} 4"#, #"delay_seconds_bucket{le="+Inf"} 5"#,
            #"wait_seconds_bucket{le="30"} 1"#, #"wait_seconds_bucket{le="+Inf"} 5"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line) is missing in \(text)")
        }
    }

    @Test("Labels are sorted by name, and special characters are escaped")
    func labels() {
        let registry = MetricsRegistry()
        Counter(label: "a_total", dimensions: [("z", "1"), ("a:b", "\"\\\n")], factory: registry).increment()
        #expect(registry.text().contains(#"a_total{a_b="\"\\\n",z="1"} 1"#))
        Counter(label: "b_total", dimensions: [("a", "1"), ("b", "2"), ("a", "3")], factory: registry).increment()
        #expect(registry.text().contains(#"b_total{a="3",b="2"} 1"#))
    }

    @Test("The same name and labels are the same series, in any order of the labels")
    func identity() {
        let registry = MetricsRegistry()
        Counter(label: "a_total", dimensions: [("a", "1"), ("b", "2")], factory: registry).increment()
        Counter(label: "a_total", dimensions: [("b", "2"), ("a", "1")], factory: registry).increment()
        #expect(registry.text().contains("a_total{a=\"1\",b=\"2\"} 2\n"))
    }

    @Test("The series of a name are bounded for any number of label values, and every value is counted")
    func cardinality() {
        let registry = MetricsRegistry()
        let further = 500
        for number in 0..<(MetricsRegistry.maximumSeries + further) {
            Counter(label: "a_total", dimensions: [("n", String(number))], factory: registry).increment()
        }
        let text = registry.text()
        #expect(text.split(separator: "\n").count == MetricsRegistry.maximumSeries + 2)
        #expect(text.contains("a_total{n=\"\(MetricsRegistry.overflow)\"} \(further)\n"))
    }

    @Test("A name keeps its first kind")
    func kinds() {
        let registry = MetricsRegistry()
        Counter(label: "a", factory: registry).increment()
        Gauge(label: "a", factory: registry).record(7)
        #expect(registry.text() == "# TYPE a counter\na 1\n")
    }

    @Test("Counting in many concurrent tasks loses nothing")
    func concurrency() async {
        let registry = MetricsRegistry()
        let (tasks, each) = (8, 10_000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    let meter = Meter(label: "sum", factory: registry)
                    for _ in 0..<each {
                        Counter(label: "a_total", factory: registry).increment()
                        meter.increment(by: 1)
                    }
                }
            }
        }
        #expect(registry.text().contains("a_total \(tasks * each)\n"))
        #expect(registry.text().contains("sum \(tasks * each)\n"))
    }

    @Test("A counter never decreases")
    func monotony() {
        let registry = MetricsRegistry()
        let counter = Counter(label: "a_total", factory: registry)
        counter.increment(by: 5)
        counter.increment(by: -3)
        #expect(registry.text().contains("a_total 5\n"))
    }

    @Test("A gauge that is destroyed is removed until it is recorded again; other metrics remain")
    func destroyed() {
        let registry = MetricsRegistry()
        for name in ["a", "b"] {
            Gauge(label: "suspended", dimensions: [("endpoint", name)], factory: registry).record(1)
            Counter(label: "sent_total", dimensions: [("endpoint", name)], factory: registry).increment()
        }
        Gauge(label: "suspended", dimensions: [("endpoint", "a")], factory: registry).destroy()
        Counter(label: "sent_total", dimensions: [("endpoint", "a")], factory: registry).destroy()
        let text = registry.text()
        #expect(!text.contains(#"suspended{endpoint="a"}"#) && text.contains(#"suspended{endpoint="b"} 1"#))
        #expect(text.contains(#"sent_total{endpoint="a"} 1"#))
        Gauge(label: "suspended", dimensions: [("endpoint", "a")], factory: registry).record(2)
        #expect(registry.text().contains(#"suspended{endpoint="a"} 2"#))
    }

    @Test("The system provides the resources that this process uses")
    func process() throws {
        #if os(Linux)
        let metrics = try #require(ProcessMetrics())
        #expect(metrics.residentBytes > 1 << 20)
        #expect(metrics.openFileCount > 2)
        #expect(metrics.startedAtSeconds > 1_500_000_000)
        #expect(metrics.cpuSeconds >= 0)
        #endif
    }
}

/// The values that the history of metrics reads from the registry.
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

    @Test("Counters and timers are read as totals, gauges with their number of recordings, other names not at all")
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

    @Test("A removed series appears again after it is recorded again, and no other is removed")
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

    @Test("Each increase and decrease of a meter counts as a recording")
    func meter() {
        let registry = MetricsRegistry()
        let meter = Meter(label: "m", factory: registry)
        meter.increment(by: 3)
        meter.decrement(by: 1)
        meter.set(5)
        #expect(self.lines(registry, ["m"]) == ["m is 5.0, recorded 3"])
    }
}
