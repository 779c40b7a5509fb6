import AppStore
import Synchronization

/// The app's server in a scenario: verifies what arrives as a real one must, answers what the step says, and may pass
/// everything on to a server under test.
final class ScenarioReceiver: Sendable {
    /// Something that arrived.
    struct Arrival: Sendable {
        /// What the world sent.
        let notification: WorldNotification
        /// What the verifier made of the bytes that came.
        let verdict: Result<VerifiedNotification, VerificationError>
        /// What was answered.
        let outcome: WorldDelivery.Outcome
        /// When, on the world's clock.
        let at: Timestamp
        /// The signed payload that came.
        let signedPayload: [UInt8]

        /// Whom it is about and what it is called.
        var told: (customer: String?, name: String) {
            (self.notification.customer?.name, self.notification.name)
        }
    }

    private struct State {
        var plan: [WorldDelivery.Outcome] = []
        var arrivals: [Arrival] = []
    }

    private let world: World
    private let verifier: SignedDataVerifier
    private let forwarding: NotificationReceiver?
    private let state = Mutex(State())

    /// A receiver that trusts this world's root alone.
    init(world: World, app: WorldApp, forwarding: NotificationReceiver?) throws {
        let anchors = try TrustAnchors(roots: [world.certificates.root])
        let environment = AppStoreEnvironment(rawValue: app.environment.rawValue)
        guard
            let identity = AppIdentity(
                bundleID: app.bundleId,
                appAppleID: app.appAppleId,
                environments: [environment]
            )
        else { throw ScenarioTrouble("The app has no bundle id.") }
        self.world = world
        self.verifier = SignedDataVerifier(signatures: SignatureVerifier(anchors: anchors), app: identity)
        self.forwarding = forwarding
    }

    /// Begins a step, in which deliveries are answered so, the last answer again and again.
    func begin(_ plan: [WorldDelivery.Outcome]?) {
        self.state.withLock { $0.plan = plan ?? [] }
    }

    /// What has arrived since this was last asked.
    func takeArrivals() -> [Arrival] {
        self.state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    /// Takes a delivery.
    func receive(_ notification: WorldNotification) async -> WorldDelivery.Outcome? {
        let (signed, verdict) = self.examine(notification.body)
        let planned = self.state.withLock { state in
            state.plan.count > 1 ? state.plan.removeFirst() : state.plan.first
        }
        var outcome = planned ?? .answered(status: (try? verdict.get()) == nil ? 400 : 200)
        // A server that is down, or busy, never sees what is sent.
        if planned?.isSuccess ?? true, let forwarding, let answer = await forwarding(notification) {
            outcome = answer
        }
        let arrival = Arrival(
            notification: notification,
            verdict: verdict,
            outcome: outcome,
            at: self.world.now,
            signedPayload: signed
        )
        self.state.withLock { $0.arrivals.append(arrival) }
        return outcome
    }

    /// What the verifier makes of a body.
    func examine(_ body: [UInt8]) -> (signed: [UInt8], verdict: Result<VerifiedNotification, VerificationError>) {
        let signed = (try? NotificationBody(json: body))?.signedPayload?.bytes ?? []
        do throws(VerificationError) {
            return (signed, .success(try self.verifier.notification(signed)))
        } catch {
            return (signed, .failure(error))
        }
    }
}
