import Ledger
import PurserService
import Testing

/// The history of servers with one app and with many, while strangers send arbitrary data.
@Suite struct MetricSelectionTests {
    private static let environments = ["Production", "Sandbox"]
    private static let types = (0..<23).map { "TYPE_\($0)" }
    private static let junk = [
        "body_empty", "body_too_large", "signed_payload_missing", "jws_malformed", "jws_header_invalid",
        "notification_uuid_missing", "bundle_id_mismatch", "app_unknown", "customer_unknown", "signed_at_in_future",
    ]
    private static let appleCodes = [
        "ok", "appstore_not_found", "appstore_timed_out", "appstore_failed", "appstore_unauthorized",
        "appstore_forbidden",
        "appstore_rate_limited", "appstore_conflict",
    ]

    private static func total(_ name: String, _ labels: [String: String]) -> MetricSampler.Reading {
        MetricSampler.Reading(name, labels, .total(1))
    }

    private static func state(_ name: String, _ labels: [String: String], _ value: Double = 1) -> MetricSampler.Reading
    {
        MetricSampler.Reading(name, labels, .state(value, recordings: 1))
    }

    /// All metrics of a server with a number of apps, in an order that begins with those that strangers cause.
    private static func readings(apps count: Int) -> [MetricSampler.Reading] {
        var readings: [MetricSampler.Reading] = []
        let apps = (0..<count).map { "app\($0)" }
        for app in apps {
            for code in Self.junk + ["duplicate", "held", "recorded", "jws_signature_invalid", "x5c_chain_invalid"] {
                readings.append(Self.total("purser_notifications_total", ["app": app, "outcome": code]))
                readings.append(
                    Self.total("purser_submissions_total", ["app": app, "form": "receipt", "outcome": code])
                )
            }
            for environment in Self.environments.reversed() {
                let labels = ["app": app, "environment": environment]
                for (label, values, metric) in [
                    ("type", Self.types, "purser_notification_types_total"),
                    ("product", (0..<60).map { "product\($0)" }, "purser_refunds_total"),
                    ("outcome", Self.appleCodes, "purser_appstore_calls_total"),
                    ("outcome", ["created", "refused", "paid", "expired", "known"], "purser_orders_total"),
                ] {
                    readings += values.map { Self.total(metric, labels.merging([label: $0]) { $1 }) }
                }
                for gauge in ["due", "seen"] { readings.append(Self.state("purser_renewals_\(gauge)", labels)) }
                readings.append(Self.state("purser_status_drift", labels))
            }
            readings.append(Self.state("purser_fulfillment_oldest_open_seconds", ["app": app]))
            readings.append(Self.state("purser_report_newest_age_seconds", ["app": app, "kind": "SALES"]))
            for outcome in ["confirmed", "failed"] {
                let labels = ["app": app, "call": "grant", "outcome": outcome]
                readings.append(Self.total("purser_fulfillment_attempts_total", labels))
            }
        }
        for host in 0..<12 {
            readings.append(Self.state("purser_link_up", ["host": "host\(host)"], host == 11 ? 0 : 1))
        }
        return readings
    }

    @Test("No app displaces the series of another, and strangers displace none", arguments: [1, 2, 5, 12])
    func everyApp(count: Int) {
        let readings = Self.readings(apps: count)
        let sampler = MetricSampler { _ in readings }
        var room = sampler.room(apps: count)
        let sample = sampler.sample(minute: 1)
        let kept = room.admitted([NodeSample(node: NodeID(rawValue: "one"), sample: sample)])
        let values = Dictionary(uniqueKeysWithValues: kept[0].sample.values.map { ($0.key.text, $0.value) })
        // With twelve apps each has room for all series that alarms need, and for some types and products.
        let isWhole = count <= 5
        #expect(room.leftOut.isEmpty == isWhole)
        let bounded: Set = ["purser_notification_types_total", "purser_refunds_total"]
        #expect(room.leftOut.allSatisfy { bounded.contains($0.metric) })
        for app in (0..<count).map({ "app\($0)" }) {
            func value(_ metric: String, _ labels: String) -> Double? {
                values[#"\#(metric){app="\#(app)",\#(labels)}"#]
            }
            for metric in ["purser_notifications_total", "purser_submissions_total"] {
                #expect(value(metric, #"outcome="forged""#) == 2)
                #expect(value(metric, #"outcome="refused""#) == Double(Self.junk.count))
            }
            for outcome in ["unauthorized", "forbidden"] {
                let labels = #"environment="Production",outcome="\#(outcome)""#
                #expect(value("purser_appstore_calls_total", labels) == 1)
            }
            #expect(value("purser_appstore_calls_total", #"environment="Production",outcome="failed""#) == 2)
            for gauge in ["purser_renewals_due", "purser_renewals_seen", "purser_status_drift"] {
                #expect(value(gauge, #"environment="Production""#) == 1)
            }
            #expect(value("purser_fulfillment_attempts_total", #"outcome="failed""#) == 1)
            #expect(value("purser_report_newest_age_seconds", #"kind="SALES""#) == 1)
            #expect(values[#"purser_fulfillment_oldest_open_seconds{app="\#(app)"}"#] == 1)
            for type in Self.types where isWhole {
                let labels = #"environment="Production",type="\#(type)""#
                #expect(value("purser_notification_types_total", labels) == 1)
            }
            #expect(value("purser_notification_types_total", #"environment="Sandbox",type="TYPE_0""#) == nil)
            guard isWhole else { continue }
            #expect(value("purser_refunds_total", #"environment="Production",product="product29""#) == 1)
            #expect(value("purser_refunds_total", #"environment="Production",product="other""#) == 30)
        }
        #expect(values[#"purser_link_up{host="host11"}"#] == 0, "A host that is up does not hide one that is down.")
    }

    private static func refunds(_ products: [Int]) -> [MetricSampler.Reading] {
        products.map {
            let labels = ["app": "a", "environment": "Production", "product": "product\($0)"]
            return Self.total("purser_refunds_total", labels)
        }
    }

    @Test("Series in the history stay after a start, whatever counts first")
    func remembered() {
        let first = MetricSampler { _ in Self.refunds(Array(0..<40)) }
        let keys = first.sample(minute: 1).values.map(\.key)
        let second = MetricSampler { _ in Self.refunds(Array((0..<40).reversed())) }
        second.remember(keys)
        #expect(Set(second.sample(minute: 2).values.map(\.key)) == Set(keys))
        let third = MetricSampler { _ in Self.refunds(Array((0..<40).reversed())) }
        #expect(Set(third.sample(minute: 2).values.map(\.key)) != Set(keys), "Without it they do not.")
    }

    @Test("Codes of refused notifications are kept up to a limit for each app, and the others are added up")
    func refusals() {
        let sampler = MetricSampler { _ in
            (10..<40).map {
                Self.total("purser_notification_refusals_total", ["app": "a", "code": "code\($0)"])
            }
        }
        let values = sampler.sample(minute: 1).values
        #expect(values.count == 25)
        #expect(values.first { $0.key["code"] == MetricSampler.other }?.value == 6)
    }

    @Test("Gauges beyond the limit of a label are left out and counted")
    func gauges() {
        let sampler = MetricSampler { _ in
            (0..<35).map { Self.state("purser_webhook_suspended_streams", ["app": "a", "endpoint": "e\($0)"]) }
        }
        #expect(sampler.sample(minute: 1).values.count == 32)
        #expect(sampler.leftOutCount == 3)
    }
}
