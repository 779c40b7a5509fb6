import Ledger
import PurserService
import PurserTesting
import Testing

@Suite struct PriceTierFileTests {
    private static func tier(
        _ spelling: String,
        _ yuan: Int64,
        _ dollars: Int64,
        kinds: Set<PriceTier.Kind> = [.oneOff]
    ) throws -> PriceTier {
        PriceTier(
            level: try #require(PriceTier.Level(spelling: spelling)),
            kinds: kinds,
            yuan: Money(amountMilliunits: yuan, currency: "CNY"),
            dollars: Money(amountMilliunits: dollars, currency: "USD")
        )
    }

    @Test("The published tiers are read unchanged", .enabled(if: Vectors.arePresent, "\(Vectors.absence)"))
    func published() throws {
        let tiers = try PriceTierFile(Vectors.bytes("prices/tiers.csv")).tiers
        #expect(
            tiers == [
                try Self.tier("1", 6000, 990), try Self.tier("2", 12_000, 1990), try Self.tier("3", 18_000, 2990),
                try Self.tier("87", 6_498_000, 999_990), try Self.tier("alternate A", 1000, 990),
                try Self.tier("alternate B", 3000, 990), try Self.tier("alternate 1", 8000, 990),
                try Self.tier("alternate 2", 12_000, 1990), try Self.tier("alternate 3", 18_000, 2990),
                try Self.tier("alternate 4", 28_000, 3990), try Self.tier("alternate 5", 30_000, 4990),
            ]
        )
    }

    @Test("Columns are found by their names; equal rows are one tier, for all of its kinds")
    func merging() throws {
        let text =
            "USD,CNY,Level,Kind\n0.99,6,1,one-off\n0.99,6.00,1,one-off\n0.99,6,1,subscription\n"
            + "0.99,1,alternate A,one-off\n"
        let tiers = try PriceTierFile(Array(text.utf8)).tiers
        #expect(
            tiers == [
                try Self.tier("1", 6000, 990, kinds: [.oneOff, .subscription]), try Self.tier("alternate A", 1000, 990),
            ]
        )
    }

    @Test("Two kinds may have different prices at one level")
    func kinds() throws {
        let text = "kind,level,CNY,USD\none-off,1,6,0.99\nsubscription,1,8,0.99\n"
        let tiers = try PriceTierFile(Array(text.utf8)).tiers
        #expect(tiers == [try Self.tier("1", 6000, 990), try Self.tier("1", 8000, 990, kinds: [.subscription])])
    }

    @Test(
        "An error is reported with its code, line and column, and the file is rejected as a whole",
        arguments: [
            ("", .fileEmpty, nil, nil), ("kind,level,CNY\none-off,1,6\n", .columnMissing, 1, "USD"),
            ("kind,level,CNY,USD\nrental,1,6,0.99\n", .tierKindUnknown, 2, "kind"),
            ("kind,level,CNY,USD\none-off,88,6,0.99\n", .tierLevelMalformed, 2, "level"),
            ("kind,level,CNY,USD\none-off,alternate Z,6,0.99\n", .tierLevelMalformed, 2, "level"),
            ("kind,level,CNY,USD\none-off,1,6,\"0,99\"\n", .amountMalformed, 2, "USD"),
            ("kind,level,CNY,USD\none-off,1,,0.99\n", .valueMissing, 2, "CNY"),
            ("kind,level,CNY,USD\none-off,1,6,0.99\none-off,1,8,0.99\n", .tierContradictory, 3, "level"),
            ("kind,level,CNY,USD\none-off,1,6,0.9", .fileCutOff, 2, nil),
        ] as [(String, PriceFileError.Code, Int64?, String?)]
    )
    func mistakes(text: String, code: PriceFileError.Code, line: Int64?, column: String?) {
        do throws(PriceFileError) {
            _ = try PriceTierFile(Array(text.utf8))
            Issue.record("\(text) was read")
        } catch {
            #expect(error.code == code && error.line == line && error.column == column, "\(error)")
        }
    }
}
