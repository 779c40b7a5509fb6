/// The attributes of a receipt before it is signed, or of one purchase in it.
package struct ReceiptDraft: Sendable {
    /// The attributes, encoded, in the order in which they were added.
    private var attributes: [[UInt8]] = []

    /// A draft without attributes.
    package init() {}

    /// Adds an attribute whose value is these octets.
    package mutating func add(_ type: Int64, octets: [UInt8], version: Int64 = 1) {
        self.attributes.append(
            DERForm.sequence([DERForm.integer(type), DERForm.integer(version), DERForm.octetString(octets)])
        )
    }

    /// Adds an attribute that is a text.
    package mutating func add(_ type: Int64, text: String) { self.add(type, octets: DERForm.utf8(text)) }

    /// Adds an attribute that is an instant, in the words of RFC 3339, or another text of ASCII.
    package mutating func add(_ type: Int64, instant: String) { self.add(type, octets: DERForm.ia5(instant)) }

    /// Adds an attribute that is a number.
    package mutating func add(_ type: Int64, number: Int64) { self.add(type, octets: DERForm.integer(number)) }

    /// Adds a purchase.
    package mutating func add(purchase: ReceiptDraft) { self.add(17, octets: purchase.encoded) }

    /// The set of the attributes.
    package var encoded: [UInt8] { DERForm.set(self.attributes) }
}
