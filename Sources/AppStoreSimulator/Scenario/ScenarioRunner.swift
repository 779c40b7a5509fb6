/// A runner of scenarios: each runs in a new world, and its report says whether all notifications were as expected.
///
/// The runner verifies every payload as a server must, with the world's root. A server under test, if there is one,
/// receives the same notifications.
public struct ScenarioRunner: Sendable {
    /// The seed of all random choices.
    ///
    /// Certificates and keys are those of a world with this seed that starts in the same year, so that a server that
    /// trusts that world also trusts the scenarios. Identifiers also depend on the scenario's name: they never equal
    /// those of another scenario or of that world.
    public var seed: UInt64
    /// The app's bundle id.
    public var bundleId: String
    /// The app's Apple ID.
    public var appAppleId: Int64
    /// The URL for notifications in the world's app; only ``forwarding`` sends notifications to a real server.
    public var notificationURL: String
    /// Forwards every notification that the scenario's receiver accepts to a server under test.
    ///
    /// A step fails when the server refuses a genuine notification or accepts one that is not genuine.
    public var forwarding: NotificationReceiver?

    /// Creates a runner without a server under test.
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

    /// Returns the root certificate, DER, that a server under test must trust for a scenario.
    public func root(for scenario: Scenario) throws -> [UInt8] {
        try self.world(for: scenario).certificates.root
    }

    /// Runs a scenario to its end or to the first failed step.
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
