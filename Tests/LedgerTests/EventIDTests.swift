import Ledger
import Testing

@Suite struct EventIDTests {
    private static let app = AppName("shop")

    @Test(
        "The name of an event says whose it is and its number, and is found again",
        arguments: [
            ("ada", 7, "cus_ada_7"), ("a_b", 1, "cus_a_b_1"), ("a.b", 12, "cus_a~2eb_12"), ("Zoë", 3, "cus_Zo~c3~ab_3"),
            ("~", 1, "cus_~7e_1"), ("a b/c", 9, "cus_a~20b~2fc_9"), ("_", 2, "cus___2"), ("7", 7, "cus_7_7"),
        ]
    )
    func customers(name: String, number: Int64, id: String) throws {
        let stream = EventStream(app: Self.app, subject: .customer(try #require(CustomerID(name))))
        let event = EventID(stream: stream, number: number)
        #expect(event.rawValue == id)
        #expect(!id.contains("."))
        let place = try #require(event.position(in: Self.app))
        #expect(place.stream == stream)
        #expect(place.number == number)
    }

    @Test("A chain without an owner is named by environment and chain, and a notification by its digest")
    func others() throws {
        let digest = try #require(EvidenceDigest(Array(0..<32)))
        let subjects: [EventStream.Subject] = [
            .chain(.production, OriginalTransactionID("2000000123")), .chain(.sandbox, OriginalTransactionID("a_1")),
            .notification(digest),
        ]
        var names: Set<String> = []
        for subject in subjects {
            let stream = EventStream(app: Self.app, subject: subject)
            let id = EventID(stream: stream, number: 4)
            names.insert(id.rawValue)
            #expect(id.position(in: Self.app)?.stream == stream)
            #expect(id.position(in: Self.app)?.number == 4)
        }
        #expect(names.count == subjects.count)
        #expect(names.contains("chn_Production_2000000123_4"))
    }

    @Test(
        "Text that is no event id is refused",
        arguments: [
            "", "cus_ada", "cus__7", "ada_7", "cus_ada_0", "cus_ada_-1", "cus_ada_07", "cus_ada_+7", "cus_a.b_7",
            "cus_a~2Eb_7", "cus_a~2_7", "cus_~61_7", "chn_Production_7", "chn_Elsewhere_1_7", "ntf_00_1",
            "cus_~ff_7", "cus_ada_99999999999999999999",
        ]
    )
    func mistakes(text: String) {
        #expect(EventID(text).position(in: Self.app) == nil)
    }
}
