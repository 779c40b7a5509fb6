public import AppStore

/// Something that will happen in a world, if nothing changes before.
public struct WorldAgendaEntry: Hashable, Sendable {
    /// When.
    public let at: Timestamp
    /// Whom it concerns, where it concerns one customer.
    public let customer: WorldCustomer?
    /// What will happen, in words.
    public let text: String
}
