import AppStore
import Testing
import purser

/// One refund as a support agent reads it.
@Suite struct RefundTextTests {
    private static let json = #"""
        {"id":"rfd_Production_42","state":"held","customer":"anna","transaction":"42","product":"gems.600",
        "purchasedAt":"2026-11-01T00:00:00.000Z","price":{"amountMilliunits":4990,"currency":"EUR"},
        "openedAt":"2026-11-02T00:00:00.000Z","requests":[{"id":"42-1","number":1,"reason":"UNINTENDED_PURCHASE",
        "requestedAt":"2026-11-02T00:00:00.000Z","deadline":"2026-11-02T12:00:00.000Z",
        "answer":{"decidedBy":"policy","policyVersion":7,"rule":"large sums","heldUntil":"2026-11-02T11:00:00.000Z"}}],
        "evidence":[{"name":"share","value":"25 %","from":"shop"}],
        "terms":{"storefront":"DEU","conditionalUntil":"2027-01-30T00:00:00.000Z","unconditionalEver":1,
        "conditionalPerYear":2,"unconditionalLeft":0,"conditionalLeft":2}}
        """#

    @Test("It says who, what, how it stands, what was asked and why, and what was known, and shows no JSON")
    func english() throws {
        let lines = RefundText(in: .english).lines(try JSONValue(json: Array(Self.json.utf8)))
        #expect(lines.first == "rfd_Production_42: waits for an operator's decision")
        let text = lines.joined(separator: "\n")
        for words in [
            "Customer ", "anna", "gems.600, EUR 4.99", "An operator may decide until  2026-11-02T11:00:00.000Z",
            "UNINTENDED_PURCHASE", "rule large sums of policy version 7", "EVIDENCE", "25 %", "shop",
            "Refund terms of DEU: with a reason until 2027-01-30T00:00:00.000Z.",
            "Left to the Apple Account at the request: 0 without a reason, 2 with a reason.",
        ] {
            #expect(text.contains(words), "\(words) is missing in \(text)")
        }
        #expect(!text.contains("Milliunits") && !text.contains("{"), "\(text)")
    }

    @Test("It speaks Chinese too")
    func chinese() throws {
        let lines = RefundText(in: .simplifiedChinese).lines(try JSONValue(json: Array(Self.json.utf8)))
        #expect(lines.first == "rfd_Production_42: 等待人工决定")
        let text = lines.joined(separator: "\n")
        for words in ["客户", "策略第 7 版的规则 large sums", "依据", "剩余的退款次数：无需理由 0 次，有理由 2 次。"] {
            #expect(text.contains(words), "\(text)")
        }
    }
}
