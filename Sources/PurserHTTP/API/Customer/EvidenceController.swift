import AppStore
import Foundation
import HTTPTypes
import Hummingbird
import Ledger
import PurserService

/// A controller for the objects that Apple signed, as they were recorded.
struct EvidenceController {
    /// The service that reads them.
    let service: CustomerService

    /// Adds `GET /v1/evidence/{digest}`.
    func add(to group: RouterGroup<AppContext>) {
        group.get("/v1/evidence/:digest", use: self.get)
    }

    @concurrent
    @Sendable private func get(_: Request, context: AppContext) async throws -> Response {
        let document = try await Problem.explaining(field: "digest") {
            guard let digest = EvidenceDigest(hexadecimal: context.parameters.get("digest") ?? "") else {
                throw CustomerError.unknownEvidence
            }
            return try await self.service.evidence(digest, in: context.app)
        }
        var members = [
            JSONMember(key: "digest", value: .string(document.digest.hexadecimal)),
            JSONMember(key: "kind", value: .string(document.kind.rawValue)),
            JSONMember(key: "signedAt", value: .string(document.signedAt.rfc3339)),
            JSONMember(key: "signed", value: .string(document.text)),
            JSONMember(key: "parts", value: .array(document.parts.map { .string($0.hexadecimal) })),
        ]
        for (key, bytes) in [("header", document.header), ("payload", document.payload)] {
            guard let bytes, let value = try? JSONValue(json: bytes) else { continue }
            members.append(JSONMember(key: key, value: value))
        }
        return JSONResponse.value(.object(members))
    }
}

extension SignedDocument {
    /// The exact bytes as text: the compact form of a JWS, or a receipt in Base64.
    var text: String {
        self.kind == .receipt
            ? Data(self.bytes).base64EncodedString() : String(decoding: self.bytes, as: UTF8.self)
    }
}

extension EvidenceController {
    /// The routes as the OpenAPI document describes them.
    static let operations: [APIOperation] = [
        APIOperation(
            .get,
            "/v1/evidence/{digest}",
            id: "getEvidence",
            tag: .customers,
            access: .read,
            summary: "Get a signed object",
            description:
                "An object that Apple signed, byte for byte, with its decoded content. The events of a customer's "
                + "timeline name the object that caused them as `cause`.",
            parameters: [
                .path("digest", .string(length: 1...64), "The SHA-256 of the object, 64 hexadecimal digits.")
            ],
            answers: [
                .ok(
                    .named(
                        "SignedObject",
                        .object(
                            .required("digest", .string(pattern: "^[0-9a-f]{64}$"), "The SHA-256 of the object."),
                            .required("kind", .enumeration(SignedEvidence.Kind.allCases.map(\.rawValue))),
                            .required("signedAt", .instant),
                            .required("signed", .string(), "The compact form of a JWS, or a receipt in Base64."),
                            .required("parts", .array(of: .string()), "The digests of the signed objects inside it."),
                            .optional("header", .openObject, "The decoded header of a JWS."),
                            .optional("payload", .openObject, "The decoded payload of a JWS.")
                        )
                    ),
                    "The object."
                )
            ],
            problems: [.status(404, "evidence_unknown")]
        )
    ]
}
