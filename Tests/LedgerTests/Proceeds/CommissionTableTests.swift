import Ledger
import Testing

@Suite struct CommissionTableTests {
    private typealias Table = CommissionTable

    private static func row(
        _ country: String,
        _ day: String,
        platform: CommissionTable.Platform = .iOS,
        program: CommissionTable.Program = .standard,
        tenure: CommissionTable.Tenure = .firstYear,
        path: CommissionTable.Path = .inAppPurchase
    ) throws -> CommissionTable.Row? {
        let day = try #require(PacificDay(text: day))
        return CommissionTable.published.row(
            for: .init(in: country, on: day, platform: platform, program: program, tenure: tenure, path: path)
        )
    }

    @Test("In every circumstance at most one row applies, and In-App Purchase has a row everywhere")
    func unique() throws {
        let table = CommissionTable.published
        let countries = ["US", "XX"] + Set(table.rows.flatMap(\.countries)).sorted()
        let days =
            try ["2020-01-01", "2099-01-01"].map { try #require(PacificDay(text: $0)) }
            + Set(table.rows.compactMap(\.from)).flatMap { [$0 + -1, $0] }
        for country in countries {
            for day in days {
                for path in Table.Path.allCases {
                    for platform in Table.Platform.allCases {
                        for program in Table.Program.allCases {
                            for tenure in Table.Tenure.allCases {
                                let purchase = Table.Circumstances(
                                    in: country,
                                    on: day,
                                    platform: platform,
                                    program: program,
                                    tenure: tenure,
                                    path: path
                                )
                                let found = table.row(for: purchase)
                                if path == .inAppPurchase { #expect(found != nil, "\(purchase)") }
                                let rivals = table.rows.filter { other in
                                    other.path == path && other.platforms.contains(platform)
                                        && other.programs.contains(program) && other.tenures.contains(tenure)
                                        && other.from == found?.from
                                        && (other.countries.contains(country)
                                            || (other.countries.isEmpty && found?.countries.isEmpty == true))
                                }
                                #expect(rivals.count <= 1 || found == nil, "\(purchase)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("Every row has a source, a rate unless it is unknown, and a status that its authority justifies")
    func rows() {
        for row in CommissionTable.published.rows {
            #expect(!row.source.isEmpty)
            #expect((row.status == .unknown) == (row.perMille == nil))
            if row.authority == .none { #expect(row.status == .unknown, "A rate without a source: \(row)") }
            if row.status == .confirmed { #expect(row.authority == .apple) }
            #expect(row.perMille.map { (0...1000).contains($0) } ?? true)
            #expect(row.countries.allSatisfy { Storefront(alpha2: $0) != nil })
        }
    }

    @Test(
        "The paths of payment in Japan and Brazil have their own rates, from their own day",
        arguments: [
            ("JP", "2025-12-17", Table.Path.webLink, nil, nil), ("JP", "2025-12-18", .webLink, 150, 100),
            ("JP", "2025-12-18", .inAppPurchase, 260, 150), ("JP", "2025-12-18", .otherPayment, 210, 100),
            ("BR", "2026-06-18", .otherPayment, 210, 100), ("BR", "2026-06-17", .inAppPurchase, 300, 150),
            ("KR", "2022-06-30", .otherPayment, 260, 260),
        ] as [(String, String, CommissionTable.Path, Int64?, Int64?)]
    )
    func paths(country: String, day: String, path: CommissionTable.Path, standard: Int64?, reduced: Int64?) throws {
        #expect(try Self.row(country, day, path: path)?.perMille == standard)
        #expect(try Self.row(country, day, tenure: .afterOneYear, path: path)?.perMille == reduced)
        for program in Table.Program.allCases where program != .standard {
            #expect(try Self.row(country, day, program: program, path: path)?.perMille == reduced)
        }
    }

    @Test("China's rate is one of iOS, and the others keep the usual one")
    func platforms() throws {
        #expect(try Self.row("CN", "2026-03-15")?.perMille == 250)
        #expect(try Self.row("CN", "2026-03-15", program: .miniApps)?.perMille == 120)
        #expect(try Self.row("CN", "2026-03-15", platform: .other)?.perMille == 300)
        let terms = ProceedsTerms(platform: .other)
        let day = try #require(PacificDay(text: "2026-03-15"))
        let price = Money(amountMilliunits: 10_000, currency: "CNY")
        let other = try #require(ProceedsEstimate(price, in: "CN", on: day, by: terms))
        #expect(other.unitProceeds.amountMilliunits == 7_000)
        #expect(!other.rule.assumesPlatform)
        let assumed = try #require(ProceedsEstimate(price, in: "CN", on: day, by: ProceedsTerms()))
        #expect(assumed.unitProceeds.amountMilliunits == 7_500)
        #expect(assumed.rule.assumesPlatform)
        #expect(assumed.rule.text.contains("on iOS and iPadOS"))
    }

    @Test("The rates of the European Union inside the App Store are unknown from 2026-10-01, and outside 5 %")
    func europeanUnion() throws {
        for path in [Table.Path.inAppPurchase, .otherPayment, .webLink] {
            let row = try Self.row("DE", "2026-10-01", path: path)
            #expect(row?.status == .unknown)
            #expect(row?.authority == CommissionTable.Authority.none)
        }
        #expect(try Self.row("DE", "2026-10-01", path: .outsideAppStore)?.perMille == 50)
        #expect(try Self.row("DE", "2026-09-30", path: .outsideAppStore) == nil)
        #expect(try Self.row("DE", "2026-09-30")?.status == .confirmed)
        #expect(try Self.row("US", "2026-10-01", path: .webLink)?.status == .unsettled)
    }

    @Test("A membership counts from its first day to the day before its end, for its products only")
    func membership() throws {
        let days = try ["2026-03-01", "2026-05-01"].map { try #require(PacificDay(text: $0)) }
        let film = ProductID("film")
        let terms = ProceedsTerms(memberships: [
            ProgramMembership(in: .videoPartner, from: days[0], until: days[1], products: [film])
        ])
        #expect(terms.program(of: film, on: days[0] + -1) == .standard)
        #expect(terms.program(of: film, on: days[0]) == .videoPartner)
        #expect(terms.program(of: film, on: days[1] + -1) == .videoPartner)
        #expect(terms.program(of: film, on: days[1]) == .standard)
        #expect(terms.program(of: ProductID("coins"), on: days[0]) == .standard)
        let price = Money(amountMilliunits: 10_000, currency: "USD")
        let estimate = try #require(ProceedsEstimate(price, in: "US", on: days[0], product: film, by: terms))
        #expect(estimate.unitProceeds.amountMilliunits == 8_500)
        #expect(estimate.rule.program == .videoPartner)
        #expect(estimate.rule.text.contains("15 % commission, Video Partner Program"))
        let coins = try #require(ProceedsEstimate(price, in: "US", on: days[0], product: ProductID("coins"), by: terms))
        #expect(coins.unitProceeds.amountMilliunits == 7_000)
    }

    @Test("An estimate without any rate for its path is none")
    func noRate() throws {
        let day = try #require(PacificDay(text: "2026-03-01"))
        let price = Money(amountMilliunits: 10_000, currency: "CHF")
        #expect(ProceedsEstimate(price, in: "CH", on: day, path: .webLink, by: ProceedsTerms()) == nil)
    }
}
