import Ledger
import PurserTesting
import Testing

@Suite struct ConsentBasisTests {
    private static func consent(_ id: String, day: Int64, withdrawnOnDay: Int64? = nil) -> Consent {
        let at = Sample.beginning + .days(day)
        return Consent(
            id: ConsentID(id),
            textHash: String(repeating: "a", count: 64),
            version: "1",
            locale: "en",
            storefront: "USA",
            givenAt: at,
            source: nil,
            recordedAt: at,
            recordedBy: "shop",
            withdrawal: withdrawnOnDay.map {
                Consent.Withdrawal(withdrawnAt: Sample.beginning + .days($0), source: nil, recordedBy: "shop")
            }
        )
    }

    private static func basis(
        _ consents: [Consent],
        rescindedOnDay: Int64? = nil,
        _ regime: ConsentRegime,
        day: Int64 = 10
    ) -> ConsentBasis? {
        ConsentBasis(
            consents,
            rescindedAt: rescindedOnDay.map { Sample.beginning + .days($0) },
            regime: regime,
            at: Sample.beginning + .days(day)
        )
    }

    @Test("Silence is a yes only under opt-out, and a word of one's own is one under both")
    func silence() {
        #expect(Self.basis([], .optIn) == nil)
        #expect(Self.basis([], .optOut) == .storefront)
        for regime in ConsentRegime.allCases {
            #expect(Self.basis([Self.consent("a", day: 1)], regime) == .given)
        }
    }

    @Test("A withdrawal outweighs the regime, until somebody agrees anew")
    func withdrawal() {
        let withdrawn = Self.consent("a", day: 1, withdrawnOnDay: 2)
        for regime in ConsentRegime.allCases {
            #expect(Self.basis([withdrawn], regime) == nil)
            #expect(Self.basis([withdrawn], regime, day: 1) == .given, "Not before it.")
            #expect(Self.basis([withdrawn, Self.consent("b", day: 3)], regime) == .given)
        }
    }

    @Test("What was rescinded for the Apple account outweighs the regime and every consent before it")
    func rescission() {
        for regime in ConsentRegime.allCases {
            #expect(Self.basis([], rescindedOnDay: 3, regime) == nil)
            #expect(Self.basis([Self.consent("a", day: 1)], rescindedOnDay: 3, regime) == nil)
            #expect(Self.basis([Self.consent("a", day: 4)], rescindedOnDay: 3, regime) == .given)
        }
    }

    @Test("A storefront has its own regime, others the default, and an unknown one the strict one")
    func storefronts() {
        let regimes = ConsentRegimes(other: .optOut, storefronts: ["DEU": .optIn])
        #expect(regimes["DEU"] == .optIn && regimes["USA"] == .optOut && regimes[nil] == .optIn)
        #expect(regimes.hasOptOut && !ConsentRegimes().hasOptOut)
        #expect(ConsentRegimes()["USA"] == .optIn)
    }
}
