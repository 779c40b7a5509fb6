import AppStore
import Synchronization

/// The app's server in a scenario: verifies what arrives as a real one must, answers what the step says, and may pass
/// everything on to a server under test.
final class ScenarioReceiver: Sendable {
    /// What arrived, once it has proved to be genuine.
    enum Content: Sendable {
        /// A signed notification.
        case signed(VerifiedNotification)
        /// A post of version 1, with what it says.
        case old(NotificationV1, JSONValue)
    }

    /// Why what arrived is not genuine.
    struct Refusal: Error, Sendable {
        /// The code that a server has for it.
        let code: String
    }

    /// Something that arrived.
    struct Arrival: Sendable {
        /// What the world sent.
        let notification: WorldNotification
        /// What the verifier made of the bytes that came.
        let verdict: Result<Content, Refusal>
        /// What was answered.
        let outcome: WorldDelivery.Outcome
        /// When, on the world's clock.
        let at: Timestamp

        /// Whom it is about and what it is called, in version 1 by its type alone.
        var sent: (customer: String?, name: String) {
            guard case .success(.old(let post, _)) = self.verdict else {
                return (self.notification.customer?.name, self.notification.name)
            }
            return (self.notification.customer?.name, post.type)
        }
    }

    private struct State {
        var plan: [WorldDelivery.Outcome] = []
        var arrivals: [Arrival] = []
    }

    private let world: World
    private let app: WorldApp
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
        else { throw ScenarioError("The app has no bundle id.") }
        self.world = world
        self.app = app
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
        let verdict = self.validate(notification.body)
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
            at: self.world.now
        )
        self.state.withLock { $0.arrivals.append(arrival) }
        return outcome
    }

    /// What a server that trusts nobody else makes of a body.
    private func validate(_ body: [UInt8]) -> Result<Content, Refusal> {
        do {
            if let post = try NotificationV1(json: body) {
                guard post.password == self.world.sharedSecret(of: self.app) else {
                    throw Refusal(code: "notification_secret_wrong")
                }
                _ = try self.verifier.receipt(post.answer.latestReceipt ?? "", at: self.world.now)
                return .success(.old(post, try JSONValue(json: body)))
            }
            let signed = (try? NotificationBody(json: body))?.signedPayload?.bytes ?? []
            return .success(.signed(try self.verifier.notification(signed)))
        } catch let error as VerificationError {
            return .failure(Refusal(code: error.code.rawValue))
        } catch {
            return .failure((error as? Refusal) ?? Refusal(code: "json_invalid"))
        }
    }
}
