extension Listing {
    /// What a customer was given by hand.
    static let grants = Listing(
        none: "Nothing was given to this customer by hand. To give a right: purser grants create CUSTOMER RIGHT",
        [
            Column("GRANT", of: "id"), Column("RIGHT", of: "right"), Column("STATE", of: "state"),
            Column("FROM", of: "from"), Column("UNTIL", of: "until", none: "for good"),
            Column("BY", of: "grantedBy"), Column("REASON", of: "reason"), Column("REVOKED", of: "revokedAt"),
            Column("BY", of: "revokedBy"), Column("REASON", of: "revokedReason"),
        ]
    )
}
