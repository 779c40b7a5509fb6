import Ledger
import PurserTesting

extension EventStory {
    /// A seat of a subscription of three, from the invitation to its end.
    static func writeSeats(_ pen: inout Pen) async throws {
        var period = Sample.period("70", of: "70", at: Sample.beginning + .days(899))
        period.productID = Self.plus
        period.quantity = 3
        period.seats = Seats(invitations: .developer, tiers: [Seats.Tier(priceMilliunits: 1000, quantity: 3)])
        try await pen.write([period], by: Sample.customer("gina"), on: 899)
        let id = SeatID("0f3c2a52-6d0e-4c1b-9a57-2f1d8c7b6e11")
        let kinds: [SeatRequest.Kind] = [
            .invite(id), .accept(id, SeatRequest.Member(Sample.customer("hugo"))), .release(id),
        ]
        for (place, kind) in kinds.enumerated() {
            let request = SeatRequest(kind, at: Sample.beginning + .days(900 + Int64(place)), by: "shop")
            let result = try await pen.repository.write { unit in
                try unit.carryOut(
                    request,
                    on: OriginalTransactionID("70"),
                    app: Self.app,
                    environment: .production,
                    catalog: Self.catalog,
                    isPreview: false
                )
            }
            _ = try result.get()
        }
    }
}
