/// A declaration that a rule can check: a type, an extension, a type alias, a function, or a property.
struct Declaration: Hashable, Sendable {
    /// The kind of a declaration.
    enum Kind: String, Sendable {
        case structure = "struct"
        case `class`
        case enumeration = "enum"
        case actor
        case `protocol`
        case `extension`
        case alias = "typealias"
        case function = "func"
        case variable = "var"
        case constant = "let"
        case `case`

        /// Whether this declares a new named type.
        var isType: Bool {
            switch self {
            case .structure, .class, .enumeration, .actor, .protocol: true
            case .extension, .alias, .function, .variable, .constant, .case: false
            }
        }

        /// Whether the declarations in its braces are members.
        var hasMembers: Bool { self.isType || self == .extension }
    }

    /// The kind.
    let kind: Kind
    /// The name; an extension's is the name of what it extends, dots included.
    let name: String
    /// Attributes (`@Test`) and modifiers (`private`) before it.
    let modifiers: [String]
    /// The names of the types and extensions around it, outermost first; dots stay as written.
    let enclosing: [String]
    /// The words between its name and its braces: the inherited types, or the type of an alias.
    let header: [String]
    /// The offset of the literal that it is set to (`case gone = "gone"`), if it is set to one.
    let literalOffset: Int?
    /// Whether this is a function that says what it returns.
    let returnsValue: Bool
    /// The line of its keyword, counted from 1.
    let line: Int
    /// The bytes between its braces, where it has any.
    var body: Range<Int>?
    /// Whether code stands between it and the enclosing type: it is local to a function, or in a closure.
    let isLocal: Bool

    /// Whether nothing is around it.
    var isTopLevel: Bool { self.enclosing.isEmpty && !self.isLocal }

    /// Whether only its file can see it.
    var isPrivate: Bool {
        self.modifiers.contains("private") || self.modifiers.contains("fileprivate")
    }

    /// The name with those around it: `Outer.Inner`.
    var fullName: String { (self.enclosing + [self.name]).joined(separator: ".") }

    /// Every declaration in the text of a file.
    static func all(in text: SwiftText) -> [Declaration] {
        var outline = SwiftOutline(text)
        return outline.declarations()
    }
}
