import ArgumentParser
import Foundation
import PurserService

/// `purser policy preset`: writes a policy to begin with.
struct PolicyPresetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset",
        abstract: "Writes a refund policy to begin with; without a name it lists them.",
        discussion: """
            Example:
              purser policy preset
              purser policy preset decline-first > shop/refunds.yaml

            Exit status: 0 written, 64 wrong usage.
            """
    )

    @Argument(help: "Which one: \(RefundPreset.allCases.map(\.rawValue).joined(separator: ", ")).")
    var name: RefundPreset?

    func run() {
        if let name {
            StandardStream.output.write(line: String(name.text.dropLast()))
        } else {
            let width = RefundPreset.allCases.map(\.rawValue.count).max() ?? 0
            for preset in RefundPreset.allCases {
                let name = preset.rawValue.padding(toLength: width + 2, withPad: " ", startingAt: 0)
                StandardStream.output.write(line: name + preset.sentence)
            }
        }
    }
}

extension RefundPreset: ExpressibleByArgument {}
