import Ledger
import PurserService
import Testing

@Suite struct ImportReaderTests {
    static let startedAt = Instant(milliseconds: 1_800_000_000_000)

    /// The rows of a text; a receipt is a list of ids here, separated by spaces.
    static func rows(_ text: String, _ format: ImportFormat = .csv, piece: Int = 5) throws -> [ImportRow] {
        try Self.rows(Array(text.utf8), format, piece: piece)
    }

    static func rows(_ bytes: [UInt8], _ format: ImportFormat, piece: Int = 5) throws -> [ImportRow] {
        var reader = ImportReader(format: format, startedAt: Self.startedAt) { text, _ throws(ImportRow.Failure) in
            guard !text.contains("?") else {
                throw ImportRow.Failure(code: "import_receipt_unreadable", detail: "It is none.")
            }
            return text.split(separator: " ").map(String.init)
        }
        var rows: [ImportRow] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            try reader.read(bytes[start..<min(start + piece, bytes.count)]) { rows += $0 }
        }
        try reader.finish { rows += $0 }
        return rows
    }

    static func code(_ row: ImportRow) -> String? {
        guard case .failed(let failure) = row.state else { return nil }
        return failure.code
    }

    static func fileError(_ text: String, _ format: ImportFormat = .csv) -> ImportFileError? {
        do {
            _ = try Self.rows(text, format)
            return nil
        } catch {
            return error as? ImportFileError
        }
    }

    @Test("A CSV row and a JSON object with the same values result in the same row")
    func sameRows() throws {
        let csv = """
            original_transaction_id,owner,App Account Token,delivered,consumed,consent
            2000000123456789,ann,6A0B9B0E-1F5E-4F0E-9B0E-0123456789AB,2026-01-02T03:04:05Z,35.5,no

            """
        let json = """

            {"originalTransactionId":2000000123456789,"owner":"ann",\
            "appAccountToken":"6a0b9b0e-1f5e-4f0e-9b0e-0123456789ab","delivered":"2026-01-02T03:04:05.000Z",\
            "consumed":35.500,"consent":false,"transactionId":null}
            """
        let fromCSV = try Self.rows(csv)
        let row = try #require(fromCSV.first)
        #expect(try Self.rows(json, .jsonLines) == fromCSV)
        #expect(fromCSV.count == 1)
        #expect(row.subject == .original)
        #expect(row.appleID == "2000000123456789")
        #expect(row.owner == CustomerID("ann"))
        #expect(row.position == ImportRow.Position(line: 2))
        let fact = try #require(row.fact)
        #expect(fact.transactionID == TransactionID("2000000123456789"))
        #expect(fact.statedAt == Self.startedAt)
        #expect(fact.accountToken == AccountToken("6A0B9B0E-1F5E-4F0E-9B0E-0123456789AB"))
        #expect(fact.isDelivered == true)
        #expect(fact.deliveredAt == Instant(milliseconds: 1_767_323_045_000))
        #expect(fact.consumedMilliunits == 35_500)
        #expect(fact.hasConsented == false)
        #expect(fact.consentedAt == nil)
    }

    @Test(
        "A transaction id precedes an original one, and a row without further columns has no further values"
    )
    func precedence() throws {
        let rows = try Self.rows("transactionId,originalTransactionId\n7,5\n,6\n")
        #expect(rows.map(\.subject) == [.transaction, .original])
        #expect(rows.map(\.appleID) == ["7", "6"])
        #expect(rows.allSatisfy { $0.fact == nil && $0.owner == nil && $0.state == .pending })
    }

    @Test("A receipt results in a row for each chain in it, and one without chains is a failure")
    func receipts() throws {
        let rows = try Self.rows("receipt,owner\n11 12,ann\n?,ben\n")
        #expect(rows.map(\.appleID) == ["11", "12", nil])
        #expect(rows.prefix(2).map(\.position) == [.init(line: 2, part: 0), .init(line: 2, part: 1)])
        #expect(rows.prefix(2).allSatisfy { $0.subject == .receipt && $0.owner == CustomerID("ann") })
        #expect(rows.last.flatMap(Self.code) == "import_receipt_unreadable")
    }

    @Test(
        "A bad row is reported and stops nothing",
        arguments: [
            (",ann", "import_id_missing"),
            ("12a,ann", "import_id_malformed"),
            ("-5,ann", "import_id_malformed"),
            ("2.00001E+15,ann", "import_id_malformed"),
            ("123456789012345678901,ann", "import_id_malformed"),
            ("\u{0661}\u{0662},ann", "import_id_malformed"),
            ("1", "import_field_count"),
            ("1,ann,x", "import_field_count"),
            ("1,a\"nn", "import_quote_misplaced"),
            ("1,\"a\nb\"", "customer_invalid"),
            ("1," + String(repeating: "x", count: 256), "customer_invalid"),
        ] as [(String, String)]
    )
    func badRows(line: String, code: String) throws {
        let rows = try Self.rows("transactionId,owner\n\(line)\n9,eve\n")
        #expect(rows.map(Self.code) == [code, nil])
        #expect(rows.first?.isUnderstood == false)
        #expect(rows.first?.position.line == 2)
        #expect(rows.last?.appleID == "9")
    }

    @Test(
        "An invalid value is reported",
        arguments: [
            ("appAccountToken", "abc", "account_token_invalid"),
            ("delivered", "maybe", "import_delivered_invalid"),
            ("delivered", "2026-13-01T00:00:00Z", "import_delivered_invalid"),
            ("consumed", "101", "import_consumed_invalid"),
            ("consumed", "-1", "import_consumed_invalid"),
            ("consumed", "5.5555", "import_consumed_invalid"),
            ("consumed", ".5", "import_consumed_invalid"),
            ("consumed", "100.001", "import_consumed_invalid"),
            ("consent", "2", "import_consent_invalid"),
        ]
    )
    func badValues(column: String, value: String, code: String) throws {
        let rows = try Self.rows("transactionId,\(column)\n1,\(value)\n")
        #expect(rows.map(Self.code) == [code])
        #expect(rows.first?.appleID == "1")
    }

    @Test(
        "Boolean values and percentages are accepted in their usual spellings",
        arguments: [("true", "100"), ("YES", "100%"), ("1", "100.000")]
    )
    func spellings(yes: String, share: String) throws {
        let row = try #require(try Self.rows("transactionId,delivered,consumed\n1,\(yes),\(share)\n").first)
        #expect(row.fact?.isDelivered == true)
        #expect(row.fact?.consumedMilliunits == 100_000)
    }

    @Test(
        "A bad line of JSON is reported and stops nothing",
        arguments: [
            ("{", "import_row_not_json"),
            ("[1]", "import_row_not_json"),
            (#"{"transactionId":"1","transactionId":"2"}"#, "import_row_not_json"),
            (#"{"transactionId":"1","transaction_id":"2"}"#, "import_field_repeated"),
            (#"{"transactonId":"1"}"#, "import_field_unknown"),
            (#"{"transactionId":["1"]}"#, "import_field_wrong_type"),
            (#"{"owner":"ann"}"#, "import_id_missing"),
            (#"{"transactionId":1e3}"#, "import_id_malformed"),
        ]
    )
    func badLines(line: String, code: String) throws {
        let rows = try Self.rows("\(line)\n\n{\"transactionId\":\"9\"}\n", .jsonLines)
        #expect(rows.map(Self.code) == [code, nil])
        #expect(rows.map(\.position.line) == [1, 3])
    }

    @Test("The error for a misspelled name contains the nearest known one")
    func suggestion() throws {
        let error = try #require(Self.fileError("transactonId,owner\n1,a\n"))
        #expect(error.code == .columnUnknown)
        #expect(error.detail.contains("Did you mean transactionId?"))
        let rows = try Self.rows("{\"ownr\":\"a\"}\n", .jsonLines)
        guard case .failed(let failure) = rows.first?.state else {
            Issue.record("It failed.")
            return
        }
        #expect(failure.detail.contains("Did you mean owner?"))
    }

    @Test(
        "A file that cannot be read as a whole is refused with the reason",
        arguments: [
            ("", ImportFileError.Code.fileEmpty),
            ("\n\n", .fileEmpty),
            ("transactionId,color\n1,red\n", .columnUnknown),
            ("transactionId,transaction_id\n1,2\n", .columnRepeated),
            ("owner,consumed\nann,3\n", .columnMissing),
            ("transaction\"Id\n1\n", .headerUnreadable),
            ("transactionId\n1\n2", .fileCutOff),
            ("transactionId,owner\n1,\"ann\n2,ben\n", .fileCutOff),
        ]
    )
    func badFiles(text: String, code: ImportFileError.Code) {
        #expect(Self.fileError(text)?.code == code)
    }

    @Test(
        "The last JSON object needs no line break if it is complete; an incomplete object means a file that was cut off"
    )
    func lastObject() throws {
        #expect(try Self.rows(#"{"transactionId":"1"}"#, .jsonLines).map(\.appleID) == ["1"])
        #expect(Self.fileError(#"{"transactionId":"1""#, .jsonLines)?.code == .fileCutOff)
    }

    @Test("A byte order mark is ignored, UTF-16 is refused, and a row of other bytes is only that row's failure")
    func encodings() throws {
        let text = Array("transactionId,owner\n1,".utf8)
        let rows = try Self.rows([0xEF, 0xBB, 0xBF] + text + [0xFC, 0x0A] + Array("2,ann\n".utf8), .csv, piece: 1)
        #expect(rows.map(Self.code) == ["import_row_not_utf8", nil])
        #expect(throws: ImportFileError.self) { try Self.rows([0xFF, 0xFE, 0x74, 0x00], .csv) }
        let json = Array(#"{"transactionId":"1","owner":""#.utf8) + [0xFC] + Array("\"}\n".utf8)
        #expect(try Self.rows(json, .jsonLines).map(Self.code) == ["import_row_not_utf8"])
    }

    @Test("A row that is too long is only that row's failure, and its bytes are not stored")
    func tooLong() throws {
        let long = String(repeating: "7", count: ImportLimits.rowBytes + 1)
        let csv = try Self.rows("transactionId\n\(long)\n8\n", .csv, piece: 1 << 16)
        #expect(csv.map(Self.code) == ["import_row_too_long", nil])
        let json = try Self.rows("\(long)\n{\"transactionId\":\"8\"}\n", .jsonLines, piece: 1 << 16)
        #expect(json.map(Self.code) == ["import_row_too_long", nil])
    }

    @Test("The list of failures can be submitted again unchanged")
    func failuresAgain() throws {
        let rows = try Self.rows("line,code,detail,transactionId,owner\n2,a,b,1,ann\n")
        #expect(rows.map(\.appleID) == ["1"])
        let json = try Self.rows(#"{"line":2,"code":"a","detail":"b","transactionId":"1"}"#, .jsonLines)
        #expect(json.map(\.appleID) == ["1"])
    }
}
