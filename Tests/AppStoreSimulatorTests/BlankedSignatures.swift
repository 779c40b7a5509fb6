import AppStore
import Foundation
import SwiftASN1

/// Signed JSON with every ECDSA signature blanked: of a JWS, of nested ones, and of certificates.
///
/// The remaining text must follow from the seed alone, with any signer.
enum BlankedSignatures {
    /// A compact JWS, its parts decoded; `nil` when it is none.
    static func blanked(_ compact: some Collection<UInt8>) -> String? {
        let parts = Array(compact).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2]), signature.count == 64,
            let head = try? JSONValue(json: header), let content = try? JSONValue(json: payload)
        else { return nil }
        let text = JSONValue.array([Self.blanked(head), Self.blanked(content), .string("blank")]).json()
        return String(decoding: text, as: UTF8.self)
    }

    private static func blanked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text):
            if let inner = Self.blanked(text.utf8) { return .string(inner) }
            guard let der = Data(base64Encoded: text), let body = Self.signedPart(of: Array(der)) else { return value }
            return .string(Data(body).base64EncodedString())
        case .array(let values): return .array(values.map(Self.blanked))
        case .object(let members):
            return .object(members.map { JSONMember(key: $0.key, value: Self.blanked($0.value)) })
        default: return value
        }
    }

    /// The part of a certificate that is signed: the first of its three (RFC 5280, section 4.1).
    private static func signedPart(of der: [UInt8]) -> [UInt8]? {
        guard let node = try? DER.parse(der), case .constructed(let children) = node.content else { return nil }
        let parts = Array(children)
        guard parts.count == 3 else { return nil }
        return Array(parts[0].encodedBytes)
    }
}
