/// On what a chain's being good rests.
public enum RevocationAssurance: String, Hashable, Sendable, CaseIterable {
    /// A responder has said so of every certificate, and all its answers still hold.
    case answered
    /// A certificate names no responder, so that nobody can be asked about it; the others are good.
    ///
    /// Apple's Swift library accepts such a certificate. Apple's own chains always name one.
    case noResponder
}
