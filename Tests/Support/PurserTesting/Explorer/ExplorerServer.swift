import AppStore
import AppStoreSimulator
import Ledger
import Logging
import PurserService
import Synchronization

/// Purser in the same process as the world it listens to: its real verification, its real intake, its real rules, and a
/// repository.
///
/// Notifications and submissions reach the use cases directly, without HTTP; what the HTTP layer would answer follows
/// from what they throw, by the table that `NotificationControllerTests` holds. The server's clock is the world's.
final class ExplorerServer: Sendable {
    /// Acknowledged evidence, to be sent again.
    struct Arrival: Sendable {
        /// The compact form.
        let compact: [UInt8]
        /// The submission; `nil` for a notification.
        let submission: ExplorerSubmission?
    }

    private struct State {
        var isDown = false
        var clockBehind: Span = .zero
        var received = ExplorerReceived()
        var counts = SometimesCounts()
        var arrivals: [Arrival] = []
        var journal: [String] = []
        var troubles: [ExplorerViolation] = []
        var newest = Int.min
        var taken: Set<Int> = []
        var attempts: [Int: Int] = [:]
        var expectsForgeries = false
        var spendings = 0
        var spent: Int64 = 0
        var orders: [ExplorerOrder] = []
        var reopen: (@Sendable () async throws -> any Repository)?
    }

    /// The repository with the ledger.
    let repository: ExplorerRepository
    /// The app as the server knows it.
    let app: ServedApp
    /// The environment that the app's purchases are made in.
    let environment: StoreEnvironment
    /// The world that sends the notifications.
    let world: World
    private let state: Mutex<State>

    /// A server that trusts this world.
    init(world: World, repository: RepositoryUnderTest, flaw: ExplorerFlaw?) throws {
        let isProduction = world.apps.first?.environment == .production
        let environment: AppStoreEnvironment = isProduction ? .production : .sandbox
        guard
            let identity = AppIdentity(
                bundleID: ExplorerShop.bundleID,
                appAppleID: ExplorerShop.appAppleID,
                environments: [environment]
            )
        else { preconditionFailure("The explorer's app is a whole identity.") }
        let signatures = SignatureVerifier(anchors: try TrustAnchors(roots: [world.certificates.root]))
        self.world = world
        self.environment = isProduction ? .production : .sandbox
        self.repository = ExplorerRepository(repository.repository, flaw: flaw)
        self.app = ServedApp(
            name: AppName("shop"),
            verifier: SignedDataVerifier(signatures: signatures, app: identity),
            catalog: ExplorerShop.payingCatalog
        )
        var state = State()
        state.reopen = repository.reopen
        self.state = Mutex(state)
    }

    /// Whether it answers nothing now.
    var isDown: Bool { self.state.withLock { $0.isDown } }
    /// The evidence that it received and acknowledged.
    var received: ExplorerReceived { self.state.withLock { $0.received } }
    /// The counts of reached events.
    var counts: SometimesCounts { self.state.withLock { $0.counts } }
    /// The acknowledged evidence in order.
    var arrivals: [Arrival] { self.state.withLock { $0.arrivals } }
    /// The answers, line by line.
    var journal: [String] { self.state.withLock { $0.journal } }
    /// The violations during its answers.
    var troubles: [ExplorerViolation] { self.state.withLock { $0.troubles } }
    /// The places of the notifications it has acknowledged.
    var taken: Set<Int> { self.state.withLock { $0.taken } }
    /// The numbers of the world's notifications that were sent at least once.
    var offered: Set<Int> { self.state.withLock { Set($0.attempts.keys) } }

    /// The number of coins that were spent.
    var spent: Int64 { self.state.withLock { $0.spent } }

    /// The orders that were made, in their order.
    var orders: [ExplorerOrder] { self.state.withLock { $0.orders } }

    /// Its clock.
    var now: Instant {
        Instant(milliseconds: self.world.now.milliseconds) - self.state.withLock { $0.clockBehind }
    }

    /// The ingest service with the server's clock.
    var ingest: Ingest {
        let now = self.now
        return Ingest(
            repository: self.repository,
            ambient: Ambient(now: { now }, randomBytes: { count in Array(repeating: 7, count: count) }),
            revocation: nil,
            logger: Logger(label: "explorer") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// The number of the next spending.
    func nextSpending() -> Int {
        self.state.withLock { state in
            state.spendings += 1
            return state.spendings
        }
    }

    /// Notes that coins were spent.
    func noteSpent(_ quantity: Int64) {
        self.state.withLock { $0.spent += quantity }
    }

    /// Notes that an order was made.
    func note(_ order: ExplorerOrder) { self.state.withLock { $0.orders.append(order) } }

    /// Counts something.
    func count(_ event: Sometimes, _ times: Int = 1) {
        self.state.withLock { $0.counts.count(event, times) }
    }

    /// Notes that forged or misdirected payloads may come from now on.
    func expectForgeries() {
        self.state.withLock { $0.expectsForgeries = true }
    }

    /// Changes the state of the server.
    func suffer(_ fate: ExplorerStep.Fate) async throws {
        switch fate {
        case .down: self.state.withLock { $0.isDown = true }
        case .up: self.state.withLock { $0.isDown = false }
        case .clockBehind: self.state.withLock { $0.clockBehind = .minutes(10) }
        case .clockRight: self.state.withLock { $0.clockBehind = .zero }
        case .heal: try await self.heal()
        case .restart:
            guard let reopen = self.state.withLock({ $0.reopen }) else { return }
            await self.repository.close()
            self.repository.replaceBase(try await reopen())
            self.count(.restarted)
        }
    }

    /// Applies what was held and is due.
    func releaseHeld() async throws {
        let before = try await self.repository.read { view in try view.heldCounts() }[.signedInFuture] ?? 0
        await QuarantineReleaseWorker(ingest: self.ingest, apps: [self.app], clock: ContinuousClock()).releaseDue()
        let after = try await self.repository.read { view in try view.heldCounts() }[.signedInFuture] ?? 0
        self.count(.released, max(before - after, 0))
    }

    /// Publishes what has fallen due.
    func publishDue() async {
        let now = self.now
        let list = DueChangeWorker(
            repository: self.repository,
            ambient: Ambient(now: { now }, randomBytes: { count in Array(repeating: 7, count: count) }),
            apps: [self.app],
            logger: Logger(label: "explorer") { _ in SwiftLogNoOpLogHandler() },
            clock: ContinuousClock()
        )
        while await list.advanceDue() {}
    }

    /// Receives a notification as the store posts it.
    func receive(_ notification: WorldNotification) async -> WorldDelivery.Outcome? {
        let compact = notification.signedPayload
        let (isDown, expectsForgeries) = self.state.withLock { state in
            state.attempts[notification.index, default: 0] += 1
            let attempt = state.attempts[notification.index] ?? 1
            if let event = Self.retries[attempt], !state.taken.contains(notification.index) {
                state.counts.count(event)
            }
            if state.taken.contains(notification.index) { state.counts.count(.deliveredTwice) }
            if notification.index < state.newest { state.counts.count(.disorder) }
            state.newest = max(state.newest, notification.index)
            return (state.isDown, state.expectsForgeries)
        }
        if isDown {
            self.count(.serverDown)
            return self.answer(503, notification, "server_down")
        }
        let genuine = expectsForgeries ? self.world.notifications(from: notification.index).first?.signedPayload : nil
        let isGenuine = genuine.map { $0 == compact } ?? true
        let isOurs = notification.app.bundleId == ExplorerShop.bundleID
        do throws(IngestError) {
            let outcome = try await self.ingest.notification(compact, for: self.app)
            if !isGenuine || !isOurs {
                self.trouble(
                    isGenuine ? "isolation" : "authenticity",
                    "\(notification.name) was accepted although it is \(isGenuine ? "another app's" : "forged")"
                )
            }
            self.note(notification, compact, outcome)
            return self.answer(200, notification, outcome.word)
        } catch {
            if isGenuine, isOurs {
                self.trouble("consistency", "the genuine \(notification.name) was refused: \(error.code)")
            }
            switch error {
            case .refused:
                self.count(.forgedRefused)
                return self.answer(400, notification, error.code)
            case .notOurs:
                self.count(isGenuine ? .strangerRefused : .forgedRefused)
                return self.answer(503, notification, error.code)
            case .storage, .quarantineFull, .mustWait, .notInReceipt, .secretWrong, .unconfirmed:
                return self.answer(503, notification, error.code)
            }
        }
    }

    /// Receives what an app submits for its customer.
    func submit(_ transactionID: String, _ submission: ExplorerSubmission) async throws {
        guard !self.state.withLock({ $0.isDown }) else { return }
        let payload = try self.world.transactionPayload(for: transactionID)
        let compact = try self.world.signedTransaction(for: transactionID)
        let isOurs = payload.bundleId == ExplorerShop.bundleID
        do throws(IngestError) {
            let outcome = try await self.purchase(compact, submission)
            if !isOurs {
                self.trouble("isolation", "a purchase of another app was accepted from \(submission.customer)")
            }
            self.state.withLock { state in
                if case .held = outcome { state.counts.count(.quarantined) }
                state.received.note(submitted: payload, by: submission.customer)
                state.arrivals.append(Arrival(compact: compact, submission: submission))
            }
            self.log("\(submission.customer) submits \(transactionID): \(outcome.word)")
        } catch {
            if isOurs {
                self.trouble("consistency", "a genuine purchase of \(submission.customer) was refused: \(error.code)")
            }
            self.log("\(submission.customer) submits \(transactionID): \(error.code)")
        }
    }

    /// Sends something acknowledged once more, as it was.
    func repeatArrival(_ arrival: Arrival) async throws {
        if let submission = arrival.submission {
            _ = try await self.purchase(arrival.compact, submission)
        } else {
            _ = try await self.ingest.notification(arrival.compact, for: self.app)
        }
    }

    private func purchase(
        _ compact: [UInt8],
        _ submission: ExplorerSubmission
    ) async throws(IngestError) -> IngestOutcome {
        guard let customer = CustomerID(submission.customer),
            let token = AccountToken(ExplorerShop.token(of: submission.customer))
        else { preconditionFailure("The explorer's customers have names and tokens.") }
        return try await self.ingest.purchase(
            compact,
            by: customer,
            intent: Submission.Intent(rawValue: submission.intent) ?? .sync,
            tokens: [token],
            for: self.app
        ).outcome
    }

    /// Notes that something genuine was acknowledged.
    func note(_ notification: WorldNotification, _ compact: [UInt8], _ outcome: IngestOutcome?) {
        self.state.withLock { state in
            if case .held? = outcome { state.counts.count(.quarantined) }
            state.taken.insert(notification.index)
            state.arrivals.append(Arrival(compact: compact, submission: nil))
            state.received.note(
                notification.type,
                transaction: notification.transactionPayload,
                renewal: notification.renewalInfoPayload,
                status: notification.status,
                signedAt: notification.signedAt
            )
        }
    }

    private func answer(_ status: Int, _ notification: WorldNotification, _ word: String) -> WorldDelivery.Outcome {
        self.log("\(notification.uuid) \(notification.name): \(status) \(word)")
        return .answered(status: status)
    }

    /// Notes what was done.
    func log(_ line: String) {
        let now = self.world.now.milliseconds
        self.state.withLock { $0.journal.append("\(now) \(line)") }
    }

    /// Notes what went wrong.
    func trouble(_ invariant: String, _ text: String) {
        self.state.withLock { $0.troubles.append(ExplorerViolation(invariant: invariant, text: text)) }
    }

    private static let retries: [Int: Sometimes] = [2: .retry2, 3: .retry3, 4: .retry4, 5: .retry5, 6: .retry6]
}

extension IngestOutcome {
    /// What became of it, as a word.
    fileprivate var word: String {
        switch self {
        case .recorded(let recorded): recorded.isNew ? "recorded" : "known"
        case .held(_, let code, _): code
        }
    }
}
