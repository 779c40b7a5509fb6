/// Numbers with what they are numbers of, as people read them.
package enum Counted {
    /// A number and its noun, of which there is one or more: `1 event`, `2 events`.
    package static func text(_ number: String, _ one: String, _ several: String) -> String {
        "\(number) \(number == "1" ? one : several)"
    }

    /// A number and its noun, of which there is one or more.
    package static func text(_ number: Int, _ one: String, _ several: String) -> String {
        Self.text(String(number), one, several)
    }
}
