import Testing

/// The text of Swift files is taken apart rightly: everything else here stands on that.
@Suite struct ReadingTests {
    private static func code(_ text: String) -> String {
        String(decoding: SwiftText(text).code, as: UTF8.self)
    }

    @Test(
        "Comments and contents of literals become blanks",
        arguments: [
            ("a // b", "a     "), ("a /* b /* c */ d */ e", "a                   e"), ("\"a\" b", "\" \" b"),
            ("\"a\\\"b\" c", "\"    \" c"), ("#\"a\"b\"# c", "#\"   \"# c"), ("\"// a\" b", "\"    \" b"),
            ("\"a\\(b + \"c\")d\" e", "\"  (b + \" \") \" e"), ("#expect(a)", "#expect(a)"),
            ("\"\"\"\na \"b\" \"\"\"\nc", "\"\"\"\n      \"\"\"\nc"), ("\"a\nb", "\" \nb"),
            ("#\"\\(a)\\#(b)\"#", "#\"      (b)\"#"),
        ]
    )
    func blanks(text: String, expected: String) {
        #expect(Self.code(text) == expected)
    }

    @Test("Literals keep their text, with the line of their opening quote")
    func literals() {
        let text = SwiftText("let a = \"one\"\nlet b = \"\"\"\n    two\n    \"\"\"\nlet c = \"x\\(\"three\")y\"")
        #expect(text.literals.map(\.text) == ["one", "\n    two\n    ", "three", "xy"])
        #expect(text.literals.map(\.line) == [1, 2, 5, 5])
    }

    @Test("Declarations are found with their modifiers, owners and lines")
    func declarations() {
        let text = """
            @Suite(.serialized) public struct A<B: C>: D {
                private(set) var e: Int { 1 }
                init() { let f = 1 }
                static func g(h: () -> Void = { let i = 2 }) {}
                enum J: String { case k, l = "m" }
            }
            extension A.J { func `n o`() {} }
            """
        let found = Declaration.all(in: SwiftText(text))
        #expect(found.map(\.fullName) == ["A", "A.e", "A.f", "A.g", "A.i", "A.J", "A.J.k", "A.J.l", "A.J", "A.J.n o"])
        #expect(found.map(\.line) == [1, 2, 3, 4, 4, 5, 5, 5, 7, 7])
        #expect(found.map(\.isLocal) == [false, false, true, false, true] + Array(repeating: false, count: 5))
        #expect(found.map(\.isTopLevel) == [true] + Array(repeating: false, count: 7) + [true, false])
        #expect(found[0].modifiers == ["public", "@Suite"])
        #expect(found[1].isPrivate)
        #expect(found[3].modifiers == ["static"])
        #expect(found[5].header.first == "String")
        #expect(found[7].literalOffset != nil)
    }

    @Test("A file without a line end, and an empty one, are read")
    func edges() {
        #expect(Self.code("") == "")
        #expect(Self.code("/*") == "  ")
        #expect(Self.code("\"\\") == "\"  ".trimmingPrefix("x").prefix(2))
        #expect(Declaration.all(in: SwiftText("struct")).isEmpty)
        #expect(Declaration.all(in: SwiftText("}}} struct A {")).map(\.name) == ["A"])
    }
}
