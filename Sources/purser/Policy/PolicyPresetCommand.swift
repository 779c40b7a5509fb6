import AppStore
import ArgumentParser
import Foundation
import PurserService

/// `purser policy preset`: writes a preset policy.
struct PolicyPresetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset",
        abstract: "Write a preset refund policy; without a name, list the presets.",
        discussion: """
            Example:
              purser policy preset
              purser policy preset decline-first > shop/refunds.yaml

            Exit status: 0 written, 64 wrong usage.
            """
    )

    @Argument(help: "The preset: \(RefundPreset.allCases.map(\.rawValue).joined(separator: ", ")).")
    var name: RefundPreset?

    @Flag(help: "Print the list as one JSON object per line.")
    var json = false

    func run() {
        if let name {
            StandardStream.output.write(line: String(name.text.dropLast()))
        } else {
            let presets = RefundPreset.allCases.map { preset in
                JSONValue.object([
                    JSONMember(key: "preset", value: .string(preset.rawValue)),
                    JSONMember(key: "sentence", value: .string(preset.sentence)),
                ])
            }
            Listing.presets.write(presets, isJSON: self.json, in: .here)
        }
    }
}

extension RefundPreset: ExpressibleByArgument {
    /// A description in one Chinese sentence.
    var chineseSentence: String {
        switch self {
        case .declineFirst: "同一笔购买的首次退款请求拒绝，再次请求则同意。"
        case .prorateByUse: "未消耗的部分予以退款；从未交付的全额退款。"
        case .alwaysInWindow: "在店面条款允许无理由退款的期限内全额同意；其余由 Apple 决定。"
        case .factsOnly: "只陈述事实，一切由 Apple 决定。"
        }
    }
}
