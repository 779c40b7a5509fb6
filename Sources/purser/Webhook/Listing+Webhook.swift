import AppStore

extension Listing {
    /// The addresses that are told.
    static let webhooks = Listing(
        none: "No address is told of events. To add one: purser webhooks add https://shop.example.com/purchases",
        [
            Column("WEBHOOK", of: "id"), Column("STATE", of: "state"), Column("KIND", of: "kind"),
            Column("URL", of: "url"), Column("EVENTS", of: "events", none: "all"),
        ]
    )

    /// What does not arrive at an address.
    package static let failingDeliveries = Listing(
        none: "Everything arrives at this address. To try it: purser webhooks test ID",
        [
            Column("EVENT", of: "event"), Column("ATTEMPTS", of: "attempts", isNumber: true),
            Column("FAILING SINCE", of: "failingSince"),
            Column("FAILURE") { row, _ in
                [row.member("failure.code").plain, row.member("failure.status").plain].filter { !$0.isEmpty }
                    .joined(separator: " ")
            },
            Column("AGAIN") { row, _ in
                row["parkedAt"] == nil ? row["dueAt"].plain.isEmpty ? "now" : row["dueAt"].plain : ""
            },
            Column("PARKED", of: "parkedAt"),
        ]
    )
}
