import PersistencePostgreSQL
import PurserTesting
import Testing

@Suite struct ValueTests {
    @Test("Integers of every size, truth values and nothing come back as they went in")
    func integers() async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let echo = PostgreSQLStatement("echo", "SELECT $1::int2, $2::int4, $3::int8, $4::bool, $5::int8, $6::oid")
            let result = try connection.query(
                echo,
                [
                    .integer(-32768), .integer(-2_147_483_648), .integer(.min), .flag(true), .null,
                    .integer(4_294_967_295),
                ]
            )
            #expect(result.rowCount == 1 && result.columnCount == 6)
            #expect(try result.integer(row: 0, column: 0) == -32768)
            #expect(try result.integer(row: 0, column: 1) == -2_147_483_648)
            #expect(try result.integer(row: 0, column: 2) == .min)
            #expect(try result.flag(row: 0, column: 3))
            #expect(try result.isNull(row: 0, column: 4))
            #expect(try result.optionalInteger(row: 0, column: 4) == nil)
            #expect(try result.integer(row: 0, column: 5) == 4_294_967_295)
        }
    }

    @Test(
        "Text comes back byte for byte, and an integer for a text is its digits",
        arguments: ["", "Ünïcödé 🧾", "a'b\\c"]
    )
    func text(_ text: String) async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let echo = PostgreSQLStatement("echo", "SELECT $1::text, $2::varchar, $3::text, $4::text")
            let result = try connection.query(echo, [.text(text), .text(text), .integer(2_000_000_012_345), .null])
            #expect(try Array(result.text(row: 0, column: 0).utf8) == Array(text.utf8))
            #expect(try result.text(row: 0, column: 1) == text)
            #expect(try result.text(row: 0, column: 2) == "2000000012345")
            #expect(try result.optionalText(row: 0, column: 3) == nil)
            #expect(try !result.isNull(row: 0, column: 0))
        }
    }

    @Test("Bytes come back, none of them or 16 MB", arguments: [0, 1, 255, 16 << 20])
    func bytes(_ count: Int) async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            let echo = PostgreSQLStatement("echo", "SELECT $1::bytea, $2::bytea")
            let result = try connection.query(echo, [.bytes(bytes), .null])
            #expect(try result.bytes(row: 0, column: 0) == bytes)
            #expect(try result.withBytes(row: 0, column: 0) { $0?.count } == count)
            #expect(try result.withBytes(row: 0, column: 1) { $0 == nil })
            #expect(try result.optionalBytes(row: 0, column: 1) == nil)
        }
    }

    @Test("A UUID is its 16 bytes, and no others")
    func uuid() async throws {
        let stage = try await Stage.make()
        let failure = try await stage.failure { connection in
            let echo = PostgreSQLStatement("echo", "SELECT $1::uuid, $1::uuid::text")
            let result = try connection.query(echo, [.bytes(Array(0..<16))])
            #expect(try result.bytes(row: 0, column: 0) == Array(0..<16))
            #expect(try result.text(row: 0, column: 1) == "00010203-0405-0607-0809-0a0b0c0d0e0f")
            try connection.query(echo, [.bytes(Array(0..<15))])
        }
        #expect(failure?.code == .misuse)
    }

    @Test("Arrays go in for unnest, with missing elements and without any")
    func arrays() async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let rows = PostgreSQLStatement(
                "rows",
                "SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[], $4::int4[], $5::varchar[])"
            )
            let result = try connection.query(
                rows,
                [
                    .integers([1, .max, -3]), .texts(["a", nil, ""]), .byteStrings([[], [1, 2], nil]),
                    .optionalIntegers([nil, 2, 3]), .texts(["ä", "b", "c"]),
                ]
            )
            #expect(result.rowCount == 3)
            #expect(try (0..<3).map { try result.integer(row: $0, column: 0) } == [1, .max, -3])
            #expect(try (0..<3).map { try result.optionalText(row: $0, column: 1) } == ["a", nil, ""])
            #expect(try (0..<3).map { try result.optionalBytes(row: $0, column: 2) } == [[], [1, 2], nil])
            #expect(try (0..<3).map { try result.optionalInteger(row: $0, column: 3) } == [nil, 2, 3])
            #expect(try result.text(row: 0, column: 4) == "ä")
            let none = try connection.query(
                rows,
                [.integers([]), .texts([]), .byteStrings([]), .optionalIntegers([]), .texts([])]
            )
            #expect(none.rowCount == 0)
        }
    }

    @Test(
        "A value that its parameter cannot take is a mistake that names the statement and not the value",
        arguments: [
            ("SELECT $1::int8", PostgreSQLValue.text("secret")), ("SELECT $1::int4", .text("secret")),
            ("SELECT $1::text", .bytes([1])), ("SELECT $1::int2", .integer(32768)),
            ("SELECT $1::bool", .integer(2)), ("SELECT $1::int8[]", .integer(1)),
            ("SELECT $1::int8", .integers([1])), ("SELECT $1::numeric", .integer(1)),
            ("SELECT $1::int4[]", .integers([1 << 40])),
        ]
    )
    func mismatch(_ text: String, _ value: PostgreSQLValue) async throws {
        let stage = try await Stage.make()
        let failure = try await stage.failure { connection in
            #expect(throws: PostgreSQLFailure.self) { try connection.query(PostgreSQLStatement("odd", text), [value]) }
            // Nothing was sent, so everything goes on.
            #expect(try connection.query(PostgreSQLStatement("one", "SELECT 1")).integer(row: 0, column: 0) == 1)
            try connection.query(PostgreSQLStatement("odd", text), [value])
        }
        #expect(failure?.code == .misuse)
        #expect(failure?.statement == "odd")
        #expect(failure?.isConnectionLost == false)
        #expect(failure?.description.contains("secret") == false)
    }

    @Test("A wrong number of values, a column that is not there and a value of another type are mistakes")
    func mistakes() async throws {
        let stage = try await Stage.make()
        try await stage.run { connection in
            let statement = PostgreSQLStatement("two", "SELECT $1::int8, 'x'::text, NULL::int8")
            #expect(throws: PostgreSQLFailure.self) { try connection.query(statement, [.integer(1), .integer(2)]) }
            let result = try connection.query(statement, [.integer(1)])
            #expect(throws: PostgreSQLFailure.self) { try result.integer(row: 0, column: 3) }
            #expect(throws: PostgreSQLFailure.self) { try result.integer(row: 1, column: 0) }
            #expect(throws: PostgreSQLFailure.self) { try result.integer(row: 0, column: 1) }
            #expect(throws: PostgreSQLFailure.self) { try result.integer(row: 0, column: 2) }
            #expect(throws: PostgreSQLFailure.self) { try result.text(row: 0, column: 0) }
            #expect(throws: PostgreSQLFailure.self) { try result.bytes(row: 0, column: 1) }
        }
    }

    @Test("A value that the server cannot read is reported without the value")
    func dataError() async throws {
        let stage = try await Stage.make()
        let failure = try await stage.failure { connection in
            try connection.query(PostgreSQLStatement("cast", "SELECT $1::text::int8"), [.text("secret")])
        }
        #expect(failure?.state == "22P02")
        #expect(failure?.code == .other)
        #expect(failure?.detail == nil)
    }
}
