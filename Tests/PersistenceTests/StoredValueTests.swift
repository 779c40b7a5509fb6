import PersistenceSQL
import Testing

@Suite struct StoredValueTests {
    @Test(
        "A value becomes what a repository writes into a column of one kind",
        arguments: [
            (.integer(42), .text, .text(Array("42".utf8))), (.integer(-7), .integer, .integer(-7)),
            (.text(Array("007".utf8)), .text, .text(Array("007".utf8))), (.bytes([]), .text, .text([])),
            (.text(Array("odd".utf8)), .bytes, .bytes(Array("odd".utf8))),
            (.bytes([0, 255]), .bytes, .bytes([0, 255])),
            (.text([97, 0, 98]), .text, .text([97, 0, 98])), (.null, .integer, .null), (.null, .text, .null),
            (.null, .bytes, .null),
            (.text(Array("\u{4E2D}\u{1F600}".utf8)), .text, .text(Array("\u{4E2D}\u{1F600}".utf8))),
        ] as [(StoredValue, ColumnForm, StoredValue)]
    )
    func stored(value: StoredValue, form: ColumnForm, expected: StoredValue) {
        #expect(value.asStored(in: form) == expected)
    }

    @Test(
        "A value that does not fit a column is refused",
        arguments: [
            (.text([0xC3, 0x28]), .text), (.text([0xED, 0xA0, 0x80]), .text),
            (.bytes([1]), .text), (.integer(1), .bytes), (.text([49]), .integer), (.bytes([]), .integer),
        ] as [(StoredValue, ColumnForm)]
    )
    func unfit(value: StoredValue, form: ColumnForm) {
        #expect(value.asStored(in: form) == nil)
    }

    @Test(
        "A position comes back as it was kept",
        arguments: [
            [], [.integer(.min), .text([]), .bytes([0, 1, 2])], [.text(Array("a".utf8)), .text(Array("b".utf8))],
            [.null],
        ] as [[StoredValue]]
    )
    func position(key: [StoredValue]) {
        #expect(StoredPosition.decode(StoredPosition.encode(key)) == key)
    }

    @Test(
        "Bytes that are no position are none",
        arguments: [[9], [1, 0], [2, 0, 0, 0, 0, 0, 0, 0, 5, 1]] as [[UInt8]]
    )
    func noPosition(bytes: [UInt8]) {
        #expect(StoredPosition.decode(bytes) == nil)
    }

    @Test("Two groups of values never have the digest of others")
    func digest() {
        let one = StorageMigrationIdentity.digest(over: [("a", [.text([98])]), ("c", [])])
        let other = StorageMigrationIdentity.digest(over: [("a", []), ("bc", [])])
        #expect(one != other)
        #expect(one == StorageMigrationIdentity.digest(over: [("a", [.text([98])]), ("c", [])]))
    }
}
