import AppStore
import Testing

@Suite struct WireToleranceTests {
    private func transaction(_ json: String) throws(JSONError) -> TransactionPayload {
        try TransactionPayload(json: Array(json.utf8))
    }

    @Test(
        "An integer is read from every spelling of a number, truncated toward zero",
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1743495457425", 1_743_495_457_425),
            ("1.743495457425E12", 1_743_495_457_425), ("1.743495457425e+12", 1_743_495_457_425),
            ("1743495457425.6001", 1_743_495_457_425), ("-62135769600000.5", -62_135_769_600_000),
            ("0.999", 0), ("-0.999", 0), ("12345e-2", 123), ("12345e-9", 0), ("0e99999999999999999999", 0),
            ("0.000e5", 0), ("1e-99999999999999999999", 0), ("0.00012345e6", 123), ("100e-2", 1),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775807.9", .max),
            ("9.223372036854775807e18", .max), ("-9.223372036854775808E18", .min),
            ("1000000000000000000", 1_000_000_000_000_000_000), ("999999999999999999", 999_999_999_999_999_999),
        ] as [(String, Int64)]
    )
    func wholeNumbers(_ text: String, _ value: Int64) throws {
        #expect(try self.transaction(#"{"price":\#(text)}"#).price == value)
        #expect(try self.transaction(#"{"signedDate": \#(text) }"#).signedDate == Timestamp(milliseconds: value))
    }

    @Test(
        "A number that does not fit its field is refused",
        arguments: [
            ("price", "9223372036854775808"), ("price", "-9223372036854775809"), ("price", "1e19"),
            ("price", "1e999999999999999999999"), ("price", "-1e19"), ("signedDate", "99999999999999999999"),
            ("quantity", "2147483648"), ("quantity", "-2147483649"), ("quantity", "1e10"),
            ("offerType", "4294967297"),
        ]
    )
    func outOfRange(_ field: String, _ text: String) {
        #expect(throws: JSONError(.numberOutOfRange, offset: field.utf8.count + 4, path: field)) {
            try self.transaction(#"{"\#(field)":\#(text)}"#)
        }
    }

    @Test("A number at the limit of 32 bits is accepted")
    func edges() throws {
        #expect(try self.transaction(#"{"quantity":2147483647}"#).quantity == .max)
        #expect(try self.transaction(#"{"quantity":-2147483648}"#).quantity == .min)
        #expect(try self.transaction(#"{"offerType":3.0}"#).offerType == .offerCode)
    }

    @Test("Null and empty objects are treated as absent")
    func absence() throws {
        let nulls = try self.transaction(#"{"transactionId":null,"price":null,"type":null,"commitmentInfo":null}"#)
        #expect(nulls == TransactionPayload())
        #expect(try self.transaction(#"{"commitmentInfo":{ },"advancedCommerceInfo":{}}"#) == TransactionPayload())
        #expect(try self.transaction("{}") == TransactionPayload())
        let data = try NotificationData(json: Array(#"{"signedRenewalInfo": {}, "signedTransactionInfo":null}"#.utf8))
        #expect(data == NotificationData())
        #expect(data.json() == Array("{}".utf8))
        let list = try HistoryResponse(json: Array(#"{"signedTransactions":["a",null,{},"b"]}"#.utf8))
        #expect(list.signedTransactions == [SignedData("a"), SignedData("b")])
    }

    @Test(
        "A value of another type than its field is refused with the path to it",
        arguments: [
            (#"{"transactionId":1}"#, 17, "transactionId"), (#"{"transactionId":{}}"#, 17, "transactionId"),
            (#"{"price":"1"}"#, 9, "price"), (#"{"price":true}"#, 9, "price"),
            (#"{"isUpgraded":1}"#, 14, "isUpgraded"), (#"{"isUpgraded":"true"}"#, 14, "isUpgraded"),
            (#"{"commitmentInfo":[]}"#, 18, "commitmentInfo"), (#"{"commitmentInfo":"x"}"#, 18, "commitmentInfo"),
            (#"{"commitmentInfo":{"commitmentPrice":[]}}"#, 37, "commitmentInfo.commitmentPrice"),
            (#"{"advancedCommerceInfo":{"items":{"a":1}}}"#, 33, "advancedCommerceInfo.items"),
            (#"{"type":5}"#, 8, "type"), ("[]", 0, ""), ("5", 0, ""), (#""x""#, 0, ""), ("null", 0, ""),
        ]
    )
    func wrongType(_ json: String, _ offset: Int, _ path: String) {
        #expect(throws: JSONError(.wrongType, offset: offset, path: path)) { try self.transaction(json) }
    }

    @Test("Signed data that is not a string is refused")
    func signedDataType() {
        for value in ["1", "[]", #"{"a":1}"#, "true"] {
            #expect(throws: JSONError(.wrongType, offset: 25, path: "signedTransactionInfo")) {
                try NotificationData(json: Array(#"{"signedTransactionInfo":\#(value)}"#.utf8))
            }
        }
    }

    @Test("Unknown fields are kept at every depth and in their order")
    func unknownFields() throws {
        let json =
            #"{"transactionId":"1","commitmentInfo":{"commitmentPrice":5,"inner":[1.50,{"a":null}]},"#
            + #""zeta":{"b":1e400,"a":"\u00e9/"},"alpha":false}"#
        let payload = try self.transaction(json)
        #expect(payload.transactionId == "1")
        #expect(payload.unknownFields.map(\.key) == ["zeta", "alpha"])
        #expect(payload.unknownFields.first?.value["b"] == .number("1e400"))
        #expect(payload.commitmentInfo?.unknownFields.map(\.key) == ["inner"])
        #expect(String(decoding: payload.json(), as: UTF8.self) == json.replacing(#"\u00e9"#, with: "é"))
        #expect(try TransactionPayload(json: payload.json()) == payload)
    }

    @Test("Fields are found in any order and in any spelling of their names")
    func anyOrder() throws {
        let json =
            #"{"price":1,"transactionId":"1","currency":"EUR","b\u0075ndleId":"b","SKU":"x","originalTransactionId":"2"}"#
        let expected = TransactionPayload.with {
            $0.transactionId = "1"
            $0.originalTransactionId = "2"
            $0.bundleId = "b"
            $0.price = 1
            $0.currency = "EUR"
            $0.unknownFields = [JSONMember(key: "SKU", value: .string("x"))]
        }
        #expect(try self.transaction(json) == expected)
        #expect(
            String(decoding: expected.json(), as: UTF8.self)
                == #"{"transactionId":"1","originalTransactionId":"2","bundleId":"b","price":1,"currency":"EUR","SKU":"x"}"#
        )
    }

    @Test("A name that only begins or ends like a field's name is unknown")
    func nearNames() throws {
        let payload = try self.transaction(#"{"transactionIdx":"1","transactionI":"2","TransactionId":"3","":"4"}"#)
        #expect(payload.transactionId == nil)
        #expect(payload.unknownFields.map(\.key) == ["transactionIdx", "transactionI", "TransactionId", ""])
    }

    @Test("A dictionary keyed by an enumeration keeps known and unknown keys")
    func map() throws {
        let json = #"{"result":"FAIL","failures":{"NEW_WAY":3,"TIMED_OUT":2}}"#
        let response = try PerformanceTestResultResponse(json: Array(json.utf8))
        #expect(response.failures == [.timedOut: 2, SendAttemptResult(rawValue: "NEW_WAY"): 3])
        #expect(response.json() == Array(json.utf8))
        #expect(throws: JSONError(.duplicateKey, offset: 19, path: "failures")) {
            try PerformanceTestResultResponse(json: Array(#"{"failures":{"A":1,"\u0041":2}}"#.utf8))
        }
    }
}
