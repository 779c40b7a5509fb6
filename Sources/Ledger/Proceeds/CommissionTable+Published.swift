extension CommissionTable {
    /// The storefronts of the European Union, by ISO 3166-1 alpha-2 code.
    package static let europeanUnion = Set(Storefront.europeanUnion.map(\.alpha2))

    /// The programs that pay the reduced rate.
    private static let reducedPrograms: Set<Program> = [.smallBusiness, .videoPartner, .miniApps]

    /// Returns the rows of terms with two rates: the reduced one applies in every program, and after a year of paid
    /// service.
    private static func terms(
        _ countries: Set<String>,
        platforms: Set<Platform> = Set(Platform.allCases),
        path: Path = .inAppPurchase,
        from day: String? = nil,
        standard: Int64,
        reduced: Int64,
        source: String,
        authority: Authority
    ) -> [Row] {
        let cases: [(Set<Program>, Set<Tenure>, Int64)] = [
            ([.standard], [.firstYear], standard), ([.standard], [.afterOneYear], reduced),
            (Self.reducedPrograms, Set(Tenure.allCases), reduced),
        ]
        return cases.map { programs, tenures, perMille in
            Row(
                countries,
                platforms: platforms,
                programs: programs,
                tenures: tenures,
                path: path,
                from: day,
                perMille: perMille,
                source: source,
                authority: authority
            )
        }
    }

    /// Returns the rows of a storefront whose law opens iOS to other ways of payment: In-App Purchase costs the
    /// commission and 5 % for the payment, another payment the commission alone, a link to the web 15 or 10 %, and a
    /// sale outside of the App Store 5 %.
    private static func opened(_ country: String, from day: String, source: String) -> [Row] {
        let rates: [(Path, Int64, Int64)] = [
            (.inAppPurchase, 260, 150), (.otherPayment, 210, 100), (.webLink, 150, 100),
        ]
        return rates.flatMap { path, standard, reduced in
            Self.terms(
                [country],
                platforms: [.iOS],
                path: path,
                from: day,
                standard: standard,
                reduced: reduced,
                source: source,
                authority: .pressQuotingApple
            )
        } + [
            Row(
                [country],
                platforms: [.iOS],
                path: .outsideAppStore,
                from: day,
                perMille: 50,
                source: source,
                authority: .pressQuotingApple
            )
        ]
    }

    /// The rows of the European Union.
    private static let ofEuropeanUnion: [Row] = {
        let june = """
            2 % initial fee, 5 or 13 % (reduced 10 %) by tier of services, and 5 %; the sum depends on the developer's \
            choice: revenuecat.com/blog/growth/apple-eu-dma-update-june-2025
            """
        let october = "no source states the rates inside the App Store from 2026-10-01"
        let news = "Apple news gmws0jgp and 0cgo95n6, quoted at github.com/mjmirza/app-store-compliance"
        let offersElsewhere: [Row] = [.otherPayment, .webLink].map { path in
            Row(
                Self.europeanUnion,
                path: path,
                from: "2025-06-26",
                perMille: nil,
                source: june,
                authority: .press
            )
        }
        let inside: [Row] = [.inAppPurchase, .otherPayment, .webLink].map { path in
            Row(
                Self.europeanUnion,
                path: path,
                from: "2026-10-01",
                perMille: nil,
                source: october,
                authority: .none
            )
        }
        let outside = Row(
            Self.europeanUnion,
            path: .outsideAppStore,
            from: "2026-10-01",
            perMille: 50,
            source: news,
            authority: .pressQuotingApple
        )
        return offersElsewhere + inside + [outside]
    }()

    /// The rates published up to autumn 2026.
    package static let published = CommissionTable(
        rows: Self.terms([], standard: 300, reduced: 150, source: "Apple, App Store commission", authority: .apple)
            + Self.terms(
                ["CN"],
                platforms: [.iOS],
                from: "2026-03-15",
                standard: 250,
                reduced: 120,
                source: "techtimes.com/articles/315143",
                authority: .pressQuotingApple
            )
            + Self.opened("JP", from: "2025-12-18", source: "mjtsai.com/blog/2025/12/18")
            + Self.opened("BR", from: "2026-06-18", source: "zbrandco.com and c114pro.com/terminalnews/172642")
            + Self.ofEuropeanUnion + [
                Row(
                    ["KR"],
                    platforms: [.iOS],
                    path: .otherPayment,
                    from: "2022-06-30",
                    perMille: 260,
                    source: "ped30.com/2022/06/30/apple-sideloading-korea",
                    authority: .pressQuotingApple
                ),
                Row(
                    ["US"],
                    path: .webLink,
                    from: "2025-04-30",
                    perMille: 0,
                    source: "by court order; an appeal is pending: gotechtor.com",
                    authority: .press,
                    isDisputed: true
                ),
            ]
    )
}
