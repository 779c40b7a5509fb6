import Notation
import Testing

@Suite struct JSONTextTests {
    private struct Entitlement: Encodable {
        struct Price: Encodable {
            let currency: String
            let amountMilliunits: Int64

            func write(to json: inout JSONText) {
                json.add("currency", self.currency)
                json.add("amountMilliunits", self.amountMilliunits)
            }
        }

        let entitlement: String
        let renewStatusChangedAt: String?
        let renewStatus: String
        let price: Price?
        let prices: [Price]
        let paidTwice: Bool
        let transactions: [String]

        func write(to json: inout JSONText) {
            json.add("entitlement", self.entitlement)
            json.add("renewStatusChangedAt", self.renewStatusChangedAt)
            json.add("renewStatus", self.renewStatus)
            if let price { json.add("price") { price.write(to: &$0) } }
            json.add("prices", self.prices) { json, price in price.write(to: &json) }
            json.add("paidTwice", self.paidTwice)
            json.add("transactions", self.transactions)
        }
    }

    private static let price = Entitlement.Price(currency: "USD", amountMilliunits: 9990)
    private static let entitlement = Entitlement(
        entitlement: "pro \"1\"\n",
        renewStatusChangedAt: "2026-03-01T12:00:00.000Z",
        renewStatus: "on",
        price: Self.price,
        prices: [Self.price, Entitlement.Price(currency: "EUR", amountMilliunits: -1)],
        paidTwice: false,
        transactions: ["1", "2"]
    )
    private static let bare = Entitlement(
        entitlement: "",
        renewStatusChangedAt: nil,
        renewStatus: "unknown",
        price: nil,
        prices: [],
        paidTwice: true,
        transactions: []
    )

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("Fields are written in the order of the calls, and absent ones are omitted")
    func order() {
        var json = JSONText()
        Self.bare.write(to: &json)
        let whole = #"{"entitlement":"","renewStatus":"unknown","prices":[],"paidTwice":true,"transactions":[]}"#
        #expect(Self.text(json.bytes) == whole)
        var outer = JSONText()
        outer.add("first", json: json.bytes)
        outer.add("all", jsons: [json.bytes, Array("7".utf8)])
        outer.add("count", Int64(-3))
        outer.add("count", Int64?.none)
        outer.addPlain("at") { $0 += Array("2026".utf8) }
        #expect(Self.text(outer.bytes) == #"{"first":\#(whole),"all":[\#(whole),7],"count":-3,"at":"2026"}"#)
        #expect(Self.text(JSONText().bytes) == "{}")
    }

    @Test("Sorted by name, each object has the same bytes as from an encoder")
    func byName() throws {
        for entitlement in [Self.entitlement, Self.bare] {
            var json = JSONText(isByName: true)
            entitlement.write(to: &json)
            #expect(try json.bytes == JSONText.encoded(entitlement))
        }
        let entitlements = [Self.entitlement, Self.bare, Self.entitlement]
        let array = JSONText.array(entitlements, isByName: true) { json, entitlement in entitlement.write(to: &json) }
        #expect(try array == JSONText.encoded(entitlements))
        #expect(Self.text(JSONText(isByName: true).bytes) == "{}")
        #expect(Self.text(JSONText.array([Entitlement](), isByName: true) { _, _ in }) == "[]")
        var outer = JSONText(isByName: true)
        outer.add("z", json: Array(#"{"b":1,"a":2}"#.utf8))
        outer.add("a") { json in
            json.add("z") { _ in }
            json.add("a", true)
        }
        let asWritten = #"{"b":1,"a":2}"#
        #expect(Self.text(outer.bytes) == #"{"a":{"a":true,"z":{}},"z":\#(asWritten)}"#)
    }

    @Test("For terminals every control character is escaped")
    func terminals() {
        var json = JSONText(isForTerminals: true)
        json.add("text", "\u{9B}2J\u{2028}")
        json.add("list", ["\u{7F}"])
        #expect(Self.text(json.bytes) == #"{"text":"\u009b2J\u2028","list":["\u007f"]}"#)
    }
}
