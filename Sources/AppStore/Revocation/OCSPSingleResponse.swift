import SwiftASN1
import X509

/// The answer about one certificate in a response (RFC 6960 section 4.2.1, `SingleResponse`).
struct OCSPSingleResponse: Hashable, Sendable, DERParseable {
    /// The identifier of the certificate; `nil` if it uses another hash than SHA-1.
    let certificateID: OCSPCertificateID?
    /// The state of the certificate.
    let state: State
    /// The time at which the state was known to be correct, in milliseconds since 1970.
    let thisUpdateAt: Int64
    /// The time by which newer information will be available, in milliseconds since 1970.
    let nextUpdateAt: Int64?
    /// Whether a critical extension is present; this library supports none.
    let hasCriticalExtension: Bool

    /// The state of a certificate in an answer, without times.
    enum State: Hashable, Sendable {
        /// The certificate is not revoked.
        case good
        /// The certificate was revoked at an instant, in milliseconds since 1970.
        case revoked(at: Int64, reason: CertificateRevocationReason?)
        /// The responder does not know the certificate.
        case unknown
    }

    /// Reads a `SingleResponse`.
    ///
    /// - Parameter rootNode: The node.
    /// - Throws: An error of SwiftASN1 or of this library if the encoding is invalid.
    init(derEncoded rootNode: ASN1Node) throws {
        self = try DER.sequence(rootNode, identifier: .sequence) { nodes in
            guard let nameNode = nodes.next(), let stateNode = nodes.next() else {
                throw ASN1Error.invalidASN1Object(reason: "A single response is too short")
            }
            let thisUpdate = try GeneralizedTime(derEncoded: &nodes)
            let nextUpdate = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) {
                try GeneralizedTime(derEncoded: $0)
            }
            let extensions = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 1, tagClass: .contextSpecific) {
                try DER.sequence(of: Certificate.Extension.self, identifier: .sequence, rootNode: $0)
            }
            return Self(
                certificateID: try Self.certificateID(nameNode),
                state: try Self.state(stateNode),
                thisUpdateAt: thisUpdate.millisecondsSince1970,
                nextUpdateAt: nextUpdate?.millisecondsSince1970,
                hasCriticalExtension: extensions?.contains { $0.critical } ?? false
            )
        }
    }

    private init(
        certificateID: OCSPCertificateID?,
        state: State,
        thisUpdateAt: Int64,
        nextUpdateAt: Int64?,
        hasCriticalExtension: Bool
    ) {
        self.certificateID = certificateID
        self.state = state
        self.thisUpdateAt = thisUpdateAt
        self.nextUpdateAt = nextUpdateAt
        self.hasCriticalExtension = hasCriticalExtension
    }

    private static func certificateID(_ node: ASN1Node) throws -> OCSPCertificateID? {
        do {
            return try OCSPCertificateID(node: node)
        } catch RevocationError.wrongCertificate {
            // An identifier with another hash answers another request; the encoding is valid.
            return nil
        }
    }

    private static func state(_ node: ASN1Node) throws -> State {
        switch node.identifier {
        case ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific):
            _ = try ASN1Null(derEncoded: node, withIdentifier: node.identifier)
            return .good
        case ASN1Identifier(tagWithNumber: 1, tagClass: .contextSpecific):
            return try DER.sequence(node, identifier: node.identifier) { nodes in
                let revokedAt = try GeneralizedTime(derEncoded: &nodes)
                let reason = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) {
                    CertificateRevocationReason(rawValue: try Int(derEncoded: $0, withIdentifier: .enumerated))
                }
                return .revoked(at: revokedAt.millisecondsSince1970, reason: reason)
            }
        case ASN1Identifier(tagWithNumber: 2, tagClass: .contextSpecific):
            _ = try ASN1Null(derEncoded: node, withIdentifier: node.identifier)
            return .unknown
        default:
            throw ASN1Error.unexpectedFieldType(node.identifier)
        }
    }
}

extension GeneralizedTime {
    /// The instant in milliseconds since 1970 in UTC, in the proleptic Gregorian calendar, with fractions of a second
    /// truncated.
    ///
    /// RFC 5280 section 4.1.2.5.2 forbids fractions, and a difference of a second is irrelevant here. A leap second
    /// counts as the following second.
    var millisecondsSince1970: Int64 {
        // In this computation years begin in March, so that the leap day is the last of its year.
        let year = Int64(self.month > 2 ? self.year : self.year - 1)
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let monthFromMarch = Int64((self.month + 9) % 12)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(self.day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        // There are 719,468 days between the first of March of year 0 and 1970.
        let day = era * 146_097 + dayOfEra - 719_468
        let second = Int64(self.hours) * 3600 + Int64(self.minutes) * 60 + Int64(self.seconds)
        return (day * 86_400 + second) * 1000
    }
}
