import Testing

/// `purser prices`, by the real binary.
@Suite(.onThreadsOfItsOwn, .timeLimit(.minutes(10))) struct PriceCommandTests {
    private static let points = """
        territory,currency,customerPrice,proceeds
        CHN,CNY,1.80,1.53
        CHN,CNY,6.00,5.10
        CHN,CNY,8.00,6.80
        DEU,EUR,4.99,2.94
        FRA,EUR,4.99,2.91
        FRA,EUR,5.99,3.49
        USA,USD,0.99,0.70
        CAN,USD,0.99,0.69

        """
    private static let tiers = "kind,level,CNY,USD\none-off,1,6,0.99\none-off,alternate 1,8,0.99\n"

    let folder: TemporaryFolder

    init() throws {
        self.folder = try TemporaryFolder()
        _ = try self.folder.write("points.csv", Array(Self.points.utf8))
        _ = try self.folder.write("tiers.csv", Array(Self.tiers.utf8))
    }

    private func prices(_ arguments: String..., speaking locale: String = "C.UTF-8") throws -> Binary.Run {
        try Binary.run(["prices"] + arguments, in: self.folder, through: ["/usr/bin/env", "LC_ALL=\(locale)"])
    }

    private static func cells(_ line: String) -> [String] {
        line.split(separator: " ").map(String.init)
    }

    @Test("The points below and above a price are named, with the differences and the coins that they are worth")
    func nearest() throws {
        let run = try self.prices("nearest", "CNY", "6.66", "--file", "points.csv", "--coins-per", "CNY=66")
        #expect(run.status == 0 && run.complaints.isEmpty, "\(run.complaints)")
        #expect(
            run.lines.map(Self.cells) == [
                ["PRICE", "POINT", "STOREFRONT", "PRICE", "DIFFERENCE", "COINS", "PROCEEDS"],
                ["below,", "nearest", "CHN", "CNY", "6.00", "CNY", "0.66", "44", "CNY", "5.10"],
                ["above", "CHN", "CNY", "8.00", "CNY", "1.34", "88", "CNY", "6.80"],
            ]
        )
    }

    @Test("For programs each point is an object; without a rate it has no coins")
    func json() throws {
        let run = try self.prices("nearest", "CNY", "6.66", "--file", "points.csv", "--json")
        #expect(
            run.lines == [
                #"{"place":"below","nearest":true,"price":{"amountMilliunits":6000,"currency":"CNY"},"#
                    + #""difference":{"amountMilliunits":660,"currency":"CNY"},"storefront":"CHN","#
                    + #""proceeds":{"amountMilliunits":5100,"currency":"CNY"}}"#,
                #"{"place":"above","nearest":false,"price":{"amountMilliunits":8000,"currency":"CNY"},"#
                    + #""difference":{"amountMilliunits":1340,"currency":"CNY"},"storefront":"CHN","#
                    + #""proceeds":{"amountMilliunits":6800,"currency":"CNY"}}"#,
            ]
        )
    }

    @Test("A price that is a point is equal; one beyond the last has a point on one side only")
    func edges() throws {
        let equal = try self.prices("nearest", "CNY", "1.8", "--file", "points.csv")
        #expect(equal.lines.count == 2 && equal.lines.last?.hasPrefix("equal, nearest ") == true, "\(equal.output)")
        let beyond = try self.prices("nearest", "CNY", "9", "--file", "points.csv")
        #expect(beyond.lines.count == 2 && beyond.lines.last?.hasPrefix("below, nearest ") == true, "\(beyond.output)")
    }

    @Test("A storefront is required only if the storefronts of a currency differ")
    func storefronts() throws {
        let unclear = try self.prices("nearest", "EUR", "5", "--file", "points.csv")
        #expect(unclear.status == 64 && unclear.complaints.contains("--storefront"), "\(unclear.complaints)")
        #expect(unclear.complaints.contains("DEU FRA") && unclear.output.isEmpty, "\(unclear.complaints)")
        let clear = try self.prices("nearest", "EUR", "5", "--file", "points.csv", "--storefront", "FRA", "--json")
        #expect(clear.status == 0 && clear.lines.count == 2, "\(clear.complaints)")
        let same = try self.prices("nearest", "USD", "1", "--file", "points.csv", "--json")
        #expect(
            same.lines == [
                #"{"place":"below","nearest":true,"price":{"amountMilliunits":990,"currency":"USD"},"#
                    + #""difference":{"amountMilliunits":10,"currency":"USD"}}"#
            ],
            "\(same.output)\(same.complaints)"
        )
    }

    @Test("Headings and sentences are in Chinese in a Chinese locale")
    func chinese() throws {
        let run = try self.prices("nearest", "CNY", "6.66", "--file", "points.csv", speaking: "zh_CN.UTF-8")
        #expect(run.lines.first?.hasPrefix("价格点") == true && run.output.contains("低于，最接近"), "\(run.output)")
        let none = try self.prices("nearest", "JPY", "1", "--file", "points.csv", speaking: "zh_CN.UTF-8")
        #expect(none.status == 1 && none.complaints.contains("没有 JPY 的价格点"), "\(none.complaints)")
    }

    @Test("The tiers of a file are listed, or one of them")
    func tiers() throws {
        let all = try self.prices("tiers", "--file", "tiers.csv")
        #expect(
            all.lines.map(Self.cells) == [
                ["TIER", "KINDS", "CNY", "USD"], ["1", "one-off", "6.00", "0.99"],
                ["alternate", "1", "one-off", "8.00", "0.99"],
            ]
        )
        let one = try self.prices("tiers", "--file", "tiers.csv", "alternate 1", "--json")
        #expect(
            one.lines == [
                #"{"level":"alternate 1","kinds":["one-off"],"yuan":{"amountMilliunits":8000,"currency":"CNY"},"#
                    + #""dollars":{"amountMilliunits":990,"currency":"USD"}}"#
            ],
            "\(one.output)\(one.complaints)"
        )
        let none = try self.prices("tiers", "--file", "tiers.csv", "87")
        #expect(none.status == 1 && none.output.isEmpty && none.complaints.contains("87"), "\(none.complaints)")
    }

    @Test("A mistake in a file is 65 with its place and its code, and nothing of the file is shown")
    func mistakes() throws {
        _ = try self.folder.write("comma.csv", Array("territory;currency;price\nCHN;CNY;6,00\n".utf8))
        let run = try self.prices("nearest", "CNY", "6.66", "--file", "comma.csv")
        #expect(run.status == 65 && run.output.isEmpty, "\(run.output)")
        #expect(run.complaints.hasPrefix("comma.csv:2: customerPrice: "), "\(run.complaints)")
        #expect(run.complaints.contains("(price_amount_malformed)"), "\(run.complaints)")
        let tiers = try self.prices("tiers", "--file", "points.csv")
        #expect(tiers.status == 65 && tiers.complaints.contains("(price_column_missing)"), "\(tiers.complaints)")
    }

    @Test("A file that is not there is 69, and what is no price, rate or tier is 64")
    func usage() throws {
        for arguments in [["nearest", "CNY", "6.66"], ["tiers"]] {
            let run = try Binary.run(["prices"] + arguments + ["--file", "none.csv"], in: self.folder)
            #expect(run.status == 69 && run.complaints.contains("none.csv"), "\(run.complaints)")
        }
        for arguments in [
            ["nearest", "CNY", "6,66"], ["nearest", "yuan", "6"], ["nearest", "CNY", "6", "--coins-per", "CNY=0"],
            ["nearest", "CNY", "6", "--coins-per", "66"], ["nearest", "CNY", "6", "--coins-per", "USD=66"],
        ] {
            let run = try Binary.run(["prices"] + arguments + ["--file", "points.csv"], in: self.folder)
            #expect(run.status == 64 && run.output.isEmpty, "\(arguments): \(run.complaints)")
        }
        #expect(try self.prices("tiers", "--file", "tiers.csv", "88").status == 64)
        // Without a file the server is asked, of which nothing is configured here.
        #expect(try self.prices("nearest", "CNY", "6").status == 78)
    }
}
