import Ledger
import Testing

/// An id is its bytes: what Swift takes for one text is two where the bytes differ.
@Suite struct ExactTextTests {
    /// Texts that `==` of `String` takes for the same, each with another of its spellings.
    private static let twins = [
        ("b\u{E9}b", "be\u{301}b"), ("\u{C5}", "\u{212B}"), ("A\u{30A}", "\u{C5}"), ("K", "\u{212A}"),
        ("\u{1E0B}\u{323}", "\u{1E0D}\u{307}"), (";", "\u{37E}"),
    ]

    private static let now = Instant(milliseconds: 1_767_225_600_000)

    @Test("Texts are compared by their bytes, also where one of them is not there", arguments: Self.twins)
    func texts(one: String, other: String) {
        #expect(one == other, "Swift tells them apart, so they prove nothing.")
        #expect(!one.hasSameBytes(as: other) && one.hasSameBytes(as: one))
        #expect(!Optional(one).hasSameBytes(as: other) && Optional(one).hasSameBytes(as: one))
        #expect(!Optional(one).hasSameBytes(as: nil) && Optional<String>.none.hasSameBytes(as: nil))
        #expect(!["x", one].contains(bytesOf: other) && ["x", one].contains(bytesOf: one))
    }

    @Test("Another spelling of a key names another request, another order and another movement", arguments: Self.twins)
    func keys(one: String, other: String) throws {
        let digest = try #require(ContentDigest([UInt8](repeating: 1, count: ContentDigest.byteCount)))
        let requests = [one, other, one].map { IdempotentRequest(sender: digest, key: $0, content: digest) }
        #expect(requests[0] != requests[1] && Set(requests).count == 2)
        let orders = [one, other, one].map {
            WalletRequest(.grant(5, expiresAt: nil), cause: .call, key: $0, reason: "test", at: Self.now)
        }
        #expect(orders[0] != orders[1] && Set(orders).count == 2)
        let movements = try orders.map { order in
            var wallet = Wallet()
            return try #require(try wallet.carryOut(order, terms: Coin()).get())
        }
        #expect(movements[0] != movements[1] && Set(movements).count == 2)
    }

    @Test("The loss of a booked request counts only for its exact key", arguments: Self.twins)
    func loss(one: String, other: String) throws {
        func order(_ task: WalletRequest.Kind, _ key: String) -> WalletRequest {
            WalletRequest(task, cause: .call, key: key, reason: "test", at: Self.now)
        }
        var wallet = Wallet()
        _ = try wallet.carryOut(order(.grant(9, expiresAt: nil), "given"), terms: Coin()).get()
        let spent = try #require(try wallet.carryOut(order(.spend(4), one), terms: Coin()).get())
        let name = WalletName(
            app: AppName("shop"),
            environment: .production,
            customer: try #require(CustomerID("anna")),
            coin: CoinName("gems")
        )
        let booked = BookedWallet(name: name, movements: [spent], answer: spent)
        #expect(booked.loss(by: order(.spend(4), one)) == 4)
        #expect(booked.loss(by: order(.spend(4), other)) == 0)
    }

    @Test("A rule on a word matches that word, and shadows no rule on another spelling of it", arguments: Self.twins)
    func words(one: String, other: String) {
        #expect(RuleValue.text(one) != .text(other) && RuleValue.text(one) == .text(one))
        #expect(Set([RuleValue.text(one), .text(other), .text(one)]).count == 2)
        #expect(!RuleTerm.Kind.text(known: [one]).admits(.text(other)))
        #expect(RuleTerm.Kind.text(known: [one]).admits(.text(one)))
        let rules = [one, other].enumerated().map { index, word in
            Rule(
                name: "\(index)",
                conditions: [RuleCondition("place", .oneOf([.text(word)]))],
                answer: RuleAnswer("\(index)")
            )
        }
        let set = RuleSet(rules: rules, otherwise: RuleAnswer("neither"))
        #expect(set.decision(on: ["place": .text(one)]).answer.word == "0")
        #expect(set.decision(on: ["place": .text(other)]).answer.word == "1")
        let vocabulary = RuleVocabulary(
            name: "test",
            terms: [RuleTerm(name: "place", kind: .text(known: nil), phrase: "", sentence: "", example: "")],
            answers: [RuleAnswerForm("0", sentence: "a")]
        )
        #expect(set.unreachable(vocabulary) == [:])
        let twice = RuleSet(rules: [rules[0], rules[0]], otherwise: RuleAnswer("neither"))
        #expect(twice.unreachable(vocabulary) == [1: .shadowed(by: 0)])
    }

    @Test("Values of other kinds stay apart from each other and equal to themselves")
    func values() {
        let values: [RuleValue] = [
            .text(""), .count(1), .share(1), .span(.seconds(1)), .flag(true), .flag(false),
            .money(Money(amountMilliunits: 1, currency: "USD")), .money(Money(amountMilliunits: 1, currency: "CNY")),
        ]
        #expect(Set(values + values).count == values.count)
    }
}
