/// A text as one word of a shell command, quoted where it needs to be.
package struct ShellWord: CustomStringConvertible {
    /// The word as it is typed.
    package let description: String

    /// A word that the shell reads as this text.
    package init(_ text: String) {
        let isPlain =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                    true
                default: "-_./:@%+=,".utf8.contains(byte)
                }
            }
        let quoted = text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        self.description = isPlain ? text : "'" + quoted + "'"
    }
}
