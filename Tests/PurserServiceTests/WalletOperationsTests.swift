import AppStore
import Ledger
import PurserService
import PurserTesting
import Synchronization
import Testing

@Suite struct WalletOperationsTests {
    private let shop: TestShop
    private let operations: WalletOperations

    init() throws {
        let shop = try TestShop()
        self.shop = shop
        self.operations = WalletOperations(
            desk: WalletDesk(repository: shop.repository, ambient: shop.ambient),
            apps: [shop.app]
        )
    }

    /// What an operator is told when he asks for something: each line of a list, then each field as `name=value`, or the
    /// code of the refusal.
    private func run(
        _ deed: WalletTask.Deed,
        isPreview: Bool = false,
        reason: String? = "a reason"
    ) async throws -> [String] {
        let customer = try #require(CustomerID("anna"))
        let asked = WalletTask(deed, of: customer, .production, in: self.shop.app.name)
        // As it comes over the socket.
        let fields = Dictionary(asked.fields.map { ($0.name, $0.value) }) { first, _ in first }
        let task = try WalletTask(TaskFields(fields))
        #expect(task == asked)
        let said = Mutex<[String]>([])
        await self.operations.run(task, isPreview: isPreview, by: "ops", reason: reason) { event in
            said.withLock { said in
                switch event {
                case .line(let line): said.append(line.fields.map(Self.text).joined(separator: " "))
                case .result(let result): said += result.fields.map(Self.text)
                case .failure(let failure): said = [failure.code]
                default: break
                }
            }
        }
        return said.withLock { $0 }
    }

    private static func text(_ field: OperationResult.Field) -> String {
        switch field.value {
        case .number(let number): "\(field.name)=\(number)"
        case .text(let text): "\(field.name)=\(text)"
        case .json(let value): "\(field.name)=\(String(decoding: value.json(), as: UTF8.self))"
        }
    }

    @Test("An operator sees wallets, gives coins, corrects them, and reads the statement by pages")
    func support() async throws {
        let gems = CoinName("gems")
        let nothing = ["coin=gems available=0 held=0 debt=0 movements=0"]
        #expect(try await self.run(.list) == nothing)
        #expect(try await self.run(.statement(gems, before: nil, limit: 9)).isEmpty)
        #expect(
            try await self.run(.grant(CoinName("gold"), 1, expiresAt: nil, key: nil), isPreview: true) == [
                "unknown_coin"
            ]
        )
        let grant = WalletTask.Deed.grant(gems, 50, expiresAt: nil, key: "k1")
        #expect(try await self.run(grant, isPreview: true).contains("quantity=50"))
        #expect(try await self.run(.list) == nothing, "A preview gives nothing.")
        let given = try await self.run(grant)
        #expect(given == ["movement=1", "quantity=50", "balance=50", "debt=0", "key=k1"])
        #expect(try await self.run(grant) == given + ["nothing=wallet_already_booked"])
        #expect(
            try await self.run(.adjust(gems, -20, key: nil)).prefix(3) == ["movement=2", "quantity=-20", "balance=30"]
        )
        let page = try await self.run(.statement(gems, before: nil, limit: 1))
        #expect(page.count == 2 && page[0].contains("kind=adjusted quantity=-20 balance=30 debt=0"), "\(page)")
        #expect(page[0].contains("cause=operator by=ops") && page[0].hasSuffix("reason=a reason"), "\(page)")
        #expect(page[1] == "next=2")
        let rest = try await self.run(.statement(gems, before: 2, limit: 9))
        #expect(rest.count == 1 && rest[0].hasPrefix("number=1 "))
        let shown = try await self.run(.show(gems))
        let lot =
            #"lots=[{"number":1,"kind":"granted","amount":50,"left":30,"spent":0,"repays":0,"takenBack":0,"removed":20,"#
        #expect(shown.last?.hasPrefix(lot) == true, "\(shown)")
        let audit = try await self.shop.repository.auditEntries(after: 0, limit: 9)
        #expect(audit.map(\.action) == [.walletGrant, .walletGrant, .walletAdjust])
        #expect(audit.map(\.outcome) == [.done, .nothing, .done])
    }

    @Test("What an operator cannot do is refused with its code")
    func refused() async throws {
        let gems = CoinName("gems")
        #expect(try await self.run(.show(CoinName("gold"))) == ["unknown_coin"])
        #expect(try await self.run(.adjust(gems, -1, key: nil)) == ["balance_insufficient"])
        #expect(try await self.run(.grant(gems, 0, expiresAt: nil, key: nil)) == ["quantity_not_positive"])
        #expect(try await self.run(.grant(gems, 1, expiresAt: nil, key: nil), reason: nil) == ["wallet_reason_missing"])
        let past = Instant(milliseconds: 0)
        #expect(try await self.run(.grant(gems, 1, expiresAt: past, key: nil)) == ["bad_expiry"])
    }

    @Test(
        "A task with a field that is missing or wrong names it",
        arguments: [
            (["task": "show"], "coin"), (["task": "grant", "coin": "gems"], "quantity"),
            (["task": "grant", "coin": "gems", "quantity": "x"], "quantity"),
            (["task": "grant", "coin": "gems", "quantity": "1", "expires": "soon"], "expires"),
            (["task": "statement", "coin": "gems", "limit": "501"], "limit"),
            (["task": "spend", "coin": "gems"], "task"), (["task": "list", "environment": "Moon"], "environment"),
        ]
    )
    func mistakes(fields: [String: String], field: String) {
        let error = #expect(throws: TaskMistake.self) {
            _ = try WalletTask(TaskFields(fields.merging(["app": "shop", "customer": "anna"]) { given, _ in given }))
        }
        #expect(error?.field == field)
    }

    @Test(
        "A key has 255 bytes at most, and none that control anything",
        arguments: ["", "a\nb", String(repeating: "k", count: 256)]
    )
    func badKey(key: String) throws {
        let texts = [
            "app": "shop", "customer": "anna", "task": "grant", "coin": "gems", "quantity": "5", "key": key,
        ]
        do {
            _ = try WalletTask(TaskFields(texts))
            Issue.record("It is no key.")
        } catch {
            #expect(error.field == "key")
            #expect(error.detail == "A key has 1 to 255 bytes and no control characters.")
        }
        var good = texts
        good["key"] = String(repeating: "k", count: 255)
        _ = try WalletTask(TaskFields(good))
    }
}
