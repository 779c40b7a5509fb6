import AppStore
import PurserService
import Testing

@Suite struct SalesLineTests {
    private static let keys = [
        "provider", "provider_country", "apple_identifier", "sku", "developer", "title", "version",
        "product_type_identifier", "units", "developer_proceeds", "currency_of_proceeds", "begin_date", "end_date",
        "customer_price", "customer_currency", "country_code", "promo_code", "parent_identifier", "subscription",
        "period",
        "category", "cmb", "device", "supported_platforms", "proceeds_reason", "preserved_pricing", "client",
        "order_type",
    ]

    /// A row with these values; others are empty.
    private static func line(_ values: [SalesColumn: String]) -> SalesLine {
        SalesLine(values: SalesColumn.allCases.map { values[$0] ?? "" })
    }

    private static func members(_ json: [UInt8]) throws -> [JSONMember] {
        guard case .object(let members) = try JSONValue(json: json) else { return [] }
        return members
    }

    @Test("A bill has all 28 keys in order, numbers with the report's decimals, and empty text for missing values")
    func bill() throws {
        let line = Self.line([
            .provider: "APPLE", .providerCountry: "US", .sku: "coins", .developer: "Example", .title: "金币",
            .productTypeIdentifier: "IA1", .units: "2", .developerProceeds: "15.30", .beginDate: "03/01/2026",
            .endDate: "2026-03-01", .customerCurrency: "CNY", .countryCode: "CN", .currencyOfProceeds: "CNY",
            .appleIdentifier: "1234567890", .customerPrice: "18", .parentIdentifier: "app",
        ])
        let members = try Self.members(line.bill)
        #expect(members.map(\.key) == Self.keys)
        let values = Dictionary(uniqueKeysWithValues: members.map { ($0.key, $0.value) })
        #expect(values["units"] == .number("2"))
        #expect(values["developer_proceeds"] == .number("15.30"))
        #expect(values["customer_price"] == .number("18"))
        #expect(values["apple_identifier"] == .number("1234567890"))
        #expect(values["begin_date"] == .string("03/01/2026"))
        #expect(values["end_date"] == .string("03/01/2026"))
        #expect(values["title"] == .string("金币"))
        #expect(values["promo_code"] == .string(""))
        #expect(values["parent_identifier"] == .string("app"))
    }

    @Test(
        "Decimals of reports become JSON numbers with the same digits",
        arguments: [
            (".70", "0.70"), ("-.99", "-0.99"), ("-50", "-50"), ("+3", "3"), ("007", "7"), ("0.00", "0.00"),
            ("5.", "5"),
        ]
    )
    func numbers(text: String, number: String) throws {
        let members = try Self.members(Self.line([.customerPrice: text]).bill)
        #expect(members.first { $0.key == "customer_price" }?.value == .number(number))
    }

    @Test("A value that is not a number stays text, so that nothing is lost")
    func noNumber() throws {
        let members = try Self.members(Self.line([.customerPrice: "1,99"]).bill)
        #expect(members.first { $0.key == "customer_price" }?.value == .string("1,99"))
    }

    @Test("CSV is quoted by RFC 4180, and no text is a formula in a spreadsheet")
    func csv() {
        let line = Self.line([
            .title: "=HYPERLINK(\"http://example.com\")", .developer: "A, \"B\"", .sku: "-gold", .client: "@x",
            .version: "+1", .units: "-1", .customerPrice: "-.99", .beginDate: "03/01/2026",
        ])
        let text = line.csv(report: 7)
        #expect(text.hasPrefix("7,"))
        #expect(text.hasSuffix("\r\n"))
        #expect(text.contains("\"'=HYPERLINK(\"\"http://example.com\"\")\""))
        #expect(text.contains("\"A, \"\"B\"\"\""))
        #expect(text.contains(",'-gold,"))
        #expect(text.contains(",'@x,"))
        #expect(text.contains(",'+1,"))
        #expect(text.contains(",-1,"), "A negative number is no formula.")
        #expect(text.contains(",-0.99,"))
        #expect(text.contains(",2026-03-01,"))
        #expect(SalesLine.csvHead == (["report"] + Self.keys).joined(separator: ",") + "\r\n")
    }

    @Test("Lines of JSON omit empty values, and have days in ISO 8601")
    func json() throws {
        let members = try Self.members(Self.line([.units: "1", .beginDate: "03/01/2026"]).json(report: 3))
        #expect(members.map(\.key) == ["report", "units", "begin_date"])
        #expect(members.map(\.value) == [.number("3"), .number("1"), .string("2026-03-01")])
    }
}
