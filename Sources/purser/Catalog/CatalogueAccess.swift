import AppStore
import AsyncHTTPClient
import Foundation
import Ledger
import NIOCore
import NIOHTTP1
import PurserHTTP
import PurserService

/// The way from a command to the applied catalogues of an app: through the running server, or to the database itself.
struct CatalogueAccess {
    /// What is to be applied.
    enum Subject {
        /// A file.
        case text(CatalogueText, name: String)
        /// An earlier version.
        case version(Int64)
    }

    private enum Way {
        case server(OperatorClient)
        case desk(CatalogueDesk)
    }

    private let way: Way
    private let app: AppName

    /// The way for an app; where no server runs, the configured file is entered first, as a server would at its start.
    init(_ access: OperatorAccess, app: Configuration.App, _ clock: ClockOption, _ client: HTTPClient) async throws {
        self.app = app.name
        switch access {
        case .server(let server): self.way = .server(server)
        case .file(let database):
            guard let repository = database.repository else { throw ExitStatus.unavailable.error }
            let desk = CatalogueDesk(
                repository: repository,
                ambient: try await clock.ambient(client),
                live: [app.name: LiveCatalogue(app.catalogue.catalogue)]
            )
            _ = try await desk.start(app.catalogue, of: app.name)
            self.way = .desk(desk)
        }
    }

    /// Applies a catalogue, or says what that would change.
    func apply(_ subject: Subject, reason: String?, isPreview: Bool) async throws -> CataloguePreviewBody {
        switch self.way {
        case .server(let server):
            return try await self.ask(server, subject, reason: reason, isPreview: isPreview)
        case .desk(let desk):
            let text: CatalogueText
            let name: String
            switch subject {
            case .text(let given, let path): (text, name) = (given, path)
            case .version(let number):
                (text, name) = (try await desk.text(number, of: self.app), "version \(number)")
            }
            if isPreview { return CataloguePreviewBody(try desk.preview(text, name: name, of: self.app)) }
            let (version, preview) = try await desk.apply(
                text,
                name: name,
                of: self.app,
                by: OperatorPeer.current.name,
                reason: reason
            )
            return CataloguePreviewBody(preview, applied: preview.isSame ? nil : version)
        }
    }

    /// A page of versions, newest first.
    func versions(before number: Int64?, limit: Int) async throws -> CatalogueVersionsBody {
        switch self.way {
        case .server(let server):
            let cursor = number.map { "&cursor=\($0)" } ?? ""
            return try await server.catalogue("/versions", app: self.app, further: "&limit=\(limit)" + cursor)
        case .desk(let desk):
            let versions = try await desk.versions(of: self.app, before: number, limit: limit + 1)
            return CatalogueVersionsBody(versions, limit: limit)
        }
    }

    /// A version with its text; the newest where no number is given.
    func version(_ number: Int64?) async throws -> CatalogueTextBody? {
        var wanted = number
        if wanted == nil { wanted = try await self.versions(before: nil, limit: 1).versions.first?.number }
        guard let wanted else { return nil }
        switch self.way {
        case .server(let server): return try await server.catalogue("/versions/\(wanted)", app: self.app)
        case .desk(let desk):
            let before = wanted < .max ? wanted + 1 : wanted
            let version = try await desk.versions(of: self.app, before: before, limit: 1).first
            let text = try await desk.text(wanted, of: self.app)
            return version.map { CatalogueTextBody($0, text: text) }
        }
    }

    private func ask(
        _ server: OperatorClient,
        _ subject: Subject,
        reason: String?,
        isPreview: Bool
    ) async throws -> CataloguePreviewBody {
        var members = [JSONMember(key: "preview", value: .bool(isPreview))]
        if let reason { members.append(JSONMember(key: "reason", value: .string(reason))) }
        switch subject {
        case .text(let text, let name):
            members.append(JSONMember(key: "name", value: .string(name)))
            members.append(JSONMember(key: "document", value: .string(String(decoding: text.document, as: UTF8.self))))
            if let points = text.pricePoints {
                members.append(JSONMember(key: "pricePoints", value: .string(String(decoding: points, as: UTF8.self))))
            }
        case .version(let number): members.append(JSONMember(key: "version", value: .number("\(number)")))
        }
        return try await server.applyCatalogue(members, app: self.app)
    }
}

extension OperatorClient {
    /// Gives a catalogue to the server.
    fileprivate func applyCatalogue(_ members: [JSONMember], app: AppName) async throws -> CataloguePreviewBody {
        var request = HTTPClientRequest(url: self.url("/operator/v1/catalogue?app=\(app)"))
        request.method = .POST
        request.body = .bytes(JSONValue.object(members).json())
        let response = try await self.client.execute(request, timeout: .seconds(60))
        let body = Array(try await response.body.collect(upTo: Self.maximumAnswer).readableBytesView)
        guard response.status == .ok else { throw Self.failure(body) }
        return try JSONDecoder().decode(CataloguePreviewBody.self, from: Data(body))
    }

    /// What the server says of applied catalogues; an app's name needs no escapes in an address.
    fileprivate func catalogue<Answer: Decodable>(
        _ path: String,
        app: AppName,
        further: String = ""
    ) async throws -> Answer {
        let bytes = try await self.get("/operator/v1/catalogue\(path)?app=\(app)\(further)")
        return try JSONDecoder().decode(Answer.self, from: Data(bytes))
    }
}
