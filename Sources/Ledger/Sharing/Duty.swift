/// Work that one node at a time does, of all that share the books.
package enum Duty: String, CaseIterable, Hashable, Sendable {
    /// Everything that a worker does by itself but deliver: what time brings, what Apple is asked, imports.
    case worker
}
