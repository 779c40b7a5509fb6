import AppStore
import Synchronization

/// The app's server in a scenario: it verifies each delivery as a real server must, responds as the step specifies, and
/// can forward each delivery to a server under test.
final class ScenarioReceiver: Sendable {
    /// The verified content of a delivery.
    enum Content: Sendable {
        /// A signed notification.
        case signed(VerifiedNotification)
        /// A version 1 post, with its JSON.
        case old(NotificationV1, JSONValue)
    }

    /// The reason why a delivery is not genuine.
    struct Refusal: Error, Sendable {
        /// The server's error code.
        let code: String
    }

    /// One received delivery.
    struct Arrival: Sendable {
        /// The notification that the world sent.
        let notification: WorldNotification
        /// The result of the verification of the received bytes.
        let verdict: Result<Content, Refusal>
        /// The response.
        let outcome: WorldDelivery.Outcome
        /// The instant on the world's clock.
        let at: Timestamp

        /// The customer and the name of the notification; for version 1 the type alone.
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

    /// Creates a receiver that trusts only this world's root.
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

    /// Begins a step with the planned responses to deliveries; the last one repeats.
    func begin(_ plan: [WorldDelivery.Outcome]?) {
        self.state.withLock { $0.plan = plan ?? [] }
    }

    /// Returns and removes the received deliveries.
    func takeArrivals() -> [Arrival] {
        self.state.withLock { state in
            defer { state.arrivals = [] }
            return state.arrivals
        }
    }

    /// Receives a delivery.
    func receive(_ notification: WorldNotification) async -> WorldDelivery.Outcome? {
        let verdict = self.validate(notification.body)
        let planned = self.state.withLock { state in
            state.plan.count > 1 ? state.plan.removeFirst() : state.plan.first
        }
        var outcome = planned ?? .answered(status: (try? verdict.get()) == nil ? 400 : 200)
        // A server that is down or busy does not receive the notification.
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

    /// Verifies a body as a server that trusts only this world's root.
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
