import AppStore
import ArgumentParser
import Ledger
import PurserService

/// `purser prices tiers`: shows the legacy price tiers of a file.
struct PricesTiersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiers",
        abstract: "Show the legacy price tiers of a file, or one of them.",
        discussion: """
            Example:
              purser prices tiers --file tiers.csv
              purser prices tiers --file tiers.csv 12
              purser prices tiers --file tiers.csv "alternate A"

            The file is CSV with the columns kind, level, CNY and USD. Apple uses price points today; tiers show
            earlier prices.

            Exit status: 0 shown, 1 the file does not have the tier, 64 wrong usage, 65 an error in the file, 69 the
            file cannot be read.
            """
    )

    @Argument(help: "One tier: 1 to 87, or \"alternate A\".")
    var level: String?

    @Option(help: ArgumentHelp("The file of tiers.", valueName: "tiers.csv"))
    var file: String

    @Flag(help: "Print one JSON object per line.")
    var json = false

    func run() throws {
        let level = try self.level.map { text in
            guard let level = PriceTier.Level(spelling: text) else {
                throw ValidationError("\(text) is not a tier: use 1 to 87, alternate A or B, or alternate 1 to 5.")
            }
            return level
        }
        let file = try PriceFileOption.read(self.file, limitBytes: PriceTierFile.byteLimit, as: PriceTierFile.init)
        let tiers = file.tiers.filter { tier in level.map { tier.level == $0 } ?? true }
        guard !tiers.isEmpty else {
            let name = level?.spelling ?? ""
            let said = LocalizedText("\(self.file) does not have the tier \(name).", "\(self.file) 中没有价格等级 \(name)。")
            StandardStream.error.write(line: said.text(in: .here))
            throw ExitStatus.negative.error
        }
        Listing.priceTiers.write(tiers.map(Self.row), isJSON: self.json, in: .here)
    }

    private static func row(_ tier: PriceTier) -> JSONValue {
        .object([
            JSONMember(key: "level", value: .string(tier.level.spelling)),
            JSONMember(key: "kinds", value: .array(tier.kinds.map(\.rawValue).sorted().map { .string($0) })),
            JSONMember(key: "yuan", value: JSONValue(tier.yuan)),
            JSONMember(key: "dollars", value: JSONValue(tier.dollars)),
        ])
    }
}
