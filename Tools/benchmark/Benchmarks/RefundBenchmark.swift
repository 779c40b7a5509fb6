import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import Logging
import PersistenceSQL
import PersistenceSQLite
import PurserService
import PurserTesting

/// The latency and rate of answers to Apple's consumption requests, and the time of a policy's dry run.
///
/// Apple is a simulated store in the same process that answers at once: the measurement covers everything from the
/// arrival of the signed notification to Apple's 202, including evidence from wallets and fulfillments, on SQLite.
struct RefundBenchmark {
    /// The folder for the databases.
    let folder: String

    private static let customers = 200
    private static let single = 300
    private static let concurrent = 2400
    private static let past = 100_000
    private static let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }

    /// Measures on fresh databases.
    func measure() async throws -> [Measurement] {
        let (latencies, seconds) = try await self.answers()
        // A request that arrives just after a check waits for the next one.
        let rest = RefundWorker<ContinuousClock>.interval.milliseconds
        let p99 = latencies[latencies.count * 99 / 100] + rest
        let perMinute = Double(Self.concurrent) / seconds * 60
        let (dry, lines) = try await self.dryRun()
        return [
            .judged(
                "refund: notification to Apple's 202, p99, rest included",
                "\(p99.rounded1) ms",
                target: "< 2000 ms",
                p99 < 2000
            ),
            .scale("  p50, without the rest", "\(latencies[latencies.count / 2].rounded1) ms"),
            .judged(
                "refunds answered, \(Self.concurrent) at once",
                "\(Int(perMinute))/min",
                target: ">= 2400/min",
                perMinute >= 2400
            ),
            .judged("dry run of \(Self.past) cases", "\(dry.rounded1) s", target: "< 20 s", dry < 20),
            .judged("  the same over an export", "\(lines.rounded1) s", target: "< 20 s", lines < 20),
        ]
    }

    private func repository(_ name: String) throws -> SQLiteRepository {
        try SQLiteRepository(path: "\(self.folder)/\(name).db", logger: Self.logger) { error in
            preconditionFailure("The disk failed: \(error.code)")
        }
    }

    // MARK: Answering

    /// Returns the latencies of single requests in milliseconds, shortest first, and the seconds for many at once.
    private func answers() async throws -> ([Double], Double) {
        let repository = try self.repository("answers")
        let shop = try SimulatedShop(world: SimulatedShop.world(seed: 7), repository: repository)
        let service = AppStoreService(
            repository: repository,
            ingest: shop.ingest,
            apps: [shop.app],
            ambient: shop.ambient
        )
        let responder = RefundResponder(
            for: shop.app,
            service: service,
            repository: repository,
            ambient: shop.ambient,
            workers: shop.ambient,
            logger: Self.logger
        )
        guard let responder else { preconditionFailure("The shop was made with a key.") }
        try await self.publish(in: shop)
        let ids = try await self.sell(Self.single + Self.concurrent, in: shop)
        let clock = ContinuousClock()
        var latencies: [Double] = []
        for id in ids.prefix(Self.single) {
            try shop.world.perform(.requestRefund(of: id, reason: "OTHER", text: nil))
            let notifications = shop.world.drainOutbox()
            let start = clock.now
            for notification in notifications { _ = await shop.receive(notification) }
            while await responder.work() {}
            latencies.append((clock.now - start).milliseconds)
            try await self.requireAnswered(id, in: shop)
        }
        for id in ids.dropFirst(Self.single) {
            try shop.world.perform(.requestRefund(of: id, reason: "OTHER", text: nil))
        }
        let notifications = shop.world.drainOutbox()
        let start = clock.now
        for notification in notifications { _ = await shop.receive(notification) }
        while await responder.work() {}
        let seconds = (clock.now - start).seconds
        for id in ids { try await self.requireAnswered(id, in: shop) }
        await repository.close()
        return (latencies.sorted(), seconds)
    }

    private func publish(in shop: SimulatedShop) async throws {
        let service = RefundService(
            repository: shop.repository,
            apps: [shop.app.name],
            ambient: shop.ambient,
            audit: AuditLog(repository: shop.repository, ambient: shop.ambient)
        )
        _ = try await service.publish(RefundPreset.prorateByUse.text, in: shop.app.name, by: "benchmark")
    }

    /// Lets customers buy coins and consent to sending consumption information.
    private func sell(_ count: Int, in shop: SimulatedShop) async throws -> [String] {
        for number in 0..<Self.customers {
            let consent = Consent(
                id: ConsentID("consent-\(number)"),
                textHash: String(repeating: "a", count: 64),
                version: "1",
                locale: "en",
                storefront: "USA",
                givenAt: shop.ambient.now(),
                source: "settings",
                recordedAt: shop.ambient.now(),
                recordedBy: "shop"
            )
            let customer = Sample.customer("customer-\(number)")
            _ = try await shop.repository.write { unit in try unit.keep(consent, of: customer, app: shop.app.name) }
        }
        var ids: [String] = []
        for number in 0..<count {
            let name = "customer-\(number % Self.customers)"
            let bought = try shop.world.perform(.buy("coins.100", by: name)).purchases
            guard let id = bought.first?.transactionId else { throw WorldError.unknownApp }
            try await shop.submit(id, by: name)
            ids.append(id)
        }
        for notification in shop.world.drainOutbox() { _ = await shop.receive(notification) }
        return ids
    }

    /// Requires that Apple got the answer.
    private func requireAnswered(_ id: String, in shop: SimulatedShop) async throws {
        let name = RefundID(TransactionID(id), in: shop.environment)
        let record = try await shop.repository.read { view in try view.refund(name, of: shop.app.name) }
        precondition(record?.answers.first?.receivedAt != nil, "Every question is answered.")
    }

    // MARK: The past

    /// Returns the seconds of a dry run over every case, in the ledger and in an export of it.
    private func dryRun() async throws -> (Double, Double) {
        let repository = try self.repository("past")
        for start in stride(from: 0, to: Self.past, by: 10_000) {
            let numbers = start..<min(start + 10_000, Self.past)
            try await Self.each(numbers) { number in _ = try await repository.record(Self.request(number)) }
            var leases: [RefundLease] = []
            repeat {
                leases = try await repository.leaseRefunds(
                    of: Sample.app,
                    at: Self.instant(1),
                    until: Self.instant(100),
                    limit: 500
                ).leases
                try await Self.each(leases) { lease in
                    let step = RefundStep(Self.answer(to: lease.record), next: .never)
                    _ = try await repository.write { unit in try unit.conclude(lease, step, at: Self.instant(2)) }
                }
            } while !leases.isEmpty
        }
        let service = RefundService(
            repository: repository,
            apps: [Sample.app],
            ambient: Ambient(now: { Self.instant(3) }, randomBytes: { [UInt8](repeating: 0, count: $0) }),
            audit: AuditLog(
                repository: repository,
                ambient: Ambient(now: { Self.instant(3) }, randomBytes: { [UInt8](repeating: 0, count: $0) })
            )
        )
        let clock = ContinuousClock()
        let start = clock.now
        let run = try await service.dryRun(RefundPreset.prorateByUse.text, in: Sample.app)
        let seconds = (clock.now - start).seconds
        precondition(run.requests == Int64(Self.past), "Every case is met.")
        let path = "\(self.folder)/cases.jsonl"
        try await self.export(through: service, to: path)
        await repository.close()
        return (seconds, try self.dryRun(over: path))
    }

    /// Writes every case into a file, page by page.
    private func export(through service: RefundService, to path: String) async throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        var place = RefundCursor(since: Instant(milliseconds: .min))
        while true {
            let page = try await service.opened(after: place, limit: 500, in: Sample.app)
            guard let last = page.last else { break }
            let lines = page.flatMap(\.record.exported).flatMap { $0.line + [UInt8(ascii: "\n")] }
            try file.write(contentsOf: Data(lines))
            place = RefundCursor(last)
        }
        try file.close()
    }

    /// Returns the seconds of a dry run over an export, including opening the file.
    private func dryRun(over path: String) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        var run = RefundExportRun(try RefundDryRun(of: RefundPreset.prorateByUse.text))
        guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadUnknown) }
        func stop(_ bad: RefundExportRun.Bad) { preconditionFailure("\(bad.line): \(bad.reason)") }
        while let bytes = try file.read(upToCount: 64 * 1024), !bytes.isEmpty { run.read(Array(bytes), onBad: stop) }
        run.finish(onBad: stop)
        try file.close()
        let seconds = (clock.now - start).seconds
        precondition(run.run.requests == Int64(Self.past), "Every line is met.")
        return seconds
    }

    private static func instant(_ seconds: Int64) -> Instant { Sample.beginning + .seconds(seconds) }

    /// Runs an operation for each element, with enough in parallel that they share commits.
    private static func each<Element: Sendable>(
        _ elements: some Sequence<Element>,
        _ work: @escaping @Sendable (Element) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var waiting = elements.makeIterator()
            for _ in 0..<64 { if let element = waiting.next() { group.addTask { try await work(element) } } }
            while try await group.next() != nil {
                if let element = waiting.next() { group.addTask { try await work(element) } }
            }
        }
    }

    private static func request(_ number: Int) -> Intake {
        let id = String(2_000_000_000_000_000 + number)
        let subject = RefundSubject(
            originalTransactionID: OriginalTransactionID(id),
            productID: ProductID("gems.600"),
            purchasedAt: Sample.beginning - .days(3),
            price: Money(amountMilliunits: 9_990, currency: "USD")
        )
        let signedRefund = SignedRefund(
            id: "request-\(number)",
            kind: .requested(reason: "OTHER"),
            signedAt: Sample.beginning
        )
        return Intake(
            app: Sample.app,
            environment: .production,
            receivedAt: Sample.beginning,
            refund: RefundUpdate(transactionID: TransactionID(id), subject: subject, signedRefunds: [signedRefund]),
            publishesEvents: false
        )
    }

    private static func answer(to record: RefundRecord) -> RefundAnswer {
        let share = (record.transactionID.rawValue.utf8.last.map(Int64.init) ?? 0) % 10 * 10_000
        var answer = RefundAnswer(record.openRequest?.id ?? "")
        answer.decider = .policy(version: 1, rule: nil)
        answer.circumstances = RefundCircumstances(
            kind: .consumable,
            deliveryStatus: .delivered,
            share: share,
            hasConsent: true
        )
        answer.evidence = [
            "product": .text("gems.600"), "fulfillment.state": .text("confirmed"), "share": .share(share),
            "cases.decided": .count(0), "price": .money(Money(amountMilliunits: 9_990, currency: "USD")),
        ]
        answer.sent = RefundAnswer.SentAnswer(
            body: [UInt8](repeating: UInt8(ascii: "x"), count: 160),
            isFirstVersion: false,
            deliveryStatus: .delivered,
            share: share,
            preference: nil,
            frozenAt: Self.instant(1)
        )
        answer.attempts = 1
        answer.receivedAt = Self.instant(2)
        return answer
    }
}
