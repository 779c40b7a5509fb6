import Foundation
import Ledger

/// The server and its connection to Apple in a simulated world.
struct WatchMachine {
    static let hosts = [
        "api.storekit.itunes.apple.com", "api.storekit-sandbox.itunes.apple.com", "buy.itunes.apple.com",
        "ocsp.apple.com", "api.appstoreconnect.apple.com",
    ]

    private struct Host {
        let name: String
        let up: MetricKey
        let seconds: MetricKey
        let count: MetricKey
        let clock: MetricKey
        let failures: MetricKey
        let certificate: MetricKey

        init(_ name: String) {
            self.name = name
            self.up = MetricKey("purser_link_up", ["host": name])
            self.seconds = MetricKey("purser_link_probe_seconds_sum", ["host": name])
            self.count = MetricKey("purser_link_probe_seconds_count", ["host": name])
            self.clock = MetricKey("purser_link_clock_offset_seconds", ["host": name])
            self.failures = MetricKey("purser_link_failures_total", ["host": name, "place": "route"])
            self.certificate = MetricKey("purser_certificate_left_seconds", ["subject": "host:\(name)"])
        }
    }

    private let hosts = Self.hosts.map { Host($0) }
    private let calls: [(app: String, rate: Double, keys: [MetricKey])]
    private var diskFree = 60e9
    private var blip = 0
    private var peak = 0
    private var writesPeak = 0

    init(_ shops: [WatchShop]) {
        self.calls = shops.map { shop in
            let keys = ["answered", "failed"].map {
                MetricKey(
                    "purser_appstore_calls_total",
                    ["app": shop.name, "environment": "Production", "outcome": $0]
                )
            }
            let seconds = ["sum", "count"].map { MetricKey("purser_appstore_wire_seconds_\($0)", ["app": shop.name]) }
            return (shop.name, shop.size / 1440, keys + seconds)
        }
    }

    mutating func values(
        _ minute: Int64,
        afterStart: Int64,
        _ faults: Set<WatchFault>,
        _ chance: inout WatchChance
    ) -> [MetricSample.Value] {
        var values: [MetricSample.Value] = []
        func count(_ key: MetricKey, _ value: Double) { values.append(.init(key, .count, value)) }
        func gauge(_ key: MetricKey, _ value: Double) { values.append(.init(key, .gauge, value)) }
        func gauge(_ name: String, _ value: Double) { gauge(MetricKey(name), value) }
        let isDown = faults.contains(.appleDown)
        let isSlow = faults.contains(.appleSlow)
        if self.blip == 0, chance.happens(0.0002) { self.blip = Int(chance.between(1, 3)) }
        if self.peak == 0, chance.happens(0.0005) { self.peak = Int(chance.between(1, 5)) }
        let latency = isSlow ? 8 : self.peak > 0 ? chance.between(1, 3.5) : 0.3 * chance.factor(0.3)
        for call in self.calls {
            let made = chance.poisson(call.rate * 0.5 + 0.2)
            let failed = isDown || self.blip > 0 ? made : chance.poisson(made * 0.003)
            let answered = made - min(made, failed)
            count(call.keys[0], answered + chance.poisson(made * 0.01))
            count(call.keys[1], failed)
            let stalls = chance.happens(0.0005) ? 45.0 : 0
            count(call.keys[2], answered * latency + failed * 30 + (made > 0 ? stalls : 0))
            count(call.keys[3], made)
        }
        for host in self.hosts {
            let fails = isDown || chance.happens(0.0001)
            gauge(host.up, fails ? 0 : 1)
            count(host.failures, fails ? 1 : 0)
            let isPeak = chance.happens(0.0003)
            count(host.seconds, isSlow ? 6 : isPeak ? chance.between(1, 9) : 0.2 * chance.factor(0.4))
            count(host.count, fails ? 1 : 4)
            gauge(host.clock, chance.between(-1, 1) + (chance.happens(0.0003) ? 20 : 0))
            if minute % 60 == 0 { gauge(host.certificate, Double(90 - (minute / 1440) % 83) * 86_400) }
        }
        self.blip = max(0, self.blip - 1)
        self.peak = max(0, self.peak - 1)
        if minute % 60 == 0 {
            let own = Double(90 - (minute / 1440) % 60) * 86_400
            gauge(MetricKey("purser_certificate_left_seconds", ["subject": "server"]), own)
        }
        self.measure(minute, afterStart, faults, &values, &chance)
        return values
    }

    private mutating func measure(
        _ minute: Int64,
        _ afterStart: Int64,
        _ faults: Set<WatchFault>,
        _ values: inout [MetricSample.Value],
        _ chance: inout WatchChance
    ) {
        func gauge(_ name: String, _ value: Double) { values.append(.init(MetricKey(name), .gauge, value)) }
        func count(_ name: String, _ value: Double) { values.append(.init(MetricKey(name), .count, value)) }
        // Logs and data grow; a backup is written each night, and those of the week are removed on its last day.
        self.diskFree -= 200_000
        let inDay = minute % 1440
        if inDay == 120 { self.diskFree -= 2e9 }
        if minute % 10_080 == 200 { self.diskFree += 15e9 }
        let copy = (100..<115).contains(inDay) ? Double(inDay - 99) * 0.8e9 : 0
        gauge("purser_disk_free_bytes", faults.contains(.diskFull) ? 0.4e9 : max(8e9, self.diskFree - copy))
        gauge("purser_database_bytes", 9e9)
        if self.writesPeak == 0, chance.happens(0.0005) { self.writesPeak = Int(chance.between(1, 6)) }
        gauge("purser_writes_waiting", self.writesPeak > 0 ? chance.between(500, 4000).rounded() : 0)
        self.writesPeak = max(0, self.writesPeak - 1)
        count("purser_commits_total", 1 + chance.poisson(30))
        count("purser_database_failures_total", afterStart < 2 ? chance.poisson(4) : chance.happens(0.001) ? 30 : 0)
        gauge("purser_clock_difference_seconds", chance.between(0, 0.05))
        gauge("purser_revoked_certificates", 0)
        gauge("purser_nodes_lost", 0)
        let held = MetricKey("purser_held_evidence", ["reason": "product_type_unknown"])
        values.append(.init(held, .gauge, Double(minute / 1440 % 5)))
    }
}
