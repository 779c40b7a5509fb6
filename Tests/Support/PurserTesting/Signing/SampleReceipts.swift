package import AppStoreSimulator

/// Ready-made receipts of the app of ``SamplePayloads``, before they are signed.
package enum SampleReceipts {
    /// When all samples were made, as receipts write it; it is ``SamplePayloads/signedAt``.
    package static let createdAt = "2026-03-01T12:00:00Z"

    /// A receipt with so many purchases, with as many attributes as Apple writes.
    package static func draft(
        rows: Int,
        bundleID: String = SamplePayloads.bundleID,
        createdAt: String = Self.createdAt
    ) -> ReceiptDraft {
        var draft = ReceiptDraft()
        draft.add(0, text: "Production")
        draft.add(1, number: SamplePayloads.appAppleID)
        draft.add(2, text: bundleID)
        draft.add(3, text: "32")
        draft.add(4, octets: [UInt8](repeating: 7, count: 16), version: 2)
        draft.add(5, octets: [UInt8](repeating: 9, count: 20))
        draft.add(6, octets: [UInt8](repeating: 0x30, count: 54))
        draft.add(8, instant: "")
        draft.add(12, instant: createdAt)
        draft.add(18, instant: "2013-08-01T07:00:00Z")
        draft.add(19, text: "1.0")
        for row in 0..<rows { draft.add(purchase: Self.row(row)) }
        return draft
    }

    /// A month of a subscription; its number makes its identifiers.
    package static func row(_ number: Int) -> ReceiptDraft {
        var row = ReceiptDraft()
        row.add(1709, text: "")
        row.add(1712, instant: "")
        for type in Int64(1714)...1718 { row.add(type, text: "") }
        row.add(1701, number: 1)
        row.add(1707, number: 3)
        row.add(1710, number: 0)
        row.add(1713, number: 0)
        row.add(1719, number: 0)
        row.add(1722, number: 0)
        row.add(1711, number: 2_000_000_010_000_000 + Int64(number))
        row.add(1703, text: "\(2_000_001_092_134_138 + number)")
        row.add(1705, text: "2000001092134138")
        row.add(1704, instant: "2026-02-01T12:00:00Z")
        row.add(1706, instant: "2026-02-01T12:00:01Z")
        row.add(1708, instant: "2026-03-01T12:00:00Z")
        row.add(1702, text: "com.example.shop.subscription.pro.monthly")
        return row
    }
}
