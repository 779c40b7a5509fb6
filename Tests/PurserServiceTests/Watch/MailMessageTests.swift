import Foundation
import Ledger
import PurserService
import Testing

@Suite struct MailMessageTests {
    private static func message(subject: String, body: String) throws -> MailMessage {
        MailMessage(
            id: "alarm.17.1767225600000",
            from: try #require(MailAddress("purser@shop.example.com")),
            to: [try #require(MailAddress("ada@example.com"))],
            subject: subject,
            body: body,
            date: Instant(milliseconds: 1_767_225_600_000),
            isUrgent: false
        )
    }

    @Test("A plain message has the format of RFC 5322")
    func plain() throws {
        let message = try Self.message(subject: "[Purser] resolved", body: "One line.\nAnother.")
        #expect(
            message.text
                == [
                    "Date: Thu, 01 Jan 2026 00:00:00 +0000", "From: Purser <purser@shop.example.com>",
                    "To: ada@example.com", "Message-ID: <alarm.17.1767225600000@shop.example.com>",
                    "Subject: [Purser] resolved", "MIME-Version: 1.0", "Content-Type: text/plain; charset=us-ascii",
                    "Content-Transfer-Encoding: 7bit", "Auto-Submitted: auto-generated", "", "One line.", "Another.",
                    "",
                ].joined(separator: "\r\n")
        )
    }

    @Test("Chinese has encoded words in the subject and Base64 in the body, in lines of at most 76 characters")
    func chinese() throws {
        let subject = "[Purser] 严重：" + String(repeating: "无法连接 Apple 的主机", count: 6)
        let body = String(repeating: "每个发现的差异都会立即更正。\n", count: 40)
        let text = try Self.message(subject: subject, body: body).text
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 78 }, "\(text)")
        let words = text.components(separatedBy: "=?UTF-8?B?").dropFirst().compactMap {
            $0.components(separatedBy: "?=").first
        }
        #expect(words.count > 2)
        // Each word is valid text by itself (RFC 2047, section 5).
        let parts = words.map { Data(base64Encoded: $0).flatMap { String(data: $0, encoding: .utf8) } }
        #expect(parts.compactMap(\.self).joined() == subject)
        let content = text.components(separatedBy: "\r\n\r\n")[1].replacing("\r\n", with: "")
        let decoded = Data(base64Encoded: content).flatMap { String(data: $0, encoding: .utf8) }
        #expect(decoded == body.replacing("\n", with: "\r\n"))
    }

    @Test("No subject or body can end a header or the message")
    func injection() throws {
        let message = try Self.message(
            subject: "a\r\nBcc: eve@example.com\r\n\r\nx\u{0}\u{7F}",
            body: "a\r\n.\r\nMAIL FROM:<eve@example.com>\r.\n"
        )
        #expect(message.text.contains("\r\nSubject: aBcc: eve@example.comx\r\n"))
        let sent = String(decoding: message.transmitted, as: UTF8.self)
        #expect(sent.hasSuffix("\r\n.\r\n"))
        #expect(sent.components(separatedBy: "\r\n.\r\n").count == 2, "\(sent)")
        #expect(!sent.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
    }

    @Test("A long subject is truncated, a long line is encoded, and a subject that looks encoded is")
    func long() throws {
        let cut = MailMessage.header(String(repeating: "x", count: 5000))
        #expect(cut.components(separatedBy: "=?UTF-8?B?").count - 1 == 6)
        #expect(MailMessage.header("=?UTF-8?B?eA==?=").hasPrefix("=?UTF-8?B?PT9V"))
        let plain = "[Purser] critical: A host of Apple's cannot be reached (api.storekit.apple.com)"
        let folded = MailMessage.header(plain)
        #expect(folded == plain.replacing(" (api", with: "\r\n (api"))
        let text = try Self.message(subject: "a", body: String(repeating: "y", count: 2000)).text
        #expect(text.contains("base64") && text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 78 })
    }

    @Test(
        "Dates are those of the calendar",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 +0000"), (951_782_400_000, "Tue, 29 Feb 2000 00:00:00 +0000"),
            (1_795_670_345_678, "Thu, 26 Nov 2026 05:19:05 +0000"), (-1, "Wed, 31 Dec 1969 23:59:59 +0000"),
        ] as [(Int64, String)]
    )
    func dates(milliseconds: Int64, text: String) {
        #expect(MailMessage.date(Instant(milliseconds: milliseconds)) == text)
    }
}
