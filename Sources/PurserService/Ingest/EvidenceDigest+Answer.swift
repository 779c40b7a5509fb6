import AppStore
import Crypto
import Ledger

extension EvidenceDigest {
    /// The digest that an object of an answer of Apple's is held under: over its signer and all that it says but its
    /// date.
    ///
    /// Apple signs an object anew, with the date of now, each time that it is asked. Under the digest of its bytes the
    /// same state would be held again with each answer. A state that differs has a digest of its own, so that none is
    /// lost, and so does the same state under another certificate. The line break keeps it apart from the digest of any
    /// compact form. Of bytes that are no signed object, the digest is over all of them.
    init(answered compact: [UInt8], kind: SignedEvidence.Kind) {
        var hash = SHA256()
        let parts = compact.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count == 3, let json = Base64URL.decode(parts[1]), let payload = try? JSONValue(json: json),
            case .object(let members) = payload
        {
            let said = members.filter { !$0.key.utf8.elementsEqual("signedDate".utf8) }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            hash.update(data: Array("\(kind.rawValue)\n".utf8))
            hash.update(data: Array(parts[0]))
            hash.update(data: JSONValue.object(said).json())
        } else {
            hash.update(data: compact)
        }
        self.init(sha256: Array(hash.finalize()))
    }
}
