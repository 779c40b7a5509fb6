import AppStore
import HTTPTypes
import Ledger
import PurserHTTP
import PurserTesting
import Testing

@Suite struct WalletControllerTests {
    let stage: AuthenticationStage

    init() throws {
        self.stage = try AuthenticationStage()
    }

    private static let wallets = "/v1/customers/anna/wallets"
    private static let gems = "/v1/customers/anna/wallets/gems"

    @Test("Coins are given, spent and corrected, each once by its key, and the statement says so")
    func booked() async throws {
        let key = try await self.stage.key(.secret([.read, .write]))
        func send(_ word: String, _ json: String, _ name: String) async throws -> TestServer.TestResponse {
            try await self.stage.send(
                .post,
                "\(Self.gems)/\(word)",
                key: key,
                idempotency: name,
                body: json
            )
        }
        let given = try await send("grant", #"{"quantity":100,"reason":"an apology"}"#, "g1")
        #expect(given.status == .created, "\(given.text)")
        #expect(given["wallet"]?["available"] == .number("100"))
        let spent = try await send("spend", #"{"quantity":30,"reason":"a sword"}"#, "s1")
        #expect(spent["wallet"]?["balance"] == .number("70"))
        #expect(spent["movement"]?["reason"] == .string("a sword"))
        let again = try await send("spend", #"{"quantity":30,"reason":"a sword"}"#, "s1")
        #expect(again.text == spent.text && again.status == .created)
        let other = try await send("spend", #"{"quantity":31,"reason":"a sword"}"#, "s1")
        #expect(other.status == .conflict && other.code == "idempotency_key_reused")
        // A day later the answer is forgotten, and the movement is not.
        self.stage.pass(.days(1))
        let later = try await send("spend", #"{"quantity":30,"reason":"a sword"}"#, "s1")
        #expect(later.text == spent.text && later.status == .created)
        self.stage.pass(.days(1))
        let muchLater = try await send("spend", #"{"quantity":31,"reason":"a sword"}"#, "s1")
        #expect(muchLater.status == .conflict && muchLater.code == "wallet_key_reused")
        let corrected = try await send("adjust", #"{"quantity":-20,"reason":"given twice"}"#, "a1")
        #expect(corrected["wallet"]?["balance"] == .number("50"))
        let page = try await self.stage.send(.get, "\(Self.gems)/movements?limit=2", key: key)
        #expect(page["next"] == .string("2"), "\(page.text)")
        let rest = try await self.stage.send(.get, "\(Self.gems)/movements?limit=2&cursor=2", key: key)
        #expect(rest.text.contains(#""kind":"granted""#) && rest["next"] == nil)
        let lots = try await self.stage.send(.get, "\(Self.gems)/lots", key: key)
        #expect(lots.text.contains(#""left":50"#) && lots.text.contains(#""spent":30"#), "\(lots.text)")
        let audit = try await self.stage.shop.repository.read { view in try view.auditEntries(after: 0, limit: 99) }
            .map(\.action)
        #expect(audit.contains(.walletGrant) && audit.contains(.walletAdjust))
    }

    @Test(
        "An operator's movements have their name and cause, and one with an earlier key reports that nothing was done"
    )
    func operators() async throws {
        let server = try TestServer()
        let gems = "customers/anna/wallets/gems"
        let grant = #"{"quantity":50,"reason":"an apology"}"#
        let given = try await server.operate(.post, "\(gems)/grant", idempotency: "k1", grant)
        #expect(given.status == .created && given["nothing"] == nil, "\(given.text)")
        #expect(given["movement"]?["cause"] == .string("operator"), "\(given.text)")
        #expect(given["movement"]?["by"] == .string(OperatorPeer.current.name), "\(given.text)")
        let again = try await server.operate(.post, "\(gems)/grant", idempotency: "k1", grant)
        #expect(again.status == .created && again["movement"] == given["movement"], "\(again.text)")
        #expect(again["nothing"] == .string("wallet_already_booked"), "\(again.text)")
        let other = try await server.operate(
            .post,
            "\(gems)/grant",
            idempotency: "k1",
            #"{"quantity":51,"reason":"an apology"}"#
        )
        #expect(other.status == .conflict && other.code == "wallet_key_reused", "\(other.text)")
        let taken = #"{"quantity":-20,"reason":"too much"}"#
        #expect(try await server.operate(.post, "\(gems)/adjust", idempotency: "k2", taken).status == .created)
        let lots = try await server.operate(.get, "\(gems)/lots")
        #expect(lots.text.contains(#""left":30"#) && lots.text.contains(#""removed":20"#), "\(lots.text)")
        let audit = try await server.shop.repository.read { view in try view.auditEntries(after: 0, limit: 9) }
        #expect(audit.map(\.action) == [.walletGrant, .walletGrant, .walletGrant, .walletAdjust])
        #expect(audit.map(\.outcome) == [.done, .nothing, .refused(code: "wallet_key_reused"), .done])
        #expect(audit.allSatisfy { $0.operatorName == OperatorPeer.current.name })
        #expect(audit.map(\.reason?.text).last == "too much" && audit.map(\.subject).first == "k1")
    }

    @Test(
        "What cannot be booked is refused with its code and field, and books nothing",
        arguments: [
            ("spend", #"{"quantity":1,"reason":"x"}"#, "balance_insufficient", "quantity"),
            ("spend", #"{"quantity":0,"reason":"x"}"#, "quantity_not_positive", "quantity"),
            ("spend", #"{"quantity":-1,"reason":"x"}"#, "quantity_not_positive", "quantity"),
            ("spend", #"{"quantity":1.5,"reason":"x"}"#, "field_wrong_type", "quantity"),
            ("spend", #"{"quantity":99999999999999999999,"reason":"x"}"#, "field_wrong_type", "quantity"),
            ("spend", #"{"reason":"x"}"#, "field_missing", "quantity"),
            ("spend", #"{"quantity":1}"#, "field_missing", "reason"),
            ("spend", #"{"quantity":1,"reason":"x","for":"me"}"#, "field_unknown", "for"),
            ("grant", #"{"quantity":9007199254740992,"reason":"x"}"#, "wallet_overflow", "quantity"),
            ("grant", #"{"quantity":1,"reason":"x","expiresAt":"2020-01-01T00:00:00Z"}"#, "bad_expiry", "expiresAt"),
            ("adjust", #"{"quantity":0,"reason":"x"}"#, "quantity_not_positive", "quantity"),
            ("adjust", #"{"quantity":-1,"reason":"x"}"#, "balance_insufficient", "quantity"),
        ]
    )
    func refused(word: String, json: String, code: String, field: String) async throws {
        let key = try await self.stage.key(.secret([.read, .write]))
        let answer = try await self.stage.send(
            .post,
            "\(Self.gems)/\(word)",
            key: key,
            idempotency: "k",
            body: json
        )
        #expect(answer.code == code, "\(answer.text)")
        #expect(answer["field"] == .string(field))
        let wallet = try await self.stage.send(.get, Self.gems, key: key)
        #expect(wallet["movements"] == .number("0"))
    }

    @Test("A booking needs a key of its own, and a coin that the catalog names")
    func needs() async throws {
        let key = try await self.stage.key(.secret([.read, .write]))
        let body = #"{"quantity":1,"reason":"x"}"#
        let bare = try await self.stage.send(.post, "\(Self.gems)/grant", key: key, body: body)
        #expect(bare.status == .badRequest && bare.code == "idempotency_key_missing")
        let coin = try await self.stage.send(
            .post,
            "\(Self.wallets)/gold/grant",
            key: key,
            idempotency: "k",
            body: body
        )
        #expect(coin.status == .notFound && coin.code == "unknown_coin")
        #expect(try await self.stage.send(.get, "\(Self.wallets)/gold", key: key).code == "unknown_coin")
        let empty = try await self.stage.send(.get, Self.wallets, key: key)
        #expect(empty.text.contains(#""coin":"gems""#) && empty.text.contains(#""available":0"#), "\(empty.text)")
    }

    @Test("An app in the field reads its own customer's wallet without reasons, and books nothing")
    func publishable() async throws {
        let secret = try await self.stage.key(.secret([.read, .write]))
        let body = #"{"quantity":5,"reason":"between us"}"#
        let booked = try await self.stage.send(
            .post,
            "\(Self.gems)/grant",
            key: secret,
            idempotency: "k",
            body: body
        )
        #expect(booked.status == .created)
        let key = try await self.stage.key(.publishable)
        let token = self.stage.token(for: "anna")
        #expect(try await self.stage.send(.get, Self.gems, key: key, token: token)["balance"] == .number("5"))
        let statement = try await self.stage.send(.get, "\(Self.gems)/movements", key: key, token: token)
        #expect(statement.status == .ok && !statement.text.contains("between us"), "\(statement.text)")
        let other = try await self.stage.send(.get, "/v1/customers/ben/wallets", key: key, token: token)
        #expect(other.code == "customer_not_yours")
        for word in ["spend", "grant", "adjust"] {
            let refused = try await self.stage.send(
                .post,
                "\(Self.gems)/\(word)",
                key: key,
                token: token,
                idempotency: "k2",
                body: body
            )
            #expect(refused.code == "publishable_key_not_allowed")
        }
    }
}
