import AppStore
import AppStoreSimulator
import HTTPTypes
import Ledger
import PurserHTTP
import PurserService
import PurserTesting
import Testing

@Suite struct OfferControllerTests {
    let stage: WorldStage

    init() throws {
        self.stage = try WorldStage(.production)
    }

    /// Buys on an Apple Account while a customer is signed in.
    private func buy(_ product: String, on phone: String, by customer: String) async throws -> String {
        let world = self.stage.shop.world
        let bought = try world.buy(product, by: world.customer(phone))
        let body = #"{"customer":"\#(customer)","signedTransaction":"\#(try self.stage.signed(bought.transactionId))"}"#
        let answer = try await self.stage.send(.post, "/v1/purchases", body: body)
        #expect(answer.status == .ok, "\(answer.text)")
        return bought.transactionId
    }

    /// Whether the group's offer may be made, as both routes say, and what StoreKit would read.
    private func mayHave(
        _ transaction: String,
        customer: String?,
        further: String = ""
    ) async throws -> Bool {
        let named = customer.map { #","customer":"\#($0)""# } ?? ""
        let signed = try await self.stage.send(
            .post,
            "/v1/offers/introductory",
            body: #"{"product":"pro.monthly","transaction":"\#(transaction)"\#(named)\#(further)}"#
        )
        #expect(signed.status == .ok, "\(signed.text)")
        guard case .bool(let isAllowed)? = signed["allowed"], case .string(let jws)? = signed["jws"] else {
            Issue.record("Nothing was signed: \(signed.text)")
            return false
        }
        let claims = try #require(Base64URL.decode(Array(jws.utf8.split(separator: UInt8(ascii: "."))[1])[...]))
        #expect(try JSONValue(json: claims)["allowIntroductoryOffer"] == .bool(isAllowed))
        return isAllowed
    }

    @Test("An introductory offer is used up by the customer, and by the customer's Apple Account under any customer")
    func introductory() async throws {
        let news = try await self.buy("news.weekly", on: "A", by: "anna")
        #expect(try await self.mayHave(news, customer: "anna"), "She never had one of this group.")
        let pro = try await self.buy("pro.monthly", on: "A", by: "anna")
        #expect(try await !self.mayHave(pro, customer: "anna"))
        // Bert buys another product with the same Apple Account, which has used the offer, although Bert has not.
        let theme = try await self.buy("theme.dark", on: "A", by: "bert")
        #expect(try await !self.mayHave(theme, customer: "bert"))
        #expect(try await !self.mayHave(theme, customer: nil), "Its owner is meant.")
        let eligibility = try await self.stage.send(.get, "/v1/customers/bert/introductory-eligibility")
        #expect(eligibility.text.contains(#""eligible":false,"group":"pro","usedByAppleAccount":true"#))
        #expect(!eligibility.text.contains(pro) && !eligibility.text.contains("anna"))
        // Carl has another Apple Account.
        let other = try await self.buy("theme.dark", on: "C", by: "carl")
        #expect(try await self.mayHave(other, customer: "carl"))
        // Dora was never seen with that Apple Account, but it is the one that would pay.
        let account = try #require(
            try await self.stage.shop.chain(of: theme)?.chain.transactions.first?.current.appTransactionID
        )
        #expect(try await !self.mayHave(account.rawValue, customer: "dora"))
        #expect(try await !self.mayHave(account.rawValue, customer: nil))
    }

    @Test("The caller may forbid what the ledger allows, and never allow what they forbid")
    func stricter() async throws {
        let theme = try await self.buy("theme.dark", on: "A", by: "anna")
        #expect(try await self.mayHave(theme, customer: "anna", further: #","allow":true"#))
        #expect(try await !self.mayHave(theme, customer: "anna", further: #","allow":false"#))
        let pro = try await self.buy("pro.monthly", on: "A", by: "anna")
        #expect(try await !self.mayHave(pro, customer: "anna", further: #","allow":true"#))
    }

    @Test("An erased customer prevents no other customer from the offer, but the Apple Account has still used it")
    func erased() async throws {
        let pro = try await self.buy("pro.monthly", on: "A", by: "anna")
        #expect(try await self.stage.send(.delete, "/v1/customers/anna?confirm=anna").status == .ok)
        #expect(try await !self.mayHave(pro, customer: nil))
        let theme = try await self.buy("theme.dark", on: "A", by: "bert")
        #expect(try await !self.mayHave(theme, customer: "bert"))
        let other = try await self.buy("theme.dark", on: "B", by: "carl")
        #expect(try await self.mayHave(other, customer: "carl"))
    }

    @Test("A signature is in the audit log, with its key and without a customer; a refused one is not")
    func audit() async throws {
        let theme = try await self.buy("theme.dark", on: "A", by: "anna")
        let before = try await self.stage.shop.repository.read { view in try view.auditHead() }.count
        _ = try await self.mayHave(theme, customer: "anna")
        let unknown = #"{"product":"nothing","transaction":"1"}"#
        #expect(
            try await self.stage.send(.post, "/v1/offers/introductory", body: unknown).code == "offer_product_unknown"
        )
        let entries = try await self.stage.shop.repository.read { view in try view.auditEntries(after: before, limit: 9)
        }
        #expect(entries.map(\.action) == [.offerSign])
        let entry = try #require(entries.first)
        #expect(entry.subject == "pro.monthly" && entry.operatorName == "secret key")
        #expect(entry.details["kind"] == "introductory" && entry.details["allowed"] == "true")
        #expect(!"\(entry)".contains("anna"))
        let acts = try await self.stage.shop.repository.read { view in
            try view.auditEntries(
                of: #require(CustomerID("anna")),
                app: self.stage.app.name,
                limit: 9
            )
        }
        #expect(acts.map(\.number) == [entry.number])
    }
}
