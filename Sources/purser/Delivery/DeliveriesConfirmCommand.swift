import AppStore
import ArgumentParser

/// `purser deliveries confirm`: says that goods were handed over, or taken back, by other means.
struct DeliveriesConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Says that goods were handed over, or taken back, by other means.",
        discussion: """
            Example:
              purser deliveries confirm dlv_Production_230000000000042 --reason "given by support"

            Exit status: \(DeliveryOptions.endings)
            """
    )

    @OptionGroup var delivery: DeliveryOptions

    @Flag(help: "They were taken back.")
    var takenBack = false

    @Flag(help: "Do not ask.")
    var yes = false

    func run() async throws {
        let what = self.takenBack ? "taken back" : "handed over"
        let question = "\(self.delivery.id) counts as \(what), and nobody does it any more. Go on?"
        let kind = JSONMember(key: "call", value: .string(self.takenBack ? "take_back" : "deliver"))
        try await self.delivery.post("confirm", [kind], asking: self.yes ? nil : question)
    }
}
