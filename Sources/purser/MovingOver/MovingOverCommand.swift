import ArgumentParser
import Ledger
import PurserService

/// `purser moving-over`: which old forms are still used.
struct MovingOverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "moving-over",
        abstract: "Shows which old forms apps and Apple still use, and what is missing to switch each off.",
        discussion: """
            Example:
              purser moving-over --days 90

            Receipts, verifyReceipt and notifications of version 1 beside what takes their place: how often, which share, by
            which versions of the app. Sentences are in the language of LANG, English or Chinese.

            Exit status: 0 shown, 64 wrong usage, 69 the database cannot be opened, 75 try again, 77 another user's server,
            78 the configuration is wrong.
            """
    )

    @Option(help: ArgumentHelp("About how many days, today included.", valueName: "number"))
    var days = MovingOverDesk.usualDays

    @OptionGroup var options: StoreOptions

    func validate() throws {
        guard (1...MovingOverDesk.maximumDays).contains(self.days) else {
            throw ValidationError("--days is from 1 to \(MovingOverDesk.maximumDays).")
        }
    }

    func run() async throws {
        try await self.options.run(days: self.days, isChinese: Language.here == .simplifiedChinese)
    }
}
