import AppStore
import Testing

@Suite struct VerifyReceiptDateTests {
    @Test("An instant outside the years 1970 to 9999 is ignored, as text and as a number")
    func bounds() {
        for text in ["9223372036854775807", "-9223372036854775808", "-1", "253402300800000"] {
            #expect(JSONValue.string(text).looseInstant == nil, "\(text)")
            #expect(JSONValue.number(text).looseInstant == nil, "\(text)")
        }
        #expect(JSONValue.string("253402300799999").looseInstant == Timestamp(milliseconds: 253_402_300_799_999))
    }

    @Test("The members of any instant can be written", arguments: [Int64.min, -1, 0, 253_402_300_799_999, Int64.max])
    func members(milliseconds: Int64) {
        let members = VerifyReceiptDate.members("expires_date", Timestamp(milliseconds: milliseconds))
        #expect(members.map(\.key) == ["expires_date", "expires_date_ms", "expires_date_pst"])
        #expect(members[1].value == .string(String(milliseconds)))
    }
}
