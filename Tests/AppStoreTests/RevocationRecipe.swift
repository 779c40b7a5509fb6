import AppStore
import Crypto
import Foundation
import SwiftASN1
import X509

/// A recipe for an OCSP response that is valid or has one defect.
struct RevocationRecipe {
    enum State: Equatable {
        case good
        case revoked(at: Int64, reason: Int?)
        case unknown
    }

    enum Naming {
        case name
        case keyHash
    }

    static let sha1: ASN1ObjectIdentifier = [1, 3, 14, 3, 2, 26]
    static let sha256: ASN1ObjectIdentifier = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    static let ecdsaWithSHA1: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 1]
    static let ecdsaWithSHA256: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]
    static let ecdsaWithSHA384: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 3]
    static let basic: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
    static let nonceExtension: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 48, 1, 2]

    var responseStatus = 0
    var responseType = Self.basic
    var state = State.good
    var version = 0
    var hashAlgorithm = Self.sha1
    var hasHashParameters = true
    var copies = 1
    var nonce: [UInt8]?
    var producedAt = RevocationAuthority.start
    var thisUpdateAt = RevocationAuthority.start
    var nextUpdateAt: Int64? = RevocationAuthority.start + 12 * RevocationAuthority.hour
    var naming = Naming.name
    var delivered: [Certificate] = []
    var algorithm = Self.ecdsaWithSHA384
    var isSignatureSpoiled = false
    var hasStrangeExtension = false
    var hasStrangeSingleExtension = false

    /// Returns the response to a question with the signature of this signer.
    func response(to id: OCSPCertificateID, signer: RevocationAuthority.Signer) throws -> [UInt8] {
        var coder = DER.Serializer()
        guard self.responseStatus == 0 else {
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try self.responseStatus.serialize(into: &coder, withIdentifier: .enumerated)
            }
            return coder.serializedBytes
        }
        let data = try self.data(id, signer: signer)
        let signature = try self.signature(data, key: signer.key)
        let basic = try Self.encoded { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                coder.serializeRawBytes(data)
                try coder.appendConstructedNode(identifier: .sequence) { try $0.serialize(self.algorithm) }
                try coder.serialize(ASN1BitString(bytes: signature[...]))
                if !self.delivered.isEmpty {
                    try Self.tagged(0, &coder) { try $0.serializeSequenceOf(self.delivered) }
                }
            }
        }
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try self.responseStatus.serialize(into: &coder, withIdentifier: .enumerated)
            try Self.tagged(0, &coder) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(self.responseType)
                    try coder.serialize(ASN1OctetString(contentBytes: basic[...]))
                }
            }
        }
        return coder.serializedBytes
    }

    private func signature(_ data: [UInt8], key: P384.Signing.PrivateKey) throws -> [UInt8] {
        let signature: P384.Signing.ECDSASignature
        switch self.algorithm {
        case Self.ecdsaWithSHA256: signature = try key.signature(for: SHA256.hash(data: data))
        case Self.ecdsaWithSHA1: signature = try key.signature(for: Insecure.SHA1.hash(data: data))
        default: signature = try key.signature(for: SHA384.hash(data: data))
        }
        var raw = Array(signature.rawRepresentation)
        if self.isSignatureSpoiled { raw[raw.count / 2] ^= 1 }
        return Array(try P384.Signing.ECDSASignature(rawRepresentation: raw).derRepresentation)
    }

    private func data(_ id: OCSPCertificateID, signer: RevocationAuthority.Signer) throws -> [UInt8] {
        try Self.encoded { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                if self.version != 0 { try Self.tagged(0, &coder) { try $0.serialize(self.version) } }
                switch self.naming {
                case .name: try Self.tagged(1, &coder) { try $0.serialize(signer.certificate.subject) }
                case .keyHash:
                    let hash = Array(Insecure.SHA1.hash(data: signer.certificate.publicKey.subjectPublicKeyInfoBytes))
                    try Self.tagged(2, &coder) { try $0.serialize(ASN1OctetString(contentBytes: hash[...])) }
                }
                try coder.serialize(try Self.time(self.producedAt))
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    for _ in 0..<self.copies { try self.single(id, into: &coder) }
                }
                try self.extensions(into: &coder)
            }
        }
    }

    private func single(_ id: OCSPCertificateID, into coder: inout DER.Serializer) throws {
        try coder.appendConstructedNode(identifier: .sequence) { coder in
            try coder.appendConstructedNode(identifier: .sequence) { coder in
                try coder.appendConstructedNode(identifier: .sequence) { coder in
                    try coder.serialize(self.hashAlgorithm)
                    if self.hasHashParameters { try coder.serialize(ASN1Null()) }
                }
                try coder.serialize(ASN1OctetString(contentBytes: id.issuerNameHash[...]))
                try coder.serialize(ASN1OctetString(contentBytes: id.issuerKeyHash[...]))
                try coder.serialize(id.serialNumber[...])
            }
            switch self.state {
            case .good: try Self.null(0, &coder)
            case .unknown: try Self.null(2, &coder)
            case .revoked(let instant, let reason):
                try Self.tagged(1, &coder) { coder in
                    try coder.serialize(try Self.time(instant))
                    if let reason {
                        try Self.tagged(0, &coder) { try reason.serialize(into: &$0, withIdentifier: .enumerated) }
                    }
                }
            }
            try coder.serialize(try Self.time(self.thisUpdateAt))
            if let nextUpdateAt { try Self.tagged(0, &coder) { try $0.serialize(try Self.time(nextUpdateAt)) } }
            if self.hasStrangeSingleExtension {
                try Self.tagged(1, &coder) { try $0.serializeSequenceOf([Self.strange]) }
            }
        }
    }

    private func extensions(into coder: inout DER.Serializer) throws {
        var extensions: [Certificate.Extension] = []
        if let nonce {
            let value = try Self.encoded { try $0.serialize(ASN1OctetString(contentBytes: nonce[...])) }
            extensions.append(Certificate.Extension(oid: Self.nonceExtension, critical: false, value: value[...]))
        }
        if self.hasStrangeExtension { extensions.append(Self.strange) }
        guard !extensions.isEmpty else { return }
        try Self.tagged(1, &coder) { try $0.serializeSequenceOf(extensions) }
    }

    private static var strange: Certificate.Extension {
        Certificate.Extension(oid: [1, 2, 3, 4], critical: true, value: [5, 0])
    }

    private static func null(_ tag: UInt, _ coder: inout DER.Serializer) throws {
        let identifier = ASN1Identifier(tagWithNumber: tag, tagClass: .contextSpecific)
        ASN1Null().serialize(into: &coder, withIdentifier: identifier)
    }

    private static func tagged(
        _ tag: UInt,
        _ coder: inout DER.Serializer,
        _ body: (inout DER.Serializer) throws -> Void
    ) throws {
        try coder.serialize(explicitlyTaggedWithTagNumber: tag, tagClass: .contextSpecific, body)
    }

    private static func encoded(_ body: (inout DER.Serializer) throws -> Void) throws -> [UInt8] {
        var coder = DER.Serializer()
        try body(&coder)
        return coder.serializedBytes
    }

    /// Foundation's calendar computes the time, not the code under test.
    static func time(_ milliseconds: Int64) throws -> GeneralizedTime {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: RevocationAuthority.date(milliseconds)
        )
        return try GeneralizedTime(
            year: parts.year ?? 0,
            month: parts.month ?? 0,
            day: parts.day ?? 0,
            hours: parts.hour ?? 0,
            minutes: parts.minute ?? 0,
            seconds: parts.second ?? 0,
            fractionalSeconds: 0
        )
    }
}
