import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import Notation
import PurserService

/// An object that Apple signed: what it says, and the exact bytes.
struct DashboardEvidenceController: Sendable {
    /// The maximum number of bytes of a raw object on the page; a receipt of thousands of purchases is larger.
    private static let maximumRaw = 40_000
    /// The maximum number of bytes of a text within an object; those of signed objects and certificates are longer.
    private static let maximumText = 200

    /// The service that reads it.
    let service: CustomerService

    /// Adds the route.
    func add(to routes: DashboardRoutes) {
        routes.get(app: "evidence/:digest", for: .scope(.read)) { visit, app in try await self.page(visit, app) }
    }

    private func page(_ visit: DashboardVisit, _ app: DashboardApp) async throws -> Response {
        guard let digest = EvidenceDigest(hexadecimal: visit.parameters.get("digest") ?? "") else {
            return visit.message(.notFound, title: "notFound", visit.text("evidenceUnknown"))
        }
        let document: SignedDocument
        do throws(CustomerError) {
            document = try await self.service.evidence(digest, in: app.app)
        } catch .unknownEvidence {
            return visit.message(.notFound, title: "notFound", visit.text("evidenceUnknown"))
        } catch {
            throw Problem.customer(error)
        }
        let raw = document.text
        var values: [String: Any] = [
            "kind": visit.text(document.kind.textKey), "signed": DashboardVisit.time(document.signedAt),
            "digest": document.digest.hexadecimal, "raw": String(raw.prefix(Self.maximumRaw)),
            "isCut": raw.utf8.count > Self.maximumRaw,
            "parts": document.parts.map { part in
                ["digest": part.hexadecimal, "path": app.path("evidence", part.hexadecimal)]
            }, "hasParts": !document.parts.isEmpty, "header": false, "payload": false,
        ]
        if let header = document.header.flatMap(Self.readable) { values["header"] = header }
        if let payload = document.payload.flatMap(Self.readable) { values["payload"] = payload }
        return visit.page("evidence", title: "evidence", values)
    }

    /// Returns JSON with one member in a line; signed objects and certificates inside it are cut, as they have pages of
    /// their own, or are in the raw form.
    private static func readable(_ json: [UInt8]) -> String? {
        (try? JSONValue(json: json))?.indented(cuttingOver: Self.maximumText)
    }
}

extension SignedEvidence.Kind {
    /// The key of the name.
    var textKey: String {
        switch self {
        case .notification: "evidenceNotification"
        case .transaction: "evidenceTransaction"
        case .renewal: "evidenceRenewal"
        case .appTransaction: "evidenceAppTransaction"
        case .receipt: "evidenceReceipt"
        case .retentionRequest: "evidenceRetentionRequest"
        }
    }
}
