/// An email address in the plain form that every mail server accepts: `alarms@shop.example.com`.
///
/// Only addresses that need no quoting are valid (RFC 5321, section 4.1.2: `Dot-string`), so that an address can be
/// part of an SMTP command and of a header unchanged; it contains no line breaks, spaces or brackets.
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address as it was written.
    package let description: String

    /// Creates an address; `nil` for a text that is not `local@domain` in ASCII, of at most 254 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        let local = bytes[..<at]
        let domain = bytes[(at + 1)...]
        guard (1...64).contains(local.count), Self.isDotted(local, Self.isAtom), !domain.isEmpty,
            Self.isDotted(domain, Self.isLetterOrDigit)
        else { return nil }
        self.description = text
    }

    /// The part after the `@`.
    package var domain: String {
        self.description.split(separator: "@").last.map(String.init) ?? ""
    }

    private static func isDotted(_ bytes: ArraySlice<UInt8>, _ isPart: (UInt8) -> Bool) -> Bool {
        bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy(isPart)
        }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isAtom(_ byte: UInt8) -> Bool {
        Self.isLetterOrDigit(byte) || "!#$%&'*+/=?^_`{|}~".utf8.contains(byte)
    }
}
