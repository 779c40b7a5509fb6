import Ledger
import PurserTesting
import Testing

@Suite struct ConsentTests {
    private static func day(_ day: Int64) -> Instant { Sample.beginning + .days(day) }

    private static func consent(_ id: String, day: Int64, withdrawnOn no: Int64? = nil) -> Consent {
        Consent(
            id: ConsentID(id),
            textHash: String(repeating: "0", count: 64),
            version: "1",
            locale: "en",
            storefront: "USA",
            givenAt: Self.day(day),
            source: "settings",
            recordedAt: Self.day(day),
            recordedBy: "a key",
            withdrawal: no.map {
                Consent.Withdrawal(withdrawnAt: Self.day($0), source: nil, recordedBy: "a key")
            }
        )
    }

    @Test("The newest consent counts until a later withdrawal, in any order of arrival")
    func current() {
        let consents = [
            Self.consent("first", day: 1), Self.consent("second", day: 3, withdrawnOn: 5),
            Self.consent("third", day: 7),
        ]
        let expected: [(day: Int64, id: String?)] = [
            (0, nil), (1, "first"), (2, "first"), (3, "second"), (4, "second"), (5, nil), (6, nil), (7, "third"),
        ]
        for order in [consents, consents.reversed()] {
            for (day, id) in expected {
                #expect(Consent.current(among: order, at: Self.day(day))?.id.rawValue == id, "day \(day)")
            }
        }
    }

    @Test("A no in the instant of a yes is a no")
    func sameInstant() {
        let consents = [Self.consent("a", day: 1, withdrawnOn: 2), Self.consent("b", day: 2)]
        #expect(Consent.current(among: consents, at: Self.day(3)) == nil)
    }

    @Test("The earliest withdrawal counts, in any order of arrival")
    func withdrawnTwice() {
        var consent = Self.consent("a", day: 1)
        let early = Consent.Withdrawal(withdrawnAt: Self.day(2), source: "mail", recordedBy: "a key")
        let late = Consent.Withdrawal(withdrawnAt: Self.day(3), source: "call", recordedBy: "a key")
        let news = [late, early, late].map { consent.withdraw($0) }
        #expect(news == [true, true, false])
        #expect(consent.withdrawal == early)
    }

    @Test("Without what speaks of persons, a consent still says to what and when")
    func nameless() {
        var consent = Consent(
            id: ConsentID("a"),
            textHash: String(repeating: "0", count: 64),
            version: "1",
            locale: "en",
            storefront: "USA",
            givenAt: Self.day(1),
            source: "a call with her mother",
            guardian: "her mother",
            recordedAt: Self.day(1),
            recordedBy: "a key"
        )
        _ = consent.withdraw(.init(withdrawnAt: Self.day(2), source: "a call", recordedBy: "a key"))
        let nameless = consent.nameless
        #expect(nameless.source == nil && nameless.guardian == nil && nameless.withdrawal?.source == nil)
        #expect(nameless.isByGuardian)
        #expect(nameless.givenAt == Self.day(1) && nameless.withdrawal?.withdrawnAt == Self.day(2))
    }
}

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

    @Test("A withdrawal overrides the regime, until a new consent")
    func withdrawal() {
        let withdrawn = Self.consent("a", day: 1, withdrawnOnDay: 2)
        for regime in ConsentRegime.allCases {
            #expect(Self.basis([withdrawn], regime) == nil)
            #expect(Self.basis([withdrawn], regime, day: 1) == .given, "Not before it.")
            #expect(Self.basis([withdrawn, Self.consent("b", day: 3)], regime) == .given)
        }
    }

    @Test("A rescission for the Apple Account overrides the regime and every earlier consent")
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
