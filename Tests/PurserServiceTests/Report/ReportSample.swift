import Foundation
import PurserService

/// Reports in Apple's format, small enough to be read.
enum ReportSample {
    static let salesColumns = [
        "Provider", "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
        "Customer Currency", "Country Code", "Currency of Proceeds", "Customer Price", "Parent Identifier",
    ]
    static let subscriberColumns = [
        "Event Date", "Subscription Name", "Subscription Apple ID", "Customer Price", "Customer Currency",
        "Developer Proceeds", "Proceeds Currency", "Country", "Subscriber ID", "Units",
    ]
    static let subscriptionColumns = [
        "Subscription Name", "Subscription Apple ID", "Customer Price", "Customer Currency", "Country",
        "Active Standard Price Subscriptions", "Subscribers",
    ]
    static let eventColumns = [
        "Event Date", "Event", "Subscription Name", "Subscription Apple ID", "Country", "Quantity",
    ]
    static let financialColumns = [
        "Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share", "Extended Partner Share",
        "Partner Share Currency", "Sales or Return", "Country Of Sale",
    ]
    static let detailColumns = [
        "Transaction Date", "Settlement Date", "SKU", "Quantity", "Partner Share", "Extended Partner Share",
        "Partner Share Currency", "Sale or Return", "Country of Sale",
    ]

    /// A row of a sales report.
    static func sale(
        _ begin: String = "03/01/2026",
        _ end: String? = nil,
        units: String = "1.00",
        price: String = "9.99",
        currency: String = "USD",
        app: String = "com.example.shop"
    ) -> [String] {
        [
            "APPLE", "plus.monthly", "IAY", units, "7.00", begin, end ?? begin, currency, "US", currency, price, app,
        ]
    }

    static func subscriber(_ date: String = "2026-03-01") -> [String] {
        [date, "Plus", "1234567890", "9.99", "USD", "7.00", "USD", "US", "4711", "1"]
    }

    static let subscription = ["Plus", "1234567890", "9.99", "USD", "US", "12", "12"]

    static func event(_ date: String = "2026-03-01") -> [String] {
        [date, "Renew", "Plus", "1234567890", "US", "3"]
    }

    /// A row of a financial report of the fiscal month 2026-06.
    static func settled(
        _ currency: String = "USD",
        begin: String = "03/01/2026",
        end: String = "03/28/2026"
    ) -> [String] {
        [begin, end, "plus.monthly", "2", "7.00", "14.00", currency, "S", "US"]
    }

    static func detail(_ settlement: String = "03/03/2026") -> [String] {
        ["03/01/2026", settlement, "plus.monthly", "2", "7.00", "14.00", "USD", "S", "US"]
    }

    /// A text of these lines.
    static func text(_ lines: [[String]]) -> [UInt8] {
        Array(lines.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }

    /// A daily sales report of these rows.
    static func sales(_ rows: [[String]] = [Self.sale()]) -> [UInt8] { Self.text([Self.salesColumns] + rows) }

    /// A gzip file of one stored block.
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        precondition(bytes.count < 0xFFFF, "A sample fits into one block.")
        let count = [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8)]
        var checksum = UInt32.max
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? 0xEDB8_8320 ^ (checksum >> 1) : checksum >> 1 }
        }
        let trailer = [~checksum, UInt32(bytes.count)].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + count + count.map { ~$0 } + bytes + trailer
    }

    /// A sales report of 2026-03-01 with 60 rows, 4516 bytes, in a block with dynamic codes.
    static let compressed: [UInt8] = {
        let text = [
            "H4sIAAAAAAACA42Xy24aQRBF1+Ov4AvK/X4sbUCRFSmy4rDw0oJ2hGQzaIAo/H2qp1EoibKmFsMgmLnA1elTzcv3Vfc89JvT+jj7dd6X2dOm7I7b",
            "920ZutVuezx0i/KnfPT7MszwunUpm0P3WH5vd7PF27F0y92mPZmfDsf+E6+an4ah7Nbnbt6fdsfhPJv3m/p2e3XWv19z/t/zPGzX5W7df0L5+/a5/yiw",
            "/zgdQHVPD6+dBqU6NT7Ye6XvjTKBPl29LPAYT/XS2xinW46vGQ5s/CJoufrZLZbjSSu86zYpmZZkalKC6L5Imv94xWM86Yx33SaZlpRrkAWtvwj69viM",
            "x3hKYOxtTrBjTqg5EVwSdBQhuNuglmNrjoHkpyvCj/RM1641FGtQqD9zuiEPLjBd+5bkapIGn6crcpAiU/UlaOTIQw6CjiyYxJQdxqTUgLR2uiQDITM5",
            "Y8wFx6gEFWnQHNhxDLrQqOJ0Q0aB57hOraLQcHRuuqIMmcP6EmQbj0kLllrCJpmOcktSjUidpluKuCBvg1rOhUfvpzvCFjRDtm82uuCYzXRFHjzDddZX",
            "q3kwWdCQg8xwbanWVIVzsiELlsE6Uqvh77OCjgxEBmxNrJbAiYxtGLA9sZqFKBN2YMDO7qq1CFrma8WAbanXDC4iibAdw3WkWgt15UmMnRiwNfWarpoT",
            "ONtwZBOteQgyZQcO7XgVm4IsMrbiyCZew3ktE7bjyKZew3ktMnbiwKZew3ktc7bl0KZei1XhEmlHhm2t1FVt+LVF0tYM246YDQmROdszbCeiNpzYImVn",
            "hmxDzYYTWyZty6AdqNpwZIusHRm0idhcnU0SaWsGbUfMhgtO5GzPkJ2I2GxNlSg7M2QbKjYUjcjZjgE7ULHhwJZJOzFgU6/hyJZJ23BgE7HpOngFzg4c",
            "18Rrvu5xJMpWHNhEbKo2JjC247CmXsPCZcpO3C6beA03YiJlG45rqjUc2TJnB4bsTKyGI1ukbMWAbYnVTN29SYztGbAjsVqoLEiEnTlhU63puvIEwrYM",
            "155aDUexzNiRITvbq9fwS4uMrbl/j0RrOLFlwvYM2ZF4LdWdqcDXmeFaU61hmszYliHbU6/F6hSBsiMHdiBew3ktc7bOd/8AgdwqXKQRAAA=",
        ]
        return Array(Data(base64Encoded: text.joined()) ?? Data())
    }()

    /// An empty gzip file, in `count` pairs of blocks with dynamic codes.
    static func emptyBlocks(_ count: Int) -> [UInt8] {
        let two: [UInt8] = [
            4, 192, 129, 8, 0, 0, 0, 0, 32, 127, 235, 67,
            0, 28, 136, 0, 0, 0, 0, 0, 242, 183, 62,
        ]
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        let last: [UInt8] = [1, 0, 0, 255, 255]
        return head + Array([[UInt8]](repeating: two, count: count).joined()) + last + [UInt8](repeating: 0, count: 8)
    }

    /// The same gzip file of one member, with a name.
    static func named(_ file: [UInt8], _ name: [UInt8]) -> [UInt8] {
        Array(file.prefix(3)) + [8] + Array(file[4..<10]) + name + [0] + Array(file.dropFirst(10))
    }

    /// A gzip file of 100,000 zeros in 132 bytes.
    static let zeros: [UInt8] = {
        let text =
            "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
        return Array(Data(base64Encoded: text) ?? Data())
    }()
}
