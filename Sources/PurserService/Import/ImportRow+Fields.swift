import AppStore
import Foundation
import Ledger

extension ImportRow {
    /// The maximum length of Apple's ids: decimal digits of a 64-bit number.
    private static let longestID = 20

    /// Returns the rows of one line's fields: one, or for a receipt one for each chain in it; for a line that cannot be
    /// understood, one with the reason.
    ///
    /// - Parameters:
    ///   - fields: The values that are not empty, by column.
    ///   - line: The line on which they begin.
    ///   - startedAt: The instant at which the file was submitted.
    ///   - receiptIDs: Returns the ids of the chains in a base64 receipt; its argument says whether the row determines
    ///     their owner.
    /// - Returns: The rows, at least one.
    static func rows(
        _ fields: [ImportColumn: String],
        line: Int64,
        startedAt: Instant,
        receiptIDs: (String, Bool) throws(Failure) -> [String]
    ) -> [Self] {
        do throws(Failure) {
            let owner = try fields[.owner].map(Self.owner)
            var fact = ImportFact(transactionID: TransactionID(""), statedAt: startedAt)
            try Self.fill(&fact, from: fields)
            func row(_ subject: Subject, _ id: String, part: Int64 = 0) -> Self {
                Self(
                    position: Position(line: line, part: part),
                    subject: subject,
                    appleID: id,
                    owner: owner,
                    fact: fact.isEmpty ? nil : fact.about(TransactionID(id))
                )
            }
            if let id = fields[.transactionID] { return [row(.transaction, try Self.id(id))] }
            if let id = fields[.originalTransactionID] { return [row(.original, try Self.id(id))] }
            guard let receipt = fields[.receipt] else {
                throw Failure(
                    code: "import_id_missing",
                    detail:
                        "The row identifies no purchase: it needs transactionId, originalTransactionId or receipt."
                )
            }
            let ids = try receiptIDs(receipt, owner != nil).map(Self.id)
            guard ids.count <= ImportLimits.receiptPurchases else {
                throw Failure(
                    code: "import_receipt_unreadable",
                    detail: "The receipt contains more than \(ImportLimits.receiptPurchases) purchases."
                )
            }
            return ids.enumerated().map { part, id in row(.receipt, id, part: Int64(part)) }
        } catch {
            let id = fields[.transactionID] ?? fields[.originalTransactionID]
            return [
                .notUnderstood(
                    error,
                    line: line,
                    subject: fields[.transactionID] == nil ? .original : .transaction,
                    id: id
                )
            ]
        }
    }

    /// Returns a row with the reason why its line could not be understood.
    static func notUnderstood(
        _ failure: Failure,
        line: Int64,
        subject: Subject = .transaction,
        id: String? = nil
    ) -> Self {
        Self(
            position: Position(line: line),
            subject: subject,
            appleID: id.map { Self.shown($0) },
            isUnderstood: false,
            state: .failed(failure)
        )
    }

    private static func id(_ text: String) throws(Failure) -> String {
        let digits = text.utf8
        if !digits.isEmpty, digits.count <= Self.longestID,
            digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        {
            return text
        }
        if text.contains("E+") || text.contains("e+") {
            throw Failure(
                code: "import_id_malformed",
                detail: "A spreadsheet has rounded the id; export the column as text and send it again."
            )
        }
        throw Failure(
            code: "import_id_malformed",
            detail: "Apple's ids have 1 to \(Self.longestID) decimal digits and nothing else."
        )
    }

    private static func owner(_ text: String) throws(Failure) -> CustomerID {
        guard let customer = CustomerID(text) else {
            throw Failure(
                code: "customer_invalid",
                detail: CustomerID.requirement
            )
        }
        return customer
    }

    private static func fill(_ fact: inout ImportFact, from fields: [ImportColumn: String]) throws(Failure) {
        if let text = fields[.accountToken] {
            guard let token = AccountToken(text) else {
                throw Failure(
                    code: "account_token_invalid",
                    detail: "An appAccountToken is a UUID: 8-4-4-4-12 hexadecimal digits."
                )
            }
            fact.accountToken = token
        }
        if let text = fields[.delivered] {
            guard let answer = Self.answer(text) else {
                throw Failure(
                    code: "import_delivered_invalid",
                    detail: "delivered is true or false, or the instant of fulfillment, as in 2026-11-21T10:00:00Z."
                )
            }
            fact.isDelivered = answer.isTrue
            fact.deliveredAt = answer.at
        }
        if let text = fields[.consumed] {
            guard let share = Self.milliunits(percent: text) else {
                throw Failure(
                    code: "import_consumed_invalid",
                    detail: "consumed is a percentage from 0 to 100 with at most three decimals, as in 35.5."
                )
            }
            fact.consumedMilliunits = share
        }
        if let text = fields[.consent] {
            guard let answer = Self.answer(text) else {
                throw Failure(
                    code: "import_consent_invalid",
                    detail:
                        "consent is true or false, or the instant at which it was given, as in 2026-11-21T10:00:00Z."
                )
            }
            fact.hasConsented = answer.isTrue
            fact.consentedAt = answer.at
        }
    }

    /// Parses a Boolean value or an instant.
    private static func answer(_ text: String) -> (isTrue: Bool, at: Instant?)? {
        switch text.lowercased() {
        case "true", "yes", "1": return (true, nil)
        case "false", "no", "0": return (false, nil)
        default: break
        }
        let styles = [
            Date.ISO8601FormatStyle(includingFractionalSeconds: false),
            Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        guard let whole = Int64(exactly: milliseconds) else { return nil }
        return (true, Instant(milliseconds: whole))
    }

    /// Returns thousandths of a percent, from a percentage.
    private static func milliunits(percent text: String) -> Int? {
        let number = DecimalText.number(text.last == "%" ? text.dropLast() : text[...], digits: 3, places: 3)
        guard let number, number <= 100_000 else { return nil }
        return Int(number)
    }

    /// Returns the part of a bad value that may be shown.
    private static func shown(_ text: String) -> String {
        String(decoding: text.utf8.prefix(ImportLimits.shownBytes), as: UTF8.self)
    }
}
