import Ledger

/// A refund policy that can be used unchanged, or as the start of a shop's own.
package enum RefundPreset: String, Hashable, Sendable, CaseIterable {
    /// Declines the first request about a purchase, and grants the next.
    case declineFirst = "decline-first"
    /// Grants the unconsumed share.
    case prorateByUse = "prorate-by-use"
    /// Grants all where the storefront's terms require no reason, and leaves all other decisions to Apple.
    case alwaysInWindow = "always-in-window"
    /// Sends the facts, and leaves every decision to Apple.
    case factsOnly = "facts-only"

    /// The description, in one sentence.
    package var sentence: String {
        switch self {
        case .declineFirst: "Declines the first request about a purchase, and grants the next."
        case .prorateByUse: "Grants the unconsumed share; purchases that were never fulfilled are granted in full."
        case .alwaysInWindow: "Grants all where the storefront's terms require no reason; Apple decides the rest."
        case .factsOnly: "Sends the facts, and leaves every decision to Apple."
        }
    }

    /// The policy as the text of a file.
    package var text: String {
        "# \(self.sentence)\npolicy: refunds\n\(self.rulesText)otherwise: \(self.otherwise)\n"
    }

    /// Returns the policy, parsed as any other.
    package func file() throws(ValidationIssues) -> RuleFile {
        try RuleFile(bytes: Array(self.text.utf8), file: self.rawValue, vocabularies: [.refunds])
    }

    private var otherwise: String {
        switch self {
        case .declineFirst: "DECLINE"
        case .prorateByUse: "GRANT_PRORATED"
        case .alwaysInWindow, .factsOnly: "none"
        }
    }

    private var rulesText: String {
        let open = FulfillmentState.allCases.filter(\.isOpen).map(\.rawValue).joined(separator: ", ")
        let neverFulfilled = """
            rules:
              - name: never fulfilled
                when: { fulfillment.state: [\(open)] }
                answer: GRANT_FULL

            """
        switch self {
        case .factsOnly: return ""
        case .prorateByUse: return neverFulfilled
        case .declineFirst:
            return neverFulfilled + """
                  - name: asks again
                    when: { cases.decided: { atLeast: 1 } }
                    answer: GRANT_FULL

                """
        case .alwaysInWindow:
            return neverFulfilled + """
                  - name: no reason needed
                    when: { terms.unconditional: true }
                    answer: GRANT_FULL

                """
        }
    }
}
