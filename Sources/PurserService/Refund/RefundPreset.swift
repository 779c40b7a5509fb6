import Ledger

/// A refund policy that can be taken as it is, or as the beginning of one's own.
package enum RefundPreset: String, Hashable, Sendable, CaseIterable {
    /// Declines the first request about a purchase, and grants the next.
    case declineFirst = "decline-first"
    /// Grants what was not consumed.
    case prorateByUse = "prorate-by-use"
    /// Grants all where the storefront's terms ask for no reason, and leaves the rest to Apple.
    case alwaysInWindow = "always-in-window"
    /// Tells the facts, and leaves every decision to Apple.
    case factsOnly = "facts-only"

    /// What it does, in one sentence.
    package var sentence: String {
        switch self {
        case .declineFirst: "Declines the first request about a purchase, and grants the next."
        case .prorateByUse: "Grants what was not consumed; what was never handed over is granted in full."
        case .alwaysInWindow: "Grants all where the storefront's terms ask for no reason; Apple decides the rest."
        case .factsOnly: "Tells the facts, and leaves every decision to Apple."
        }
    }

    /// The policy as a file.
    package var text: String {
        "# \(self.sentence)\npolicy: refunds\n\(self.rulesText)otherwise: \(self.otherwise)\n"
    }

    /// The policy, read like any other.
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
        let neverDelivered = """
            rules:
              - name: never delivered
                when: { fulfillment.state: [\(open)] }
                answer: GRANT_FULL

            """
        switch self {
        case .factsOnly: return ""
        case .prorateByUse: return neverDelivered
        case .declineFirst:
            return neverDelivered + """
                  - name: asks again
                    when: { cases.decided: { atLeast: 1 } }
                    answer: GRANT_FULL

                """
        case .alwaysInWindow:
            return neverDelivered + """
                  - name: no reason needed
                    when: { terms.unconditional: true }
                    answer: GRANT_FULL

                """
        }
    }
}
