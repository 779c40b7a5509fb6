import AppStore

extension Listing {
    /// The old and new forms, with how often each is used.
    static let forms = Listing(
        none: Said("No form is known.", "没有已知的形式。"),
        [
            Column(Said("FORM", "形式"), of: "form"), Column(Said("COUNT", "次数"), of: "count", isNumber: true),
            Column(Said("SHARE", "占比"), of: "share", isNumber: true), Column(Said("LAST", "最近"), of: "last"),
            Column(Said("VERSIONS", "版本")) { row, _ in
                let versions = row["versions"]?.elements ?? []
                return versions.map { "\($0["name"].plain): \($0["count"].plain)" }.joined(separator: ", ")
            },
            Column(Said("STATE", "状态"), of: "state"), Column(Said("TO SWITCH IT OFF", "如何停用"), of: "advice"),
        ]
    )
}
