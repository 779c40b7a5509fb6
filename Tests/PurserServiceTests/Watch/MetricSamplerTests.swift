import Ledger
import PurserService
import Synchronization
import Testing

@Suite struct MetricSamplerTests {
    /// Readings that the test sets.
    private final class Source: Sendable {
        private let readings = Mutex<[MetricSampler.Reading]>([])

        func set(_ readings: [MetricSampler.Reading]) { self.readings.withLock { $0 = readings } }
        func read(_: Set<String>) -> [MetricSampler.Reading] { self.readings.withLock { $0 } }
    }

    private let source = Source()

    private func sampler() -> MetricSampler {
        MetricSampler { [source] names in source.read(names) }
    }

    private func texts(_ sample: MetricSample) -> [String] { sample.values.map { "\($0.key.text) \($0.value)" } }

    private static func commits(_ total: Double) -> MetricSampler.Reading {
        MetricSampler.Reading("purser_commits_total", [:], .total(total))
    }

    @Test("A counter is sampled as its increase, even where it is 0")
    func growth() {
        let sampler = self.sampler()
        self.source.set([Self.commits(5)])
        #expect(self.texts(sampler.sample(minute: 1)) == ["purser_commits_total 5.0"])
        #expect(self.texts(sampler.sample(minute: 2)) == ["purser_commits_total 0.0"])
        self.source.set([Self.commits(8)])
        let sample = sampler.sample(minute: 3)
        #expect(self.texts(sample) == ["purser_commits_total 3.0"])
        #expect(sample.minute == 3)
        #expect(sample.values.map(\.kind) == [.count])
    }

    @Test("A gauge is sampled only where it was recorded since the last sample")
    func fresh() {
        let sampler = self.sampler()
        func due(_ value: Double, _ recordings: Int64) -> [String] {
            self.source.set([
                MetricSampler.Reading(
                    "purser_renewals_due",
                    ["app": "shop", "environment": "Production"],
                    .state(value, recordings: recordings)
                )
            ])
            return self.texts(sampler.sample(minute: 1))
        }
        let key = #"purser_renewals_due{app="shop",environment="Production"}"#
        #expect(due(0, 0) == [], "It was created and never recorded.")
        #expect(due(4, 1) == ["\(key) 4.0"])
        #expect(due(4, 1) == [], "It is an old value.")
        #expect(due(4, 2) == ["\(key) 4.0"], "The same value was recorded again.")
        #expect(due(.nan, 3) == [])
    }

    @Test("Labels that are not kept are added up; of gauges the greatest value counts")
    func labels() {
        let sampler = self.sampler()
        func calls(_ operation: String, _ total: Double) -> MetricSampler.Reading {
            MetricSampler.Reading(
                "purser_appstore_calls_total",
                ["app": "shop", "operation": operation, "outcome": "ok"],
                .total(total)
            )
        }
        func up(_ host: String, _ value: Double) -> MetricSampler.Reading {
            MetricSampler.Reading("purser_link_up", ["host": "a", "node": host], .state(value, recordings: 1))
        }
        self.source.set([calls("status", 2), calls("history", 3), up("1", 0), up("2", 1)])
        #expect(
            self.texts(sampler.sample(minute: 1)) == [
                #"purser_appstore_calls_total{app="shop",outcome="answered"} 5.0"#, #"purser_link_up{host="a"} 1.0"#,
            ]
        )
    }

    @Test("A timer is sampled as count and sum, and unselected metrics are not sampled")
    func timers() {
        let sampler = self.sampler()
        self.source.set([
            MetricSampler.Reading("purser_link_probe_seconds_count", ["host": "a", "step": "dns"], .total(2)),
            MetricSampler.Reading("purser_link_probe_seconds_sum", ["host": "a", "step": "dns"], .total(0.5)),
            MetricSampler.Reading("process_open_fds", [:], .state(3, recordings: 1)),
        ])
        #expect(
            self.texts(sampler.sample(minute: 1)) == [
                #"purser_link_probe_seconds_count{host="a"} 2.0"#, #"purser_link_probe_seconds_sum{host="a"} 0.5"#,
            ]
        )
    }

    @Test("Values beyond the limit of a label are added up under other, and the first ones stay")
    func overflow() {
        let sampler = self.sampler()
        func refusals(_ counts: [(String, Double)]) -> [String] {
            self.source.set(
                counts.map { code, count in
                    MetricSampler.Reading("purser_order_refusals_total", ["app": "shop", "code": code], .total(count))
                }
            )
            return self.texts(sampler.sample(minute: 1))
        }
        let names = (0..<12).map { "code\($0)" }
        _ = refusals(names.map { ($0, 1) })
        let later = refusals(names.map { ($0, 1) } + [("x", 2), ("y", 3)])
        #expect(later.count == 13)
        #expect(later.contains(#"purser_order_refusals_total{app="shop",code="other"} 5.0"#))
        #expect(later.contains(#"purser_order_refusals_total{app="shop",code="code0"} 0.0"#))
    }
}
