import ArgumentParser

/// `purser simulate`: an App Store of one's own, with a clock to turn.
struct Simulate: AsyncParsableCommand {
    /// The name and the example.
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run a simulated App Store with a clock that you turn.",
        discussion: """
            Example:
              purser simulate --catalog shop/catalogue.yaml --root shop/simulator/root.der \\
                --notify http://127.0.0.1:8080/apple/shop/notifications

            The first line on standard output says that it listens, as JSON, with the key to call its App Store Server
            API. Everything that customers, Apple and developers do is an action under /_sim/v1:

              curl http://127.0.0.1:8090/_sim/v1/actions \\
                -d '{"action":"buy","customer":"anna","product":"pro.monthly"}'
              curl http://127.0.0.1:8090/_sim/v1/clock/advance -d '{"by":"P1M"}'
              curl http://127.0.0.1:8090/_sim/v1/journal

            Its clock starts at the present and moves only when told to. It signs with a root certificate of its own,
            which a server trusts only when its configuration names it.
            """,
        subcommands: [SimulateServe.self, ScenarioCommand.self, TriggerCommand.self],
        defaultSubcommand: SimulateServe.self
    )
}
