/// What came of an act: what it is about, as that is then, and why nothing was done where nothing was.
///
/// The members of the value are read as if they were its own.
@dynamicMemberLookup
package struct ActResult<Value: Sendable>: Sendable {
    /// What the act is about.
    package let value: Value
    /// Why nothing was done; `nil` where the act did something.
    package let nothing: NothingDone.Code?

    /// What came of an act.
    package init(_ value: Value, nothing: NothingDone.Code? = nil) {
        self.value = value
        self.nothing = nothing
    }

    /// A member of the value.
    package subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
        self.value[keyPath: path]
    }
}

extension ActResult: Equatable where Value: Equatable {}

extension ActResult: Hashable where Value: Hashable {}
