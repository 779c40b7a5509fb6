/// A wallet in which something was booked, and what.
package struct BookedWallet: Hashable, Sendable {
    /// Which wallet, under the name of the customer who counts.
    package let name: WalletName
    /// Everything that was booked, in order; first what time had brought about.
    package let movements: [Movement]
    /// What was asked for, booked now or before; `nil` where everything was as it was asked for already.
    package let answer: Movement?

    /// A wallet with these movements.
    package init(name: WalletName, movements: [Movement], answer: Movement?) {
        self.name = name
        self.movements = movements
        self.answer = answer
    }

    /// What to tell of it, in order.
    package var drafts: [Telling.Draft] { self.movements.map { $0.draft(in: self.name) } }

    /// By how much the balance fell by what was booked now for an order.
    package func loss(by order: WalletOrder) -> Int64 {
        guard let booked = self.movements.last, booked == self.answer, booked.key == order.key else { return 0 }
        return booked.loss
    }
}
