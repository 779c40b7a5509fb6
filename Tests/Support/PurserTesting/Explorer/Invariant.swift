/// Something that must be so at every quiet point of every program.
///
/// Work that adds to the server adds its own: a value with a name and a check, put into ``all``.
package struct Invariant: Sendable {
    /// The name that failures report.
    package let name: String
    /// Whether it is also checked before the apps have spoken; what costs much is checked once.
    let isQuick: Bool
    /// Returns the violations at a quiet point; empty when there is none.
    let check: @Sendable (ExplorerCheckpoint) async throws -> [String]

    /// An invariant of this name.
    init(
        _ name: String,
        isQuick: Bool = true,
        check: @escaping @Sendable (ExplorerCheckpoint) async throws -> [String]
    ) {
        self.name = name
        self.isQuick = isQuick
        self.check = check
    }

    /// Every invariant, in the order of checking.
    ///
    /// Still to come, with what they are about: prices against the world's truth, answers to refund requests, and a
    /// kill at any step.
    package static let all: [Invariant] = [
        .consistency, .noLostPurchase, .countedOnce, .isolation, .authenticity, .noOverGrant, .noUnderGrant,
        .convergence, .customerConvergence, .family, .monotony, .liveness, .published, .orderIndependence, .idempotence,
        .entitlements, .fulfilled, .coins, .orders, .sold, .figures, .seats,
    ]
}
