/// Plays scenarios, each in a fresh world, and says whether everything was told as it must be.
///
/// Every payload is verified as a server must verify it, with the world's root. A server under test gets the same
/// notifications, when there is one.
public struct ScenarioRunner: Sendable {
    /// What everything random follows from.
    ///
    /// Certificates and keys are those of a world of this seed that starts in the same year, so that a server that
    /// trusts it trusts the scenarios. Identifiers follow from the scenario's name too: they never meet those of
    /// another scenario, nor of that world.
    public var seed: UInt64
    /// The app's bundle id.
    public var bundleId: String
    /// Apple's number of the app.
    public var appAppleId: Int64
    /// Where notifications go, as the world's app says; nothing is sent there unless ``forwarding`` does.
    public var notificationURL: String
    /// Takes every notification that the receiver of the scenario is up for to a server under test; a genuine one that
    /// it refuses fails the step, and so does one that is not genuine and that it takes.
    public var forwarding: NotificationReceiver?

    /// A runner without a server under test.
    public init(
        seed: UInt64 = 1,
        bundleId: String = "com.example.shop",
        appAppleId: Int64 = 1_234_567_890,
        notificationURL: String = "https://shop.example/notifications",
        forwarding: NotificationReceiver? = nil
    ) {
        self.seed = seed
        self.bundleId = bundleId
        self.appAppleId = appAppleId
        self.notificationURL = notificationURL
        self.forwarding = forwarding
    }

    /// The root certificate, DER, that a server under test must trust for a scenario.
    public func root(for scenario: Scenario) throws -> [UInt8] {
        try self.world(for: scenario).certificates.root
    }

    /// Plays a scenario from its beginning to its end, or to the first step that does not go as it must.
    public func run(_ scenario: Scenario) async -> ScenarioReport {
        do {
            let world = try self.world(for: scenario)
            guard let app = world.apps.first else { throw WorldError.unknownApp }
            let receiver = try ScenarioReceiver(world: world, app: app, forwarding: self.forwarding)
            var run = ScenarioRun(
                scenario,
                world: world,
                app: app,
                receiver: receiver,
                isForwarding: self.forwarding != nil
            )
            return await run.play()
        } catch {
            let sentence = (error as? WorldError)?.message ?? (error as? ScenarioError)?.sentence ?? "\(error)"
            let outcome = ScenarioReport.Outcome.failed(step: "setup", complaints: [sentence])
            return ScenarioReport(scenario: scenario, seed: self.seed, outcome: outcome)
        }
    }

    private func world(for scenario: Scenario) throws -> World {
        var generator = SeededGenerator(seed: self.seed, purpose: "scenario \(scenario.id)")
        return try scenario.setup.world(
            seed: generator.next(),
            keySeed: self.seed,
            bundleId: self.bundleId,
            appAppleId: self.appAppleId,
            notificationURL: self.notificationURL
        )
    }
}
