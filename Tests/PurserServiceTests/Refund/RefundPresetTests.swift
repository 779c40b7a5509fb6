import Ledger
import PurserService
import Testing

@Suite struct RefundPresetTests {
    private static func word(_ preset: RefundPreset, _ evidence: [String: RuleValue]) throws -> String {
        try preset.file().rules.decision(on: evidence).answer.word
    }

    @Test("Every preset can be read without warnings", arguments: RefundPreset.allCases)
    func presets(preset: RefundPreset) throws {
        let file = try preset.file()
        #expect(file.warnings == [])
        #expect(file.sentences.count == file.rules.rules.count + 1)
        #expect(preset.text.hasPrefix("# \(preset.sentence)\npolicy: refunds\n"))
    }

    @Test("Decline first: the second request about a purchase is granted, and an unfulfilled one at once")
    func declineFirst() throws {
        let confirmed = RuleValue.text("confirmed")
        let first: [String: RuleValue] = ["cases.decided": .count(0), "fulfillment.state": confirmed]
        #expect(try Self.word(.declineFirst, first) == "DECLINE")
        let second: [String: RuleValue] = ["cases.decided": .count(1), "fulfillment.state": confirmed]
        #expect(try Self.word(.declineFirst, second) == "GRANT_FULL")
        for state in FulfillmentState.allCases.filter(\.isOpen) {
            let due: [String: RuleValue] = ["cases.decided": .count(0), "fulfillment.state": .text(state.rawValue)]
            #expect(try Self.word(.declineFirst, due) == "GRANT_FULL")
        }
    }

    @Test("The others grant by consumption, by the storefront's terms, or leave the decision to Apple")
    func others() throws {
        #expect(try Self.word(.prorateByUse, ["fulfillment.state": .text("confirmed")]) == "GRANT_PRORATED")
        #expect(try Self.word(.alwaysInWindow, ["terms.unconditional": .flag(true)]) == "GRANT_FULL")
        #expect(try Self.word(.alwaysInWindow, ["terms.unconditional": .flag(false)]) == "none")
        #expect(try Self.word(.factsOnly, ["fulfillment.state": .text("due")]) == "none")
    }

    @Test("A policy that declines unfulfilled purchases causes a warning, and one that grants them does not")
    func warnings() throws {
        func warnings(_ answer: String, state: String) throws -> [String] {
            let text = """
                policy: refunds
                rules:
                  - name: late
                    when: { fulfillment.state: \(state) }
                    answer: \(answer)
                otherwise: none
                """
            let file = try RuleFile(bytes: Array(text.utf8), file: "r.yaml", vocabularies: [.orders, .refunds])
            return file.warnings.map(\.description)
        }
        let warning =
            "r.yaml:3: rules[0]: the rule \"late\" declines a purchase that was not fulfilled. Answer GRANT_FULL: "
            + "Apple learns that it was not delivered."
        #expect(try warnings("DECLINE", state: "due") == [warning])
        #expect(try warnings("DECLINE", state: "[confirmed, suspended]") == [warning])
        #expect(try warnings("hold, 10min, then: DECLINE", state: "due") == [warning])
        #expect(try warnings("DECLINE", state: "confirmed") == [])
        #expect(try warnings("GRANT_FULL", state: "due") == [])
    }

    @Test("No answer waits longer than Apple does")
    func waits() throws {
        let longest = "policy: refunds\notherwise: hold, 11h, then: none"
        _ = try RuleFile(bytes: Array(longest.utf8), file: "r.yaml", vocabularies: [.refunds])
        let tooLong = "policy: refunds\notherwise: hold, 12h, then: none"
        #expect(throws: ValidationIssues.self) {
            try RuleFile(bytes: Array(tooLong.utf8), file: "r.yaml", vocabularies: [.refunds])
        }
    }
}
