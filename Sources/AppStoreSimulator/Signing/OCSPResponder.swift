import AppStore
import Crypto
import SwiftASN1
import X509

/// An OCSP responder for a simulated store's certificates; the issuer of each certificate signs.
///
/// Follows RFC 6960: request and response are in DER, and the issuer of the first certificate in the request signs the
/// response.
struct OCSPResponder {
    /// The store's certificates.
    let certificates: StoreCertificates
    /// The revoked certificates.
    let revocations: [StoreCertificates.Member: CertificateRevocation]

    /// The validity of a response, in milliseconds: a day, as for Apple's.
    private static let life: Int64 = 86_400_000

    /// The error status of an OCSP response.
    private enum Refusal: UInt8, Error {
        case malformedRequest = 1
        case internalError = 2
        case unauthorized = 6
    }

    /// Returns the response to a request, at an instant in milliseconds since 1970.
    func answer(_ request: [UInt8], now: Int64) -> [UInt8] {
        do {
            return try self.answer(try Question(request), now: now)
        } catch let refusal as Refusal {
            return [0x30, 0x03, 0x0A, 0x01, refusal.rawValue]
        } catch {
            return [0x30, 0x03, 0x0A, 0x01, Refusal.malformedRequest.rawValue]
        }
    }

    /// A parsed request: the certificate identifiers with their encodings, and the nonce extension.
    private struct Question {
        struct Name {
            let bytes: ArraySlice<UInt8>
            let issuerNameHash: [UInt8]
            let issuerKeyHash: [UInt8]
            let serial: [UInt8]
        }

        private(set) var names: [Name] = []
        private(set) var nonce: ArraySlice<UInt8>?

        init(_ der: [UInt8]) throws {
            let node = try DER.parse(der)
            var names: [Name] = []
            var nonce: ArraySlice<UInt8>?
            try DER.sequence(node, identifier: .sequence) { outer in
                guard let signed = outer.next() else { throw Refusal.malformedRequest }
                while outer.next() != nil {}
                try DER.sequence(signed, identifier: .sequence) { nodes in
                    while let part = nodes.next() {
                        if part.identifier == .sequence {
                            names = try Self.names(part)
                        } else if part.identifier.tagNumber == 2 {
                            nonce = try Self.nonce(part)
                        }
                    }
                }
            }
            guard !names.isEmpty else { throw Refusal.malformedRequest }
            self.names = names
            self.nonce = nonce
        }

        private static func names(_ list: ASN1Node) throws -> [Name] {
            try DER.sequence(of: RequestEntry.self, identifier: .sequence, rootNode: list).map(\.name)
        }

        private struct RequestEntry: DERParseable {
            let name: Name

            init(derEncoded node: ASN1Node) throws {
                self.name = try DER.sequence(node, identifier: .sequence) { nodes in
                    guard let id = nodes.next() else { throw Refusal.malformedRequest }
                    while nodes.next() != nil {}
                    return try DER.sequence(id, identifier: .sequence) { fields in
                        guard fields.next() != nil else { throw Refusal.malformedRequest }
                        let nameHash = try ASN1OctetString(derEncoded: &fields)
                        let keyHash = try ASN1OctetString(derEncoded: &fields)
                        let serial = try ArraySlice<UInt8>(derEncoded: &fields)
                        return Name(
                            bytes: id.encodedBytes,
                            issuerNameHash: Array(nameHash.bytes),
                            issuerKeyHash: Array(keyHash.bytes),
                            serial: Array(serial)
                        )
                    }
                }
            }
        }

        /// Returns the complete nonce extension, which the response must repeat unchanged.
        private static func nonce(_ tagged: ASN1Node) throws -> ArraySlice<UInt8>? {
            guard case .constructed(let children) = tagged.content else { throw Refusal.malformedRequest }
            for extensions in children {
                guard case .constructed(let all) = extensions.content else { continue }
                for one in all {
                    guard case .constructed(let fields) = one.content else { continue }
                    var iterator = fields.makeIterator()
                    guard let first = iterator.next() else { continue }
                    let id = try ASN1ObjectIdentifier(derEncoded: first)
                    if id == [1, 3, 6, 1, 5, 5, 7, 48, 1, 2] { return one.encodedBytes }
                }
            }
            return nil
        }
    }

    private func answer(_ question: Question, now: Int64) throws -> [UInt8] {
        let root = try Certificate(derEncoded: self.certificates.root)
        let intermediate = try Certificate(derEncoded: self.certificates.intermediate)
        let leaf = try Certificate(derEncoded: self.certificates.leaf)
        let members: [(StoreCertificates.Member, Certificate, issuer: Certificate, key: ReproducibleKey)] = [
            (.leaf, leaf, issuer: intermediate, key: self.certificates.intermediateKey),
            (.intermediate, intermediate, issuer: root, key: self.certificates.rootKey),
        ]
        guard let first = question.names.first,
            let signer = try members.first(where: { try Self.isIssuer($0.issuer, of: first) })
        else { throw Refusal.unauthorized }
        var single = DER.Serializer()
        for name in question.names {
            let member = try members.first {
                try Self.isIssuer($0.issuer, of: name) && Array($0.1.serialNumber.bytes) == Self.trimmed(name.serial)
            }
            try self.write(name, member?.0, now: now, into: &single)
        }
        let body = try Self.body(
            responses: single.serializedBytes,
            keyHash: Self.keyHash(of: signer.issuer, Insecure.SHA1.self),
            nonce: question.nonce,
            now: now
        )
        let signature = try P384.Signing.ECDSASignature(rawRepresentation: signer.key.signature(of: body))
        var basic = DER.Serializer()
        try basic.appendConstructedNode(identifier: .sequence) { node in
            node.serializeRawBytes(body)
            // ecdsa-with-SHA384 (RFC 5758, section 3.2).
            node.serializeRawBytes([0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x03])
            try node.serialize(ASN1BitString(bytes: ArraySlice(signature.derRepresentation)))
        }
        let basicBytes = basic.serializedBytes
        var response = DER.Serializer()
        try response.appendConstructedNode(identifier: .sequence) { node in
            node.serializeRawBytes([0x0A, 0x01, 0x00])
            try node.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { tagged in
                try tagged.appendConstructedNode(identifier: .sequence) { bytes in
                    let type: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
                    try bytes.serialize(type)
                    try bytes.serialize(ASN1OctetString(contentBytes: basicBytes[...]))
                }
            }
        }
        return response.serializedBytes
    }

    private static func body(
        responses: [UInt8],
        keyHash: [UInt8],
        nonce: ArraySlice<UInt8>?,
        now: Int64
    ) throws -> [UInt8] {
        var body = DER.Serializer()
        try body.appendConstructedNode(identifier: .sequence) { node in
            try node.serialize(explicitlyTaggedWithTagNumber: 2, tagClass: .contextSpecific) { tagged in
                try tagged.serialize(ASN1OctetString(contentBytes: keyHash[...]))
            }
            try node.serialize(Self.time(now))
            node.appendConstructedNode(identifier: .sequence) { list in list.serializeRawBytes(responses) }
            if let nonce {
                node.serialize(explicitlyTaggedWithTagNumber: 1, tagClass: .contextSpecific) { tagged in
                    tagged.appendConstructedNode(identifier: .sequence) { list in list.serializeRawBytes(nonce) }
                }
            }
        }
        return body.serializedBytes
    }

    private func write(
        _ name: Question.Name,
        _ member: StoreCertificates.Member?,
        now: Int64,
        into coder: inout DER.Serializer
    ) throws {
        try coder.appendConstructedNode(identifier: .sequence) { node in
            node.serializeRawBytes(name.bytes)
            if let member, let revocation = self.revocations[member] {
                try node.appendConstructedNode(
                    identifier: ASN1Identifier(tagWithNumber: 1, tagClass: .contextSpecific)
                ) { info in
                    try info.serialize(Self.time(revocation.since))
                    info.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { tagged in
                        tagged.serializeRawBytes([0x0A, 0x01, revocation.reason])
                    }
                }
            } else {
                // good [0] IMPLICIT NULL, unknown [2] IMPLICIT NULL
                node.serializeRawBytes([member == nil ? 0x82 : 0x80, 0x00])
            }
            try node.serialize(Self.time(now - 60_000))
            try node.serialize(explicitlyTaggedWithTagNumber: 0, tagClass: .contextSpecific) { tagged in
                try tagged.serialize(Self.time(now + Self.life))
            }
        }
    }

    private static func isIssuer(_ issuer: Certificate, of name: Question.Name) throws -> Bool {
        switch name.issuerKeyHash.count {
        case Insecure.SHA1.byteCount: try self.keyHash(of: issuer, Insecure.SHA1.self) == name.issuerKeyHash
        case SHA256.byteCount: try self.keyHash(of: issuer, SHA256.self) == name.issuerKeyHash
        case SHA384.byteCount: try self.keyHash(of: issuer, SHA384.self) == name.issuerKeyHash
        case SHA512.byteCount: try self.keyHash(of: issuer, SHA512.self) == name.issuerKeyHash
        default: false
        }
    }

    /// Returns the hash over the bits of the public key, without tag, length and unused bits.
    private static func keyHash<Hash: HashFunction>(of certificate: Certificate, _: Hash.Type) throws -> [UInt8] {
        Array(Hash.hash(data: Array(certificate.publicKey.subjectPublicKeyInfoBytes)))
    }

    private static func trimmed(_ serial: [UInt8]) -> [UInt8] {
        serial.count > 1 && serial[0] == 0 ? Array(serial.dropFirst()) : serial
    }

    private static func time(_ milliseconds: Int64) throws -> GeneralizedTime {
        let date = CivilDate(milliseconds: milliseconds)
        let seconds = Int(date.millisecondOfDay / 1000)
        return try GeneralizedTime(
            year: Int(date.year),
            month: Int(date.month),
            day: Int(date.day),
            hours: seconds / 3600,
            minutes: seconds / 60 % 60,
            seconds: seconds % 60,
            fractionalSeconds: 0
        )
    }
}
