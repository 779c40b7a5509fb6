import AppStoreSimulator
import Ledger
import PurserService
import Testing

@Suite struct PricePointFileTests {
    private static func file(_ text: String) throws(PriceFileError) -> PricePointFile {
        try PricePointFile(Array(text.utf8))
    }

    private static func error(_ text: String) -> PriceFileError? {
        do throws(PriceFileError) {
            _ = try Self.file(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "Columns are found by their names, in any order, among others, and in any spelling",
        arguments: [
            "territory,currency,customerPrice\nCHN,CNY,6.00\n",
            "Customer Price,Currency,Territory\n6,CNY,CHN\n",
            "CUSTOMER_PRICE;note;currency-code;STOREFRONT\r\n6.0;\"a;b\";CNY;CHN\r\n",
            "\u{FEFF}price\tcurrency\tterritory\n 6.000 \tCNY\tCHN\n",
        ]
    )
    func columns(text: String) throws {
        let point = PricePoint(storefront: "CHN", price: Money(amountMilliunits: 6000, currency: "CNY"))
        #expect(try Self.file(text).ladders.map(\.points) == [[point]])
    }

    @Test("Proceeds, second-year proceeds and Apple's id are read where the file has them")
    func proceeds() throws {
        let file = try Self.file(
            "id,territory,currency,customerPrice,proceeds,proceedsYear2\nabc,USA,USD,9.99,6.99,8.49\n,USA,USD,0.99,,\n"
        )
        func dollars(_ milliunits: Int64) -> Money { Money(amountMilliunits: milliunits, currency: "USD") }
        let known = PricePoint(
            storefront: "USA",
            price: dollars(9990),
            proceeds: dollars(6990),
            secondYearProceeds: dollars(8490),
            appleID: "abc"
        )
        #expect(file.ladders.map(\.points) == [[PricePoint(storefront: "USA", price: dollars(990)), known]])
        #expect(file.currencies == ["USD"])
    }

    @Test("Each storefront has its own points, sorted, and a repeated point counts once")
    func ladders() throws {
        let file = try Self.file(
            "territory,currency,customerPrice,id\nUSA,USD,1.99,a\nCHN,CNY,1.8,b\nUSA,USD,0.99,c\nUSA,USD,1.990,d\n"
        )
        #expect(file.ladders.map(\.storefront) == ["CHN", "USA"])
        #expect(file.ladders.last?.points.map(\.appleID) == ["c", "a"])
        #expect(file.ladders.first?.point(equalTo: Money(amountMilliunits: 1800, currency: "CNY")) != nil)
    }

    @Test(
        "An error is reported with its code, line and column, and the file is rejected as a whole",
        arguments: [
            ("", .fileEmpty, nil, nil), ("territory,currency,customerPrice\n", .fileEmpty, nil, nil),
            ("territory,customerPrice\nUSA,1\n", .columnMissing, 1, "currency"),
            ("territory,currency,price,customerPrice\nUSA,USD,1,1\n", .columnRepeated, 1, "customerPrice"),
            ("territory,currency,price\nUSA,USD,1\nUSA,USD,\"6,50\"\n", .amountMalformed, 3, "customerPrice"),
            ("territory;currency;price\nUSA;USD;6,50\n", .amountMalformed, 2, "customerPrice"),
            ("territory,currency,price\nUSA,USD,6,50\n", .fieldCount, 2, nil),
            ("territory,currency,price\nUSA,USD\n", .fieldCount, 2, nil),
            ("territory,currency,price\nUSA,USD,-1\n", .amountMalformed, 2, "customerPrice"),
            ("territory,currency,price\nUSA,USD,1e3\n", .amountMalformed, 2, "customerPrice"),
            ("territory,currency,price\nUSA,USD,1.2345\n", .amountMalformed, 2, "customerPrice"),
            ("territory,currency,price\nUSA,USD,1234567890123\n", .amountMalformed, 2, "customerPrice"),
            ("territory,currency,price,proceeds\nUSA,USD,1,x\n", .amountMalformed, 2, "proceeds"),
            ("territory,currency,price\nUSA,USD,\n", .valueMissing, 2, "customerPrice"),
            ("territory,currency,price\nUSA,usd,1\n", .currencyMalformed, 2, "currency"),
            ("territory,currency,price\nUS,USD,1\n", .storefrontMalformed, 2, "territory"),
            ("territory,currency,price\nUSA,USD,1\nUSB,USD,1\n", .storefrontUnknown, 3, "territory"),
            ("territory,currency,price\nHRV,EUR,1\nHRV,HRK,8\n", .currenciesMixed, 3, "currency"),
            (
                "territory,currency,price,proceeds\nUSA,USD,1,0.7\nUSA,USD,1,0.85\n", .pointContradictory, 3,
                "customerPrice"
            ),
            ("territory,currency,price\nUSA,USD,1\nUSA,USD,68", .fileCutOff, 3, nil),
            ("territory,currency,price\nUSA,USD,\"1\n", .fileCutOff, 2, nil),
            ("territory,currency,price\nUSA,USD,1\"2\n", .rowUnreadable, 2, nil),
        ] as [(String, PriceFileError.Code, Int64?, String?)]
    )
    func mistakes(text: String, code: PriceFileError.Code, line: Int64?, column: String?) {
        let error = Self.error(text)
        #expect(error?.code == code && error?.line == line && error?.column == column, "\(String(describing: error))")
    }

    @Test("Bytes that are not text, and rows without end, are rejected")
    func hostile() {
        let header = Array("territory,currency,price\n".utf8)
        for (bytes, code) in [
            (header + [0xFF, 0xFE, 0x2C, 0x41, 0x2C, 0x31, 0x0A], PriceFileError.Code.fileNotUTF8),
            (header + [UInt8](repeating: 0x41, count: 100_000) + [0x0A], .rowUnreadable),
            (header + [UInt8](repeating: 0x2C, count: 1000) + [0x0A], .rowUnreadable),
        ] {
            #expect(throws: PriceFileError.self) { try PricePointFile(bytes) }
            do throws(PriceFileError) {
                _ = try PricePointFile(bytes)
            } catch {
                #expect(error.code == code && error.line == 2)
            }
        }
    }

    @Test("An unknown storefront is reported with the nearest known one")
    func unknownStorefront() {
        #expect(Self.error("territory,currency,price\nCNH,CNY,1\n")?.remedy == "Did you mean \"CHN\"?")
    }

    @Test("A storefront with more price points than Apple can have is rejected")
    func tooManyPoints() {
        let rows = (1...PricePointFile.pointLimit + 1).map { "USA,USD,\($0)\n" }.joined()
        let error = Self.error("territory,currency,price\n" + rows)
        #expect(error?.code == .pointsTooMany && error?.line == Int64(PricePointFile.pointLimit) + 2)
    }

    @Test("A file with too many rows is rejected, even where all are equal")
    func tooManyRows() {
        let row = Array("USA,USD,1\n".utf8)
        var bytes = Array("territory,currency,price\n".utf8)
        for _ in 0..<1_000_001 { bytes += row }
        do throws(PriceFileError) {
            _ = try PricePointFile(bytes)
            Issue.record("accepted")
        } catch {
            #expect(error.code == .rowsTooMany && error.line == 1_000_002)
        }
    }

    @Test("A field is shown shortened, with control characters escaped")
    func shown() {
        let error = Self.error(
            "territory,currency,price\nUSA,USD,\u{1B}]0;x\u{7}\u{202E}" + String(repeating: "e", count: 90) + "\n"
        )
        #expect(error?.problem.hasPrefix("\"\\u{1B}]0;x\\u{7}\\u{202E}eee") == true)
        #expect((error?.problem.count ?? .max) < 90)
        let marks = Self.error("territory,currency,price\nUSA,USD,a" + String(repeating: "\u{301}", count: 5000) + "\n")
        #expect((marks?.problem.unicodeScalars.count ?? .max) < 90)
    }

    @Test("An error is reported as an issue with its position and its code")
    func issue() {
        let issue = Self.error("territory;currency;price\nUSA;USD;6,50\n")?.issue(in: "points.csv")
        #expect(issue?.description.hasPrefix("points.csv:2: customerPrice: \"6,50\" has a comma. ") == true)
        #expect(issue?.description.hasSuffix("(price_amount_malformed)") == true)
    }

    @Test("The storefronts are those of the simulated store, and the two tables agree")
    func storefronts() {
        #expect(Storefront.all.map(\.code) == WorldStorefront.all.map(\.code))
        #expect(Storefront.all.map(\.code) == StorefrontCode.all)
        for (one, other) in zip(Storefront.all, WorldStorefront.all) {
            #expect(one.id == nil || one.id == other.id, "\(one.code)")
            #expect(one.currency == nil || one.currency == other.currency, "\(one.code)")
        }
    }
}
