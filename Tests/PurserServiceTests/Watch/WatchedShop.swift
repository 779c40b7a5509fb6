import AppStore
import AppStoreSimulator
import Ledger
import NIOCore
import PurserService
import PurserTesting
import Synchronization

/// A shop beside the simulated App Store whose watch worker runs by the store's clock.
///
/// The monitored processes are real: notifications are signed, verified and recorded, Apple is asked, links are probed
/// over sockets, and all counts pass through the sampler and the database to the rules. A test only causes failures.
final class WatchedShop: Sendable {
    /// The failures.
    struct Faults: Sendable {
        /// No host name of Apple's can be resolved.
        var isLinkDown = false
        /// Apple's hosts take seconds to answer.
        var isLinkSlow = false
        /// The other node has stopped without a goodbye.
        var isNodeGone = false
        /// The fulfiller answers 503.
        var isFulfillerDown = false
        /// How far the clock that notifications use is behind.
        var clockBehind = Span.hours(0)
        /// The free space on the disk.
        var freeBytes: Int64 = 200_000_000_000
    }

    /// The values that the test sets, and the randomness of comparisons.
    private final class Switches: Sendable {
        let now: Mutex<Instant>
        let faults = Mutex(Faults())
        let customers = Mutex(0)
        private let chance = Mutex<UInt64>(27)

        init(_ now: Instant) {
            self.now = Mutex(now)
        }

        func bytes(_ count: Int) -> [UInt8] {
            self.chance.withLock { chance in
                (0..<count).map { _ in
                    chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return UInt8(truncatingIfNeeded: chance >> 40)
                }
            }
        }
    }

    /// A weekly plan.
    static let weekly = "news.weekly"
    /// A consumable.
    static let coins = "coins.100"
    /// Names of hosts that are probed.
    static let hosts = ["api.test", "api-sandbox.test"]
    /// Their answer to requests without a key; without a date, so that it states nothing about their clocks.
    static let refusal = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 16\r\n\r\nUnauthenticated\n"

    /// The shop, on a database.
    let shop: SimulatedShop

    private let metrics = CountedMetrics()
    private let otherMetrics = CountedMetrics()
    private let watch: WatchWorker<ManualClock>
    private let other: MetricSamplingWorker<ManualClock>
    private let sender: FulfillmentSender
    private let ingest: Ingest
    private let switches: Switches

    /// A shop whose store begins at midnight; its links lead to a receiver at a port of this machine.
    init(seed: UInt64, repository: any Repository, port: Int, catalog: Catalog? = nil) throws {
        let world = try SimulatedShop.world(seed: seed)
        let shop = try SimulatedShop(world: world, repository: repository, catalog: catalog)
        let switches = Switches(shop.ambient.now())
        let ambient = Ambient(now: shop.ambient.now, randomBytes: { switches.bytes($0) })
        self.shop = shop
        self.switches = switches
        self.ingest = Ingest(
            repository: repository,
            ambient: Ambient(
                now: { shop.ambient.now() - switches.faults.withLock { $0.clockBehind } },
                randomBytes: { switches.bytes($0) }
            ),
            revocation: nil,
            logger: WatchStage.logger
        )
        self.sender = FulfillmentSender(
            for: shop.app.name,
            takesProduction: true,
            repository: repository,
            ambient: ambient,
            workers: ambient,
            logger: WatchStage.logger,
            send: { _, _ in
                guard switches.faults.withLock({ $0.isFulfillerDown }) else { return .arrived }
                let failure = DeliveryFailure(code: "status", status: 503, at: shop.ambient.now())
                return .failed(failure, retryAfter: nil)
            }
        )
        let apps = [shop.app]
        var gauges: [any MinuteGauge] = [
            RenewalGauge(repository: repository, apps: apps), HistoryGapGauge(repository: repository, apps: apps),
            RefundAnswerGauge(repository: repository, apps: apps), RevokedCertificateGauge(repository: repository),
            StorageGauge(repository: repository) { switches.faults.withLock { $0.freeBytes } },
            try Self.prober(switches, port: port),
        ]
        gauges.append(
            StatusDriftGauge(
                repository: repository,
                ingest: shop.ingest,
                apps: apps,
                ambient: ambient,
                logger: WatchStage.logger
            )
        )
        let stage = WatchStage()
        self.watch = stage.leader(
            repository,
            gauges: gauges,
            sampler: self.metrics.sampler { await HeldMetrics.record(from: repository) }
        )
        self.other = stage.node(
            "other",
            self.otherMetrics.sampler { await HeldMetrics.record(from: repository) },
            repository
        )
    }

    private static func prober(_ switches: Switches, port: Int) throws -> LinkProber {
        let resolver = HostResolver { _, done in
            let isDown = switches.faults.withLock { $0.isLinkDown }
            done(isDown ? [] : [NetworkAddress("127.0.0.1")].compactMap(\.self))
        }
        let probe = try LinkProbe(wall: LinkStage.wall, resolver: resolver, limits: LinkStage.patient)
        return LinkProber(
            Self.hosts.compactMap { LinkTarget("http://\($0):\(port)", .serverAPI) },
            results: LinkResults(),
            rest: .zero,
            wall: LinkStage.wall,
            sleep: { _ in },
            run: { target in
                var result = await probe.run(target)
                // As if the answer had taken this long.
                if switches.faults.withLock({ $0.isLinkSlow }) { result?.steps[.firstByte] = .seconds(6) }
                return result
            }
        )
    }

    /// The current instant.
    var now: Instant { self.switches.now.withLock { $0 } }

    /// Causes a failure, or ends it.
    func change(_ change: (inout Faults) -> Void) { self.switches.faults.withLock { change(&$0) } }

    /// The instant at which an hour of a day of the store begins, both counted from 0.
    func hour(_ hour: Int64, ofDay day: Int64) -> Instant {
        Instant(milliseconds: 1_767_225_600_000) + .hours(day * 24 + hour)
    }

    /// Lets new customers buy, and returns the purchases.
    @discardableResult
    func sell(_ product: String, to count: Int) throws -> [String] {
        let first = self.switches.customers.withLock { customers in
            defer { customers += count }
            return customers
        }
        return try (first..<(first + count)).map { number in
            try self.shop.world.buy(product, by: self.shop.world.customer("c\(number)")).transactionId
        }
    }

    /// Refunds the newest period of every subscription.
    func refundSubscriptions() throws {
        for number in 0..<self.switches.customers.withLock({ $0 }) {
            let bought = self.shop.world.transactions(of: try self.shop.world.customer("c\(number)"))
                .filter { $0.productId == Self.weekly }
            if let newest = bought.max(by: { $0.purchasedAt < $1.purchasedAt }), newest.revokedAt == nil {
                try self.shop.world.refund(newest.transactionId)
            }
        }
    }

    /// Advances the store's time, with the server's periodic work and one tick of the watch worker at the end.
    func pass(_ span: Span) async throws {
        let now = self.switches.now.withLock { now in
            now = now + span
            return now
        }
        let faults = self.switches.faults.withLock { $0 }
        try await self.metrics.counting {
            // Where a client has waited, the store's clock is slightly ahead.
            let end = max(now.milliseconds, self.shop.world.now.milliseconds)
            try await self.shop.world.advance(to: Timestamp(milliseconds: end)) { await self.receive($0, faults) }
            await self.shop.publishDue()
            try await self.shop.checkDue()
            await QuarantineReleaseWorker(ingest: self.ingest, apps: [self.shop.app], clock: ContinuousClock())
                .releaseDue()
            while await self.sender.work() {}
            await self.sender.measure()
        }
        if !faults.isNodeGone {
            try await self.otherMetrics.counting {
                await self.other.put(atMinute: MetricResolution.minute.point(of: now) - 1)
            }
        }
        try await self.metrics.counting { await self.watch.tick(at: now) }
    }

    private func receive(_ notification: WorldNotification, _ faults: Faults) async -> WorldDelivery.Outcome {
        guard faults.clockBehind > .hours(0) else { return await self.shop.receive(notification) }
        let taken = try? await self.ingest.notification(notification.signedPayload, for: self.shop.app)
        return .answered(status: taken == nil ? 503 : 200)
    }

    /// Advances the time in steps until an instant.
    func pass(until end: Instant, by step: Span) async throws {
        while self.now < end { try await self.pass(step) }
    }

    /// Advances the time by hours, in each of which one minute is known; at each noon a few customers subscribe.
    ///
    /// On the day `busyDay` many customers subscribe.
    func live(until end: Instant, busyDay: Int64? = nil) async throws {
        while self.now < end {
            try await self.pass(.hours(1))
            let hours = (self.now - self.hour(0, ofDay: 0)).milliseconds / 3_600_000
            guard hours % 24 == 12 else { continue }
            try self.sell(Self.weekly, to: hours / 24 == busyDay ? 30 : 4)
        }
    }

    /// The alarms that fired, in order.
    func fired() async throws -> [Alarm] {
        try await self.shop.repository.read { view in try view.alarmRecords() }.alarms.filter { $0.firedAt != nil }
            .sorted { ($0.firedAt ?? $0.since, $0.number) < ($1.firedAt ?? $1.since, $1.number) }
    }

    /// Advances the time in steps until an alarm fires, and returns whether it does.
    func fires(_ name: AlarmName, within span: Span, by step: Span = .minutes(1)) async throws -> Bool {
        let end = self.now + span
        while self.now < end {
            try await self.pass(step)
            let alarms = try await self.shop.repository.read { view in try view.alarmRecords() }.alarms
            if alarms.contains(where: { $0.key.name == name && $0.state == .firing }) { return true }
        }
        return false
    }

    /// Advances the time in steps until all alarms of a name are resolved, and returns whether they are.
    func resolves(_ name: AlarmName, within span: Span, by step: Span = .minutes(1)) async throws -> Bool {
        let end = self.now + span
        while self.now < end {
            try await self.pass(step)
            let alarms = try await self.shop.repository.read { view in try view.alarmRecords() }.alarms
            if alarms.allSatisfy({ $0.key.name != name || $0.state == .resolved }) { return true }
        }
        return false
    }
}
