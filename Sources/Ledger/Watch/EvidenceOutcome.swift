/// The outcome of received or submitted evidence, in the few classes that the history distinguishes.
///
/// The metrics name the code of each refusal, and the sender can choose the code: with classes, unknown senders cannot
/// fill the history with series.
package enum EvidenceOutcome: String, Hashable, Sendable, CaseIterable {
    /// It was new and is recorded.
    case recorded
    /// It was known.
    case duplicate
    /// It is stored and waits, or a revoked certificate signed it.
    case held
    /// It claims to be Apple's but is not, or is damaged.
    case forged
    /// It was refused for another reason.
    case refused

    /// The prefixes of codes of evidence that claims to be Apple's but is not, or is damaged.
    private static let forgedPrefixes = [
        "jws_signature_", "jws_algorithm_", "x5c_", "chain_", "certificate_", "nested_", "receipt_signature_",
        "receipt_sign", "receipt_issuer_", "signed_form_", "xcode_certificate_", "payload_kind_",
    ]

    /// Creates the class of an outcome as the metrics name it: a word, or the code of a refusal.
    package init(code: String) {
        switch code {
        case "recorded", "expired", "ok": self = .recorded
        case "duplicate", "known": self = .duplicate
        case "held": self = .held
        case _ where code.hasPrefix("certificate_revoked"): self = .held
        default: self = Self.forgedPrefixes.contains { code.hasPrefix($0) } ? .forged : .refused
        }
    }
}
