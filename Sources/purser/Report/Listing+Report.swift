extension Listing {
    /// Apple's reports.
    static let reports = Listing(
        none: Said(
            "There is no such report. To bring some in: purser reports import FILE",
            "没有符合条件的报告。导入报告：purser reports import FILE"
        ),
        [
            Column(Said("REPORT", "编号"), of: "number", isNumber: true), Column(Said("KIND", "种类"), of: "kind"),
            Column(Said("FREQUENCY", "周期"), of: "frequency"), Column(Said("PERIOD", "期间"), of: "period"),
            Column(Said("REGION", "地区"), of: "region"), Column(Said("VENDOR", "供应商"), of: "vendor"),
            Column(Said("ROWS", "行数"), of: "rows", isNumber: true), Column(Said("ORIGIN", "来源"), of: "origin"),
            Column(Said("IMPORTED", "导入时间"), of: "importedAt"), Column(Said("BY", "导入者"), of: "importedBy"),
            Column(Said("SUPERSEDED BY", "被取代"), of: "supersededBy", isNumber: true),
        ]
    )
}
