/// One thing that somebody is told to do with goods, until he has certainly done it.
package struct DeliveryCall: Hashable, Sendable {
    /// What is to be done.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Hand the goods over.
        case handOver = "deliver"
        /// Take goods back.
        case takeBack = "take_back"
        /// Give back what was taken.
        case handBack = "give_back"
    }

    /// Why coins move by a call.
    static let reason = "refund"

    /// What is to be done.
    package let kind: Kind
    /// The call's number within the delivery, from 1.
    package let round: Int
    /// How much is taken back in all once it is done, in thousandths of a percent: a target, not a step.
    package let target: Int

    /// A call of these values.
    package init(kind: Kind, round: Int, target: Int) {
        self.kind = kind
        self.round = round
        self.target = target
    }

    /// The first handing over: always the same call, also after a refund that was undone.
    package static let first = Self(kind: .handOver, round: 1, target: 0)

    /// The key by which whoever is told knows the same call again: it never changes, however often it is told.
    package func key(of id: DeliveryID) -> String {
        self.round == 1 ? id.rawValue : "\(id.rawValue)-\(self.round)"
    }
}
