package import AppStore

/// What came of a piece of an operator's work.
package struct OperationResult: Hashable, Sendable {
    /// What a field holds.
    package enum Value: Hashable, Sendable {
        /// A number.
        case number(Int64)
        /// A text.
        case text(String)
        /// Anything else: yes or no, a list, an object.
        case json(JSONValue)

        /// Yes or no.
        package static func flag(_ flag: Bool) -> Self { .json(.bool(flag)) }

        /// Several things, each with named values.
        package static func list(_ rows: [[Field]]) -> Self { .json(.array(rows.map { OperationResult.json($0) })) }
    }

    /// A value with its name.
    package struct Field: Hashable, Sendable {
        /// The name, in camel case.
        package let name: String
        /// The value.
        package let value: Value

        /// A value with its name.
        package init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        /// A text with its name; returns `nil` where there is no text.
        package static func optional(_ name: String, _ text: String?) -> Field? {
            text.map { Field(name, .text($0)) }
        }
    }

    /// Returns those fields that are there.
    static func present(_ fields: [Field?]) -> [Field] { fields.compactMap(\.self) }

    /// The name of the field that says why nothing was done.
    package static let nothingName = "nothing"

    /// The field that says why nothing was done; none where something was.
    package static func fields(of nothing: NothingDone.Code?) -> [Field] {
        nothing.map { [Field(Self.nothingName, .text($0.rawValue))] } ?? []
    }

    /// Why nothing was done; `nil` where something was.
    package var nothing: NothingDone.Code? {
        self.fields.lazy.compactMap { field in
            guard field.name == Self.nothingName, case .text(let code) = field.value else { return nil }
            return NothingDone.Code(rawValue: code)
        }.first
    }

    /// Whether everything was as it should be.
    package let isClean: Bool
    /// What there is to know, in the order in which people read it.
    package let fields: [Field]

    /// A result of these values.
    package init(isClean: Bool, fields: [Field]) {
        self.isClean = isClean
        self.fields = fields
    }
}
