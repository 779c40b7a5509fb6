/// A way in which a server can be wrong, to show that the explorer notices.
package enum ExplorerFlaw: String, Hashable, Sendable, CaseIterable {
    /// Refunds are acknowledged and thrown away.
    case dropsRefunds
    /// The last to arrive wins, whatever was signed later.
    case lastArrivalWins
    /// Every second notification that renews something is acknowledged and thrown away.
    case losesRenewals
    /// What a family shared is never taken back.
    case keepsSharing
    /// What comes a second time is taken for something new.
    case countsTwice
    /// Coins that are spent once are booked twice.
    case spendsTwice
    /// Auto-renew is always believed to be on.
    case ignoresCancellation
}
