import AppStore
import ArgumentParser
import PurserService

/// By how much and why renewal dates are put off.
struct ExtensionOptions: ParsableArguments {
    @Option(help: "By how many days, 1 to 90.")
    var days: Int

    @Option(
        help: "Why, as Apple is told: \(StoreTask.reasons.map(\.word).joined(separator: ", "))."
    )
    var because = "undeclared"

    /// The number of days, in Apple's bounds.
    func extensionDays() throws -> ExtensionDays {
        guard let days = ExtensionDays(self.days) else {
            throw ValidationError("--days \(self.days): Apple extends by 1 to 90 days.")
        }
        return days
    }

    /// Apple's number for why.
    func reasonCode() throws -> ExtendReasonCode {
        guard let reason = StoreTask.reasons.first(where: { $0.word == self.because }) else {
            throw WordOption.mistake("--because", self.because, known: StoreTask.reasons.map(\.word))
        }
        return reason.code
    }
}
