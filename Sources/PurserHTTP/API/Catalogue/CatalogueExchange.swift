import AppStore
import HTTPTypes
import Hummingbird
import Ledger
import NIOCore
package import PurserService

/// What is answered about catalogues, to shops and to operators alike.
package struct CatalogueExchange: Sendable {
    /// The most versions in one list.
    static let maximumList = 200
    /// The most bytes of a body with two files in JSON, whose escapes take more than what they stand for.
    private static let maximumTexts = 4 * CatalogueFile.sizeLimitBytes
    /// The media type of a body that has a catalog and the file of price points beside it, as texts in JSON.
    package static let filesMediaType = "application/vnd.purser.catalog+json"
    /// The most mistakes that one answer names.
    private static let maximumFindings = 20

    /// Applies and remembers.
    let desk: CatalogueDesk
    /// Bounds the memory for bodies.
    let limits: BodyLimits

    /// The catalogue that counts now.
    func show(_ request: Request, app: AppName) async throws -> Response {
        let current = try await Self.explained { () throws(CatalogueDeskError) in try self.desk.current(of: app) }
        return try JSONResponse.encode(CatalogueBody(current))
    }

    /// A page of versions, newest first.
    func versions(_ request: Request, app: AppName) async throws -> Response {
        let limit = try RequestQuery.limit(in: request, usually: 50, upTo: Self.maximumList)
        let cursor = try Self.number("cursor", in: request, bounds: 1...Int64.max)
        let versions = try await Self.explained { () throws(CatalogueDeskError) in
            try await self.desk.versions(of: app, before: cursor, limit: limit + 1)
        }
        return try JSONResponse.encode(CatalogueVersionsBody(versions, limit: limit))
    }

    /// One version with its text.
    func version(_ number: String, app: AppName) async throws -> Response {
        let number = Int64(number) ?? 0
        let (version, text) = try await Self.explained { () throws(CatalogueDeskError) in
            let before = number < .max ? number + 1 : number
            let version = try await self.desk.versions(of: app, before: before, limit: 1).first
            guard let version, version.number == number else { throw .unknownVersion(number) }
            return (version, try await self.desk.text(number, of: app))
        }
        return try JSONResponse.encode(CatalogueTextBody(version, text: text))
    }

    /// Applies the catalogue in the body, or an earlier version that the query names; with `dryRun` says what would
    /// happen.
    func apply(_ request: Request, app: AppName, by name: String) async throws -> Response {
        let isPreview = try RequestQuery.flag("dryRun", in: request)
        let reason = request.uri.queryParameters.get("reason")
        let version = try Self.number("version", in: request, bounds: 1...Int64.max)
        let isFiles = request.headers[.contentType] == Self.filesMediaType
        let limit = isFiles ? Self.maximumTexts : CatalogueFile.sizeLimitBytes
        let (text, file) = try await self.limits.withBody(of: request, upTo: limit) { body in
            let bytes = Array(body.readableBytesView)
            guard let version else { return isFiles ? try Self.files(bytes) : (CatalogueText(document: bytes), "catalogue") }
            guard bytes.isEmpty else {
                throw RequestFields.wrongType("version", "Send a catalogue or name a version, not both.")
            }
            let text = try await Self.explained { () throws(CatalogueDeskError) in
                try await self.desk.text(version, of: app)
            }
            return (text, "version \(version)")
        }
        return try await self.apply(text, name: file, app: app, by: name, reason: reason, isPreview: isPreview)
    }

    /// Returns the catalog and its price points from a body that has both, and the name that messages have for it.
    private static func files(_ json: [UInt8]) throws -> (CatalogueText, String) {
        let body = try RequestFields(json: json, fields: ["document", "pricePoints", "name"])
        let text = CatalogueText(
            document: Array(try body.required("document").utf8),
            pricePoints: try body.text("pricePoints").map { Array($0.utf8) }
        )
        return (text, try body.text("name") ?? "catalogue")
    }

    /// Makes a catalogue from the file in the body; nothing is changed.
    func translate(_ request: Request, by way: CatalogueTranslation.Way) async throws -> Response {
        let translation = try await self.limits.withBody(of: request, upTo: CatalogueFile.sizeLimitBytes) { body in
            do throws(Findings) {
                return try way(Array(body.readableBytesView), "Shop.storekit")
            } catch {
                throw Self.problem(code: "storekit_invalid", "The file cannot be read as Xcode's. ", error)
            }
        }
        return try JSONResponse.encode(
            CatalogueTranslationBody(document: translation.document, remarks: translation.remarks)
        )
    }

    private func apply(
        _ text: CatalogueText,
        name: String,
        app: AppName,
        by operatorName: String,
        reason: String?,
        isPreview: Bool
    ) async throws -> Response {
        let body = try await Self.explained { () throws(CatalogueDeskError) in
            if isPreview { return CataloguePreviewBody(try self.desk.preview(text, name: name, of: app)) }
            let (version, preview) = try await self.desk.apply(
                text,
                name: name,
                of: app,
                by: operatorName,
                reason: reason
            )
            return CataloguePreviewBody(preview, applied: preview.isSame ? nil : version)
        }
        return try JSONResponse.encode(body)
    }

    /// What a refusal is to whoever asked.
    package static func problem(_ error: CatalogueDeskError) -> Problem {
        switch error {
        case .unknownApp:
            return Problem(.notFound, code: error.code, "No app of this name is served here.", field: "app")
        case .unknownVersion(let number):
            return Problem(
                .notFound,
                code: error.code,
                "There is no version \(number). See which there are: purser catalog versions, or GET /v1/catalogue/versions",
                field: "version"
            )
        case .busy:
            return Problem(
                .serviceUnavailable,
                code: error.code,
                "Others apply catalogues at this moment; nothing was changed. Try again.",
                retryAfterSeconds: 1
            )
        case .storage(let cause): return Problem.storage(cause)
        case .wrong(let findings):
            return Self.problem(code: error.code, "Nothing was changed: the catalogue has mistakes. ", findings)
        }
    }

    /// The refusal of a file with mistakes, the first of which are told.
    private static func problem(code: String, _ sentence: String, _ findings: Findings) -> Problem {
        let shown = findings.findings.prefix(Self.maximumFindings).map(\.description)
        let more = findings.findings.count - shown.count
        return Problem(
            .unprocessableContent,
            code: code,
            sentence + shown.joined(separator: "\n") + (more > 0 ? "\nand \(more) more" : ""),
            field: findings.findings.first { !$0.keyPath.isEmpty }?.keyPath
        )
    }

    /// Does something, and says in a problem document why it could not be done.
    static func explained<Answer>(
        _ work: () async throws(CatalogueDeskError) -> Answer
    ) async throws -> Answer {
        try await Problem.explaining(by: Self.problem, work)
    }

    private static func number(_ name: String, in request: Request, bounds: ClosedRange<Int64>) throws -> Int64? {
        guard let text = request.uri.queryParameters[name[...]] else { return nil }
        guard let number = Int64(text), bounds.contains(number) else {
            throw Problem(
                .unprocessableContent,
                code: "field_wrong_type",
                "This must be a whole number from \(bounds.lowerBound)"
                    + (bounds.upperBound == .max ? "." : " to \(bounds.upperBound)."),
                field: name
            )
        }
        return number
    }
}
