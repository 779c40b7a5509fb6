/// Coins of this server's wallets while a refund is reported that Apple did not sign, where the catalog says `freeze`.
extension DeliverySettlement {
    /// Lets coins that a report held be spent again where no report stands that holds them.
    func endingReportHold<Books: DeliveryBooks>(
        of delivery: inout Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) -> [Telling.Draft] {
        guard let key = delivery.reportHold, !purchase.isReportFrozen else { return [] }
        delivery.reportHold = nil
        return try self.thaw(delivery.bookedAs ?? purchase.key, key, books: &books)
    }

    /// Holds what is left of booked coins, for seven days at most, where a report stands that holds them.
    func beginningReportHold<Books: DeliveryBooks>(
        of delivery: inout Delivery,
        _ purchase: Purchase,
        books: inout Books
    ) throws(Books.Failure) -> [Telling.Draft] {
        guard let report = purchase.reportedRefund, purchase.isReportFrozen, delivery.reportHold == nil,
            delivery.confirmedBy == .booking
        else { return [] }
        let booked = delivery.bookedAs ?? purchase.key
        let key = "\(booked.spelling)/reported/\(report.revokedAt.milliseconds)"
        let now = self.occasion.now
        let hold = WalletOrder(
            .hold(booked, until: now + WalletPurchase.Hold.longest),
            cause: .refund,
            key: key,
            reason: "reported refund",
            at: now
        )
        guard case .success(let wallets) = try books.carryOut(hold, terms: self.terms) else { return [] }
        // What something else holds already is not this report's to let go.
        guard wallets.contains(where: { $0.answer != nil }) else { return [] }
        delivery.reportHold = key
        return wallets.flatMap(\.drafts)
    }
}
